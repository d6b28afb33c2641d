// The two mixing steps from which peel's own hashing is built. Integer-only and fully specified, since
// two machines must agree on every bit (docs/formats/hashing.md).
#pragma once

#include "peel/core/uint128.hpp"

#include <cstdint>

namespace peel {

// A bijection of 64 bits with full avalanche: the output function of SplitMix64 [Steele 2014].
constexpr std::uint64_t scramble(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31);
}

// 2^64 divided by the golden ratio, odd: the stride of Weyl sequences.
inline constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15U;

// The 128-bit product of two words, its halves xored.
constexpr std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
  const Uint128 product = static_cast<Uint128>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// Maps a uniform word to [0, range) by its leading bits: a multiplication where others divide.
constexpr std::uint64_t reduce(std::uint64_t word, std::uint64_t range) {
  return static_cast<std::uint64_t>((static_cast<Uint128>(word) * range) >> 64);
}

}  // namespace peel
