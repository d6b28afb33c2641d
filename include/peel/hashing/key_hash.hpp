// KeyHash: the one 128-bit keyed hash of an item. Every position, check and class that a structure needs
// is a word derived from it, so that a key is hashed once however many cells it touches.
#pragma once

#include "peel/hashing/mix.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace peel {

// Words 0..kMaxChoices-1 place a key, word kCheckWord checks it, word kSamplingWord says whether it belongs
// to a sample, word kWeightWord how many cells of an irregular table it has; further words are free for other
// uses.
inline constexpr unsigned kMaxChoices = 8;
inline constexpr unsigned kCheckWord = 8;
inline constexpr unsigned kSamplingWord = 9;
inline constexpr unsigned kWeightWord = 10;
inline constexpr unsigned kDerivedWords = 16;

namespace detail {

// Constants with no hidden choice: SplitMix64 run from 0.
constexpr std::array<std::uint64_t, std::size_t{2} * kDerivedWords> derivation_constants() {
  std::array<std::uint64_t, std::size_t{2} * kDerivedWords> constants{};
  for (std::size_t i = 0; i < constants.size(); ++i) constants[i] = scramble(kGolden * (i + 1));
  return constants;
}
inline constexpr auto kDerivation = derivation_constants();

}  // namespace detail

struct KeyHash {
  std::uint64_t low;
  std::uint64_t high;

  KeyHash() = default;
  // Explicit, since structures take a KeyHash where they take keys: `filter.insert({1, 2})` would be a hash
  // that no key has, and must not compile.
  explicit constexpr KeyHash(std::uint64_t low_word, std::uint64_t high_word)
      : low(low_word), high(high_word) {}

  // The i-th derived word, i < kDerivedWords: one multiplication. Each mixes all 128 bits, so two keys
  // that agree in one word do not tend to agree in another. (Double hashing, low + i * high, would: two
  // keys close in two positions are close in all, and listing would fail at a constant rate.)
  constexpr std::uint64_t word(unsigned i) const {
    const std::size_t at = std::size_t{2} * i;
    return fold(low ^ detail::kDerivation[at], high ^ detail::kDerivation[at + 1]);
  }

  // The i-th of an endless row of words that begins with the derived ones, for structures with many choices.
  constexpr std::uint64_t far_word(unsigned i) const {
    const std::uint64_t lap = i / kDerivedWords;
    return lap == 0 ? word(i) : scramble(word(i % kDerivedWords) + kGolden * lap);
  }

  friend constexpr bool operator==(const KeyHash&, const KeyHash&) = default;
};

}  // namespace peel
