// Titles, labels and names: text that may hold anything, made fit for the place where it is shown.
#pragma once

#include "plot/plot.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace peel::plot {

// "printed", "theory", "observed", "ours".
std::string_view name_of(Source source);

// The characters of a text, one string each. What is no UTF-8, and what XML has no place for, is "?";
// control characters are spaces.
std::vector<std::string> characters_of(std::string_view text);

// In ASCII: other characters are "?".
std::string plain(std::string_view text);

// Words in lines of at most so many bytes, unless a word is longer. The first starts with `first`, the others
// with as many spaces. Each ends with a newline.
std::string wrapped(std::string_view text, std::string_view first, std::size_t columns);

}  // namespace peel::plot
