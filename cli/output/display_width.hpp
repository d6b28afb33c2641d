// How many columns of a terminal a text takes, for what stands below each other: letters of East Asian
// scripts and pictures take two, marks that combine with the letter before take none. columns.hpp has the
// cautious answer, for what must not break a line.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace peel::cli {

// Of text that is UTF-8 without control characters.
std::size_t display_width(std::string_view text);

// The beginning of a text that fits, with dots for what was cut.
std::string cut_to_width(std::string_view text, std::size_t columns);

}  // namespace peel::cli
