// Hash values as the authors had them in their simulations: fixed for each item by a standard pseudorandom
// generator of 48 bits. That is drand48 of POSIX, x -> 0x5DEECE66D x + 11 modulo 2^48.
#pragma once

#include "peel/hashing/key_hash.hpp"
#include "peel/hashing/seed.hpp"

#include <cstdint>

namespace peel::lab::kirsch_mitzenmacher {

class Rand48Hash {
 public:
  explicit Rand48Hash(Seed seed) : start_(seed.word(0) & kMask) {}

  // The item's three draws of the row, as 128 bits.
  KeyHash operator()(std::uint64_t item) const {
    const std::uint64_t first = after(3 * item + 1), second = next(first), third = next(second);
    return KeyHash(first << 16 | third >> 32, second << 16 | (third >> 16 & 0xFFFF));
  }

 private:
  static constexpr std::uint64_t kMask = (std::uint64_t{1} << 48) - 1;
  static constexpr std::uint64_t kFactor = 0x5DEECE66D, kAddend = 0xB;

  static std::uint64_t next(std::uint64_t x) { return (kFactor * x + kAddend) & kMask; }

  // So many steps at once: steps of 1, 2, 4, ... are affine too.
  std::uint64_t after(std::uint64_t steps) const {
    std::uint64_t x = start_, factor = kFactor, addend = kAddend;
    for (; steps > 0; steps /= 2) {
      if (steps % 2 == 1) x = factor * x + addend;
      addend *= factor + 1;
      factor *= factor;
    }
    return x & kMask;
  }

  std::uint64_t start_;
};

}  // namespace peel::lab::kirsch_mitzenmacher
