// How much of a line of a terminal a text takes. Characters beyond ASCII count as two columns each: some are
// that wide, and a line that is a little short does no harm.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace peel::cli {

// Of text that is UTF-8.
std::size_t columns_of(std::string_view text);

// The beginning of a text with dots for what was cut, or nothing where not even the dots fit.
std::string shortened(std::string text, std::size_t columns);

}  // namespace peel::cli
