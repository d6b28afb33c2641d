// GridShape: rows and columns of counters, everything about a Count-Min or signed sketch but its seed, its
// rule and its contents. A shape that exists is valid. Formulas and structures both speak in it.
//
// A key has one counter in each row. Rows lie one behind the other, counters side by side in words of 64
// bits, the first in the lowest bits; what is left of the last word is 0.
#pragma once

#include "peel/core/result.hpp"
#include "peel/core/types.hpp"

#include <cstdint>

namespace peel {

inline constexpr std::uint64_t kMaxGridRows = 64;
inline constexpr std::uint64_t kMaxGridBytes = std::uint64_t{1} << 40;

struct GridSpec {
  RowCount rows;
  ColumnCount columns;     // any number, not only powers of two
  BitWidth cell_bits{32};  // 8, 16, 32 or 64
};

class GridShape {
 public:
  // Fails with `invalid_argument` for a number out of range, with `limit_exceeded` beyond kMaxGridBytes.
  static Result<GridShape> from(const GridSpec& spec);

  RowCount rows() const { return RowCount(rows_); }
  ColumnCount columns() const { return ColumnCount(columns_); }
  BitWidth cell_bits() const { return BitWidth(cell_bits_); }
  CellCount cells() const { return CellCount(rows_ * columns_); }
  std::uint64_t words() const { return (cells().value * cell_bits_ + 63) / 64; }
  std::uint64_t bytes() const { return words() * 8; }
  // What a counter holds at most.
  std::uint64_t largest() const { return ~std::uint64_t{0} >> (64 - cell_bits_); }

  friend bool operator==(const GridShape&, const GridShape&) = default;

 private:
  explicit GridShape(const GridSpec& spec);

  std::uint64_t columns_;
  std::uint8_t rows_;
  std::uint8_t cell_bits_;
};

}  // namespace peel
