#include "cell_fields.hpp"

#include <numeric>

namespace peel::wire {

namespace {

unsigned limb_bits(CellArithmetic arithmetic, std::uint64_t held_bytes) {
  switch (arithmetic) {
    case CellArithmetic::xor_sums:
      return static_cast<unsigned>(8 * held_bytes);
    case CellArithmetic::wrapping_sums:
      return 64;
    case CellArithmetic::prime_field:
      break;
  }
  return 61;
}

template <class Shape>
void add_limbs(const Shape& shape, unsigned first, std::uint64_t width, CellFields& fields) {
  for (std::uint64_t at = 0; at < width; at += shape.limb_bytes()) {
    fields.bits[first++] =
        limb_bits(shape.arithmetic(), std::min<std::uint64_t>(shape.limb_bytes(), width - at));
  }
}

template <class Shape>
CellFields fields_of_cells(const Shape& shape, CellCount cells) {
  CellFields fields{.cells = cells.value, .words = shape.cell_words()};
  add_limbs(shape, 1, shape.key_width().value, fields);
  add_limbs(shape, shape.value_offset(), shape.value_width().value, fields);
  for (unsigned w = shape.check_offset(); w < fields.words; ++w) {
    fields.bits[w] = static_cast<unsigned>(shape.check_bits().value);
  }
  return fields;
}

}  // namespace

CellFields fields_of(const IbltShape& shape) {
  return fields_of_cells(shape, shape.cells());
}

CellFields fields_of(const RatelessShape& shape, CellCount cells) {
  return fields_of_cells(shape, cells);
}

std::uint64_t CellFields::bits_beside_count() const {
  return std::accumulate(bits.begin(), bits.begin() + words, std::uint64_t{0});
}

}  // namespace peel::wire
