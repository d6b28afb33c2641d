// The way back from scramble(): which word it mixed.
#pragma once

#include <cstdint>

namespace peel {

namespace detail {

// Undoes x ^= x >> shift, the highest bits first: each round makes `shift` more bits right.
constexpr std::uint64_t undo_xorshift(std::uint64_t mixed, unsigned shift) {
  std::uint64_t word = mixed;
  for (unsigned right = shift; right < 64; right += shift) word = mixed ^ (word >> shift);
  return word;
}

// The inverse of an odd number modulo 2^64 by Newton's iteration: right bits double, from 3, five times.
constexpr std::uint64_t odd_inverse(std::uint64_t odd) {
  std::uint64_t inverse = odd;
  for (int i = 0; i < 5; ++i) inverse *= 2 - odd * inverse;
  return inverse;
}

}  // namespace detail

constexpr std::uint64_t unscramble(std::uint64_t z) {
  constexpr std::uint64_t kFirst = detail::odd_inverse(0xBF58476D1CE4E5B9U);
  constexpr std::uint64_t kSecond = detail::odd_inverse(0x94D049BB133111EBU);
  z = detail::undo_xorshift(z, 31) * kSecond;
  z = detail::undo_xorshift(z, 27) * kFirst;
  return detail::undo_xorshift(z, 30);
}

}  // namespace peel
