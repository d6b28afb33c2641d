// The keyed mixer behind KeyHasher's `fast` hashes of integers: here, so that the hash of one key needs no
// call.
#pragma once

#include "peel/hashing/key_hash.hpp"

#include <array>
#include <cstdint>

namespace peel::detail {

using RoundKeys = std::array<std::uint64_t, 4>;

// Odd multipliers with no hidden choice: the SplitMix64 row of key_hash.hpp, continued.
constexpr std::uint64_t mix_multiplier(std::uint64_t i) {
  return scramble(kGolden * (2 * kDerivedWords + 1 + i)) | 1;
}

// Two keyed bijections of the key, two multiplications each. Being bijections, they never let two
// integers share a KeyHash.
constexpr KeyHash mix_integer(std::uint64_t key, const RoundKeys& round_keys) {
  constexpr RoundKeys kMultipliers = {mix_multiplier(0), mix_multiplier(1), mix_multiplier(2),
                                      mix_multiplier(3)};
  std::uint64_t a = key ^ round_keys[0];
  a = (a ^ (a >> 32)) * kMultipliers[0];
  a ^= round_keys[1];
  a = (a ^ (a >> 29)) * kMultipliers[1];
  std::uint64_t b = key ^ round_keys[2];
  b = (b ^ (b >> 32)) * kMultipliers[2];
  b ^= round_keys[3];
  b = (b ^ (b >> 29)) * kMultipliers[3];
  return KeyHash(a ^ (a >> 32), b ^ (b >> 32));
}

}  // namespace peel::detail
