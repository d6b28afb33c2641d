#include "cell_fields.hpp"

namespace peel::wire {

namespace {

constexpr unsigned kElementBits = 61;  // of the prime field

unsigned limb_bits(const IbltShape& shape, std::uint64_t held_bytes) {
  switch (shape.arithmetic()) {
    case CellArithmetic::xor_sums:
      return static_cast<unsigned>(8 * held_bytes);
    case CellArithmetic::wrapping_sums:
      return 64;
    case CellArithmetic::prime_field:
      break;
  }
  return kElementBits;
}

void add_limbs(const IbltShape& shape, unsigned first, std::uint64_t width, CellFields& fields) {
  for (std::uint64_t at = 0; at < width; at += shape.limb_bytes()) {
    fields.bits[first++] = limb_bits(shape, std::min<std::uint64_t>(shape.limb_bytes(), width - at));
  }
}

void add_up(CellFields& fields) {
  for (unsigned w = 1; w < fields.words; ++w) fields.bits_beside_count += fields.bits[w];
}

}  // namespace

CellFields fields_of(const IbltShape& shape) {
  CellFields fields{.cells = shape.cells().value, .words = shape.cell_words()};
  add_limbs(shape, 1, shape.key_width().value, fields);
  add_limbs(shape, shape.value_offset(), shape.value_width().value, fields);
  for (unsigned w = shape.check_offset(); w < fields.words; ++w) {
    fields.bits[w] = static_cast<unsigned>(shape.check_bits().value);
  }
  add_up(fields);
  return fields;
}

CellFields fields_of(const CounterShape& shape) {
  CellFields fields{.cells = shape.cells().value, .words = shape.cell_words()};
  for (unsigned w = 1; w < fields.words; ++w) fields.bits[w] = kElementBits;
  add_up(fields);
  return fields;
}

}  // namespace peel::wire
