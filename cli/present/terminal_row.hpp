// A change as text for a terminal, before it is laid out: its cells, old and new, without control characters.
#pragma once

#include "cli/present/shown_change.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace peel::cli {

struct TerminalCell {
  std::string name;  // of the column, or the path of a part of a JSON value
  std::string text;
  std::string new_text = {};  // if it was edited
  bool is_edited = false;
  bool is_key = false;
};

struct TerminalRow {
  char sign;
  std::string key = {};  // "id=7, day=monday"; of a row without a key nothing
  // As LEFT orders the columns. Of a whole JSON value that changed, the parts of it that did.
  std::vector<TerminalCell> cells = {};
  std::string digest = {};  // in place of all that, where no more is known
  std::string suffix = {};  // "  (x3)"

  bool has_edits() const;
  std::size_t bytes() const;
  // The number that terminals know its colour by.
  const char* colour() const;
};

TerminalRow terminal_row(const ShownChange& change, const Terms& terms);

std::string printable_name(const Terms& terms, std::size_t column);

// How many bytes two texts have in common at their start, less so many, at the start of a character.
std::size_t before_difference(std::string_view old, std::string_view now, std::size_t context);

}  // namespace peel::cli
