// Numbers that text spells: digits with a sign, a point, an exponent. Nothing around them, no separators of
// thousands, no hexadecimal digits, whatever the locale. docs/formats/rows.md has the grammar.
#pragma once

#include "peel/rows/cell_rule.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace peel::rows {

struct NumberText {
  enum class Kind : std::uint8_t { none, integer, real };

  Kind kind = Kind::none;
  std::int64_t integer = 0;
  double real = 0;  // the nearest, of an integer too; -0 has its sign
  // As a number would be written that is no name or code: 7 and -0.5, not 007, +7 or .5, nor more digits than
  // an integer or a real can keep. (1e5 is as plain as 100000.0.)
  bool is_plain = false;
};

// An integer of more than 64 bits is a real. Inf, -Inf and NaN are reals.
NumberText read_number(std::string_view text);

// An exact number: digits without zeros around them, times a power of ten. No digits: zero.
struct Decimal {
  bool is_negative = false;
  std::string digits = {};
  std::int64_t exponent = 0;

  // The power of ten above the first digit: the least that is larger than a number with digits.
  std::int64_t top() const { return exponent + static_cast<std::int64_t>(digits.size()); }
};

// Nothing if the text is no number of digits, or its power of ten is beyond 2^60 either way.
std::optional<Decimal> decimal_in(std::string_view text);

// Whether JSON would spell a number so: no plus, no leading zeros, digits on both sides of a point.
bool is_json_number(std::string_view text);

// The exact value as digits and a power of ten, or as an integer where that says it; nothing if the text is
// no number, or its power of ten, without trailing zeros of the digits, is beyond 10,000 either way.
std::optional<Cell> read_decimal(std::string_view text, CellRoom& room);

}  // namespace peel::rows
