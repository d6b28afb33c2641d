// Bytes from outside in a page of HTML: as its text, and as text of JSON in a script element. Nothing in them
// can end the element or become markup, and nothing in them hides.
#pragma once

#include "peel/rows/cell.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace peel::cli {

struct MostCharacters {
  std::size_t value = std::numeric_limits<std::size_t>::max();
};

// Text that HTML shows as it is, between tags, in quoted attributes and in a title; printable() as well.
std::string html_text(std::string_view text);

// What a reader would not see, and bytes that are not UTF-8, become marks: \x1B, U+202E. A text that is cut
// ends in an ellipsis.
std::string html_with_marks(std::string_view bytes, MostCharacters most = {});
// A cell the same way; NULL, empty text and blobs as such.
std::string html_cell(const rows::Cell& cell, MostCharacters most);

// In quotes. A byte that is not UTF-8 becomes the lone surrogate U+DC00 plus the byte, which no text has.
void append_script_text(std::string& out, std::string_view bytes);
// As cli/diff/html/data.js reads it. Integers that a double cannot hold, and other numbers, keep their
// digits.
void append_script_cell(std::string& out, const rows::Cell& cell);
// A number, or its digits as text if a double cannot hold it.
void append_script_integer(std::string& out, std::int64_t value);

}  // namespace peel::cli
