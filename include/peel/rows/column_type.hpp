// What the cells of a column are meant to be. A typed table says it of its columns, and lends it to a table
// of text that is compared with it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace peel::rows {

enum class ColumnType : std::uint8_t {
  any = 'a',  // nothing is said: cells are what they look like
  text = 't',
  integer = 'i',  // whole numbers; one with a fraction, or too large, is a real
  numeric = 'd',  // integers where that loses nothing, else reals
  real = 'f',
  decimal = 'e',  // exact, of any length
  time = 'u',     // points in time, to the microsecond
  blob = 'b',
  place = 'p',  // the number of a folder in a tree, an integer. Only sketches of trees have one
  json = 'j',   // what JSON has: exact numbers, text, true and false, arrays and objects
};

// The type with that byte, if there is one.
std::optional<ColumnType> column_type(std::uint8_t byte);

// "integer", "text", ...
std::string_view name_of(ColumnType type);

}  // namespace peel::rows
