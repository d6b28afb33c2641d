// A blob as text: its first bytes in hexadecimal, and how many there are.
#pragma once

#include <string>
#include <string_view>

namespace peel::cli {

std::string blob_text(std::string_view bytes);

}  // namespace peel::cli
