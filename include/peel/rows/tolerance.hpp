// A tolerance: numbers no further apart than it count as equal.
//
// Numbers are decimals here, as they are written: with 0.01, 1.10 and 1.11 are equal, whatever the doubles
// next to them are. A real is the shortest decimal that gives it back, or, if it is whole and 64 bits can
// hold it, that integer.
#pragma once

#include "peel/rows/cell.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace peel::rows {

class Tolerance {
 public:
  // A number of at most 19 digits from 1e-300 to 1e300, zeros around the digits not counted; nothing for
  // other text.
  static std::optional<Tolerance> from(std::string_view text);

  // A text of which `from` makes this tolerance again.
  std::string text() const { return std::to_string(digits_) + "e" + std::to_string(exponent_); }

  // Whether two cells are numbers no further apart than this, or equal.
  bool covers(const Cell& left, const Cell& right) const;

  // A number as the nearest multiple of this, the even one of two that are equally near; other cells, and
  // numbers beyond 2^53 multiples, as they are. The payload is the cell's, or in `room`.
  Cell rounded(const Cell& cell, NumberRoom& room) const;

 private:
  Tolerance(std::uint64_t digits, std::int64_t exponent, double nearest)
      : digits_(digits), exponent_(exponent), nearest_(nearest) {}

  std::uint64_t digits_;  // times a power of ten
  std::int64_t exponent_;
  double nearest_;
};

}  // namespace peel::rows
