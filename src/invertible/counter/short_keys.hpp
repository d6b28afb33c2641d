// Keys of 1 to 7 bytes as elements of the field: a keyed bijection on 60 bits mixes the key, padded with
// zeros.
//
// Keys as people have them are regular: 0, 1, 2, addresses of one network. As they stand, their power sums
// collide: {0 once, 2 six times, 4 once} and {1 four times, 3 four times} agree in all four. Mixed keys look
// random, for which docs/theory/counter-thresholds.md reckons how rarely a cell misleads. What is read from a
// cell is a key only if its padding is there again.
#pragma once

#include "hashing/unscramble.hpp"

#include <cstdint>

namespace peel::detail {

inline constexpr unsigned kElementBits = 60;
inline constexpr std::uint64_t kElementMask = (std::uint64_t{1} << kElementBits) - 1;

inline constexpr std::uint64_t kFirstFactor = 0xBF58476D1CE4E5B9U;  // those of scramble(), modulo 2^60
inline constexpr std::uint64_t kSecondFactor = 0x94D049BB133111EBU;

constexpr std::uint64_t mixed_key(std::uint64_t key, std::uint64_t secret) {
  std::uint64_t x = (key + secret) & kElementMask;
  x = ((x ^ (x >> 30)) * kFirstFactor) & kElementMask;
  x = ((x ^ (x >> 27)) * kSecondFactor) & kElementMask;
  return x ^ (x >> 31);
}

// The key that an element of up to 60 bits was made of.
constexpr std::uint64_t unmixed_key(std::uint64_t element, std::uint64_t secret) {
  constexpr std::uint64_t kFirst = odd_inverse(kFirstFactor);
  constexpr std::uint64_t kSecond = odd_inverse(kSecondFactor);
  const std::uint64_t second = (undo_xorshift(element, 31) * kSecond) & kElementMask;
  const std::uint64_t first = (undo_xorshift(second, 27) * kFirst) & kElementMask;
  return (undo_xorshift(first, 30) - secret) & kElementMask;
}

}  // namespace peel::detail
