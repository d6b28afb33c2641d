// RangeShape: everything about a RangeSketch but its seed and its contents. Keys of so many bits; level i has
// their leading bits, without the last i. Where a level has no more prefixes than the grid has counters,
// there is a counter for each prefix; the levels below have a grid each. A shape that exists is valid.
#pragma once

#include "peel/analysis/grid_shape.hpp"
#include "peel/core/result.hpp"
#include "peel/core/types.hpp"

#include <cstdint>

namespace peel {

class RangeShape {
 public:
  // Fails with `invalid_argument` unless keys have 1 to 64 bits, with `limit_exceeded` beyond kMaxGridBytes
  // for all levels together.
  static Result<RangeShape> from(const GridShape& grid, BitWidth key_bits);

  const GridShape& grid() const { return grid_; }
  BitWidth key_bits() const { return BitWidth(key_bits_); }
  // Levels that have a grid: 0 up to this.
  LevelCount sketched_levels() const { return LevelCount(sketched_); }
  // Bits of the prefixes that are counted exactly.
  BitWidth exact_bits() const { return BitWidth(key_bits_ - sketched_); }
  std::uint64_t largest_key() const { return ~std::uint64_t{0} >> (64 - key_bits_); }
  // Of all counters.
  std::uint64_t bytes() const;

  friend bool operator==(const RangeShape&, const RangeShape&) = default;

 private:
  RangeShape(const GridShape& grid, BitWidth key_bits);

  GridShape grid_;
  std::uint8_t key_bits_;
  std::uint8_t sketched_;
};

}  // namespace peel
