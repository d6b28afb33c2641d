// A cell of a typed row: what kind of value it is, and the value as bytes that are the same wherever it came
// from. docs/formats/rows.md is the specification.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace peel::rows {

enum class CellTag : std::uint8_t {
  null = 'n',     // no bytes
  integer = 'i',  // 64 bits, two's complement, lowest byte first, of the least length; 0 has no bytes
  decimal = 'd',  // of any length: digits and a power of ten, 15E-1; never what an integer can say
  real = 'f',     // the 8 bytes of a double, lowest first; every NaN is one NaN
  time = 'u',     // microseconds since 1970 in UTC, as an integer
  text = 't',     // bytes, compared as bytes
  blob = 'b',
  json = 'j',  // true, false, an array or an object in canonical JSON; no bytes: what a path led to was not
               // there
  rounded = 'r',  // a number as a multiple of a tolerance, as an integer
};

// A view: the payload belongs to whoever made the cell.
struct Cell {
  CellTag tag = CellTag::null;
  std::string_view payload = {};

  bool is_null() const { return tag == CellTag::null; }
  bool is_missing() const { return tag == CellTag::json && payload.empty(); }
  friend bool operator==(const Cell&, const Cell&) = default;
};

// Room for the payload of a number.
using NumberRoom = std::array<char, 8>;

// Cells whose payload is in `room`.
Cell integer_cell(std::int64_t value, NumberRoom& room);
Cell real_cell(double value, NumberRoom& room);

// Of a cell with that tag (integer, time or rounded; real).
std::int64_t integer_of(const Cell& cell);
double real_of(const Cell& cell);

// Whether the payload is the one that a value of this kind has.
bool is_canonical(const Cell& cell);

// As it is shown, and as an export would write it: numbers in decimal, a real in the fewest digits that give
// it back and never without a point or exponent, a time as 2024-01-31 23:59:59.5Z, text and blobs as their
// bytes, NULL as nothing.
std::string text_of(const Cell& cell);

// "integer", "text", ...
std::string_view name_of(CellTag tag);

}  // namespace peel::rows
