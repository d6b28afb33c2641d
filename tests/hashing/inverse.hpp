// How to undo the steps of the mixers. A step that can be undone loses nothing: this is the proof, run on
// samples, that a mixer is a bijection.
#pragma once

#include <cstdint>

namespace peel::test {

// Undoes x ^= x >> shift, the highest bits first: each round makes `shift` more bits right.
constexpr std::uint64_t undo_xorshift(std::uint64_t mixed, unsigned shift) {
  std::uint64_t word = mixed;
  for (unsigned right = shift; right < 64; right += shift) word = mixed ^ (word >> shift);
  return word;
}

// The inverse of an odd number modulo 2^64 by Newton's iteration: right bits double, from 3, five times.
constexpr std::uint64_t inverse_of(std::uint64_t odd) {
  std::uint64_t inverse = odd;
  for (int i = 0; i < 5; ++i) inverse *= 2 - odd * inverse;
  return inverse;
}
static_assert(inverse_of(0xBF58476D1CE4E5B9U) * 0xBF58476D1CE4E5B9U == 1);

constexpr std::uint64_t unscramble(std::uint64_t z) {
  z = undo_xorshift(z, 31) * inverse_of(0x94D049BB133111EBU);
  z = undo_xorshift(z, 27) * inverse_of(0xBF58476D1CE4E5B9U);
  return undo_xorshift(z, 30);
}

}  // namespace peel::test
