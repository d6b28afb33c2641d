#include "peel/analysis/range_shape.hpp"

#include "peel/core/uint128.hpp"

#include <bit>
#include <string>

namespace peel {

RangeShape::RangeShape(const GridShape& grid, BitWidth key_bits)
    : grid_(grid), key_bits_(static_cast<std::uint8_t>(key_bits.value)), sketched_(0) {
  const auto exact = static_cast<std::uint64_t>(std::bit_width(grid.cells().value) - 1);
  if (key_bits.value > exact) sketched_ = static_cast<std::uint8_t>(key_bits.value - exact);
}

// Exact counters lie as a tree: 2^i of them for prefixes of i bits, and one word that is not used.
std::uint64_t RangeShape::bytes() const {
  return sketched_ * grid_.bytes() + (std::uint64_t{16} << exact_bits().value);
}

Result<RangeShape> RangeShape::from(const GridShape& grid, BitWidth key_bits) {
  if (key_bits.value < 1 || key_bits.value > 64) {
    return failure(ErrorCode::invalid_argument,
                   "keys of " + std::to_string(key_bits.value) + " bits: accepted are 1 to 64");
  }
  // A grid has at most 2^40 bytes, so that no product below exceeds 64 bits.
  const RangeShape shape(grid, key_bits);
  if (shape.bytes() > kMaxGridBytes) {
    return failure(ErrorCode::limit_exceeded, "all levels together have " + std::to_string(shape.bytes()) +
                                                  " bytes: accepted are at most " +
                                                  std::to_string(kMaxGridBytes));
  }
  return shape;
}

}  // namespace peel
