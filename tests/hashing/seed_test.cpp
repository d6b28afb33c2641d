// Seed: its words, and the seeds derived from it.
#include "peel/hashing/seed.hpp"

#include "hashing/unscramble.hpp"
#include "support/random.hpp"

#include <gtest/gtest.h>
#include <set>

namespace peel {
namespace {

TEST(Seed, OfOneWordHasAZeroHighWord) {
  EXPECT_EQ(Seed(42), Seed(42, 0));
}

TEST(Seed, IsEqualOnlyWhenBothWordsAre) {
  EXPECT_NE(Seed(1, 2), Seed(2, 1));
  EXPECT_NE(Seed(1, 2), Seed(1, 3));
}

TEST(Seed, WordsFollowTheirFormula) {
  const Seed seed = test::Random{}.seed();
  for (std::uint64_t j = 0; j < 8; ++j) {
    const std::uint64_t step = 0x9E3779B97F4A7C15U * (j + 1);
    EXPECT_EQ(seed.word(j), scramble(scramble(seed.low + step) ^ (seed.high + step)));
  }
}

// So two seeds that differ in one half only never agree in any word.
TEST(Seed, WordsCanBeUndoneToEitherHalfOfTheSeed) {
  const Seed seed = test::Random{}.seed();
  for (std::uint64_t j = 0; j < 100; ++j) {
    const std::uint64_t step = kGolden * (j + 1);
    const std::uint64_t inner = unscramble(seed.word(j));
    EXPECT_EQ((inner ^ scramble(seed.low + step)) - step, seed.high);
    EXPECT_EQ(unscramble(inner ^ (seed.high + step)) - step, seed.low);
  }
}

TEST(Seed, HasDistinctWords) {
  const Seed seed = test::Random{}.seed();
  std::set<std::uint64_t> words;
  for (std::uint64_t j = 0; j < 10'000; ++j) words.insert(seed.word(j));
  EXPECT_EQ(words.size(), 10'000U);  // 10^8 / 2 pairs in 2^64: equal words once in 10^11 runs
}

TEST(Seed, DerivesTheSameSeedForTheSamePurpose) {
  const Seed seed = test::Random{}.seed();
  EXPECT_EQ(seed.derive(7), seed.derive(7));
}

TEST(Seed, DerivesFromTheLastWordsOfItsRow) {
  const Seed seed = test::Random{}.seed();
  const std::uint64_t last = ~std::uint64_t{0};
  EXPECT_EQ(seed.derive(0), Seed(seed.word(last), seed.word(last - 1)));
  EXPECT_EQ(seed.derive(3), Seed(seed.word(last - 6), seed.word(last - 7)));
}

TEST(Seed, DerivesWordsForManyPurposesThatAreAllDistinct) {
  const Seed seed = test::Random{}.seed();
  std::set<std::uint64_t> words{seed.low, seed.high};
  for (std::uint64_t j = 0; j < 1000; ++j) words.insert(seed.word(j));
  for (std::uint64_t purpose = 0; purpose < 1000; ++purpose) {
    words.insert(seed.derive(purpose).low);
    words.insert(seed.derive(purpose).high);
  }
  EXPECT_EQ(words.size(), 3002U);
}

TEST(DefaultSeed, SpellsItsName) {
  EXPECT_EQ(kDefaultSeed.low, 0x7065656C2D736565U);
  EXPECT_EQ(kDefaultSeed.high, 0x642D76312E303030U);
}

}  // namespace
}  // namespace peel
