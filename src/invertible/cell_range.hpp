// Whether a cell that came from elsewhere could stand in a table of its shape.
#pragma once

#include "invertible/cell_layout.hpp"
#include "invertible/limbs.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

namespace peel::detail {

// Whether a row of key or value sums could stand in a cell of this arithmetic.
template <class Shape>
bool sums_in_range(const std::uint64_t* sums, std::size_t width, const Shape& shape) {
  std::array<std::byte, std::max(kMaxKeyWidth, kMaxValueWidth)> bytes;
  switch (shape.arithmetic()) {
    case CellArithmetic::xor_sums:
      return from_limbs(sums, width, shape.limb_bytes(), bytes.data());
    case CellArithmetic::wrapping_sums:
      return true;
    case CellArithmetic::prime_field:
      break;
  }
  const std::size_t words = (width + shape.limb_bytes() - 1) / shape.limb_bytes();
  return std::all_of(sums, sums + words, [](std::uint64_t sum) { return sum < PrimeField::kModulus; });
}

// What no insertions and deletions, `gross_total` together, can have left in a cell; empty if there is
// nothing.
template <class Shape>
std::string out_of_range(const std::uint64_t* cell, const Shape& shape, std::uint64_t gross_total) {
  const CellLayout layout(shape);
  const std::int64_t count = count_of(cell);
  if (magnitude(count) > gross_total) {
    return "counts " + std::to_string(count) + " pairs in a table that saw " + std::to_string(gross_total);
  }
  if (!sums_in_range(cell + 1, layout.key_width, shape)) return "has a key sum out of range";
  if (!sums_in_range(cell + layout.value_at, layout.value_width, shape))
    return "has a value sum out of range";
  for (unsigned w = layout.check_at; w < layout.words; ++w) {
    if ((cell[w] & ~layout.check_mask) != 0) return "has a check sum out of range";
  }
  return {};
}

}  // namespace peel::detail
