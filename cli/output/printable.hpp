// Text that is safe to print: names of files and other bytes from outside may hold anything.
#pragma once

#include <string>
#include <string_view>

namespace peel::cli {

// Whether these bytes are UTF-8: no overlong forms, no surrogates, nothing beyond U+10FFFF.
bool is_utf8(std::string_view bytes);

// The text with control characters, and bytes that are not UTF-8, as \xNN.
std::string printable(std::string_view text);

}  // namespace peel::cli
