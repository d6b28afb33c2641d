// Seed: the explicit, 128-bit origin of every random choice. It is part of a structure's identity and
// travels with it on the wire; two structures combine only if their seeds agree.
#pragma once

#include "peel/hashing/mix.hpp"

#include <compare>
#include <cstdint>

namespace peel {

struct Seed {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  constexpr Seed() = default;
  constexpr explicit Seed(std::uint64_t low_word, std::uint64_t high_word = 0)
      : low(low_word), high(high_word) {}

  friend constexpr auto operator<=>(const Seed&, const Seed&) = default;

  // The j-th of an endless row of words that look independent; a bijection of `high` for fixed j and low.
  constexpr std::uint64_t word(std::uint64_t j) const {
    const std::uint64_t step = kGolden * (j + 1);
    return scramble(scramble(low + step) ^ (high + step));
  }

  // A seed for another purpose that shares nothing visible with this one.
  constexpr Seed derive(std::uint64_t purpose) const {
    return Seed(word(~(2 * purpose)), word(~(2 * purpose + 1)));
  }
};

// The seed of saved files, so that files made on different machines merge and subtract. Published, hence
// no defence against someone who chooses keys to collide (SECURITY.md).
inline constexpr Seed kDefaultSeed{0x7065656C2D736565U, 0x642D76312E303030U};  // "peel-see" "d-v1.000"

}  // namespace peel
