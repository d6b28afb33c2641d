// Numbers that text spells: digits with a sign, a point, an exponent. Nothing around them, no separators of
// thousands, no hexadecimal digits, whatever the locale.
#pragma once

#include "peel/rows/cell_rule.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace peel::rows {

struct NumberText {
  enum class Kind : std::uint8_t { none, integer, real };

  Kind kind = Kind::none;
  std::int64_t integer = 0;
  double real = 0;
  // Exactly as peel would write that number: 7 and -0.5, not 007, +7 or .5. (1e5 is as plain as 100000.0.)
  bool is_plain = false;
};

// An integer of more than 64 bits is a real. Inf and -Inf are reals.
NumberText read_number(std::string_view text);

// The exact value as digits and a power of ten, or as an integer where that says it; nothing if the text is
// no number, or its power of ten is beyond 10,000 either way.
std::optional<Cell> read_decimal(std::string_view text, CellRoom& room);

}  // namespace peel::rows
