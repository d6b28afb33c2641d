// The mixing steps one by one: scramble can be undone, fold is the folded product, reduce divides a word's
// range evenly and in order.
#include "peel/hashing/mix.hpp"

#include "peel/hashing/key_hash.hpp"

#include "hashing/unscramble.hpp"
#include "support/random.hpp"

#include <array>
#include <gtest/gtest.h>

namespace peel {
namespace {

constexpr std::uint64_t kLargest = ~std::uint64_t{0};

TEST(Scramble, CanBeUndoneHenceIsABijection) {
  test::Random random;
  for (int i = 0; i < 10'000; ++i) {
    const std::uint64_t word = random.next();
    ASSERT_EQ(unscramble(scramble(word)), word);
  }
}

TEST(Scramble, CanBeUndoneForWordsOfASingleBit) {
  for (unsigned bit = 0; bit < 64; ++bit) {
    const std::uint64_t word = std::uint64_t{1} << bit;
    EXPECT_EQ(unscramble(scramble(word)), word);
  }
}

// The first numbers of SplitMix64 started at 0, as published with the generator.
TEST(Scramble, GivesTheNumbersOfSplitMix64) {
  EXPECT_EQ(scramble(kGolden), 0xE220A8397B1DCDAFU);
  EXPECT_EQ(scramble(2 * kGolden), 0x6E789E6AA1B965F4U);
  EXPECT_EQ(scramble(3 * kGolden), 0x06C45D188009454FU);
}

TEST(Fold, XorsTheHalvesOfTheProduct) {
  EXPECT_EQ(fold(3, 5), 15U);                      // the high half is 0
  EXPECT_EQ(fold(std::uint64_t{1} << 63, 6), 3U);  // 3 * 2^64: the low half is 0
  EXPECT_EQ(fold((std::uint64_t{1} << 32) + 1, (std::uint64_t{1} << 32) + 1),
            std::uint64_t{1} << 33);              // 1 ^ 1 is 0
  EXPECT_EQ(fold(kLargest, kLargest), kLargest);  // (2^64 - 2) * 2^64 + 1
}

TEST(Fold, DoesNotCareForTheOrderOfItsArguments) {
  test::Random random;
  const std::uint64_t a = random.next();
  const std::uint64_t b = random.next();
  EXPECT_EQ(fold(a, b), fold(b, a));
}

TEST(Reduce, GivesZeroForARangeOfOneOrNone) {
  EXPECT_EQ(reduce(kLargest, 1), 0U);
  EXPECT_EQ(reduce(kLargest, 0), 0U);
}

TEST(Reduce, MapsTheSmallestAndTheLargestWordToTheEndsOfTheRange) {
  EXPECT_EQ(reduce(0, 1000), 0U);
  EXPECT_EQ(reduce(kLargest, 1000), 999U);
}

TEST(Reduce, ReachesTheEndsOfTheLargestRange) {
  EXPECT_EQ(reduce(kLargest, kLargest), kLargest - 1);
  EXPECT_EQ(reduce(0, kLargest), 0U);
}

TEST(Reduce, TakesTheLeadingBitsForAPowerOfTwo) {
  EXPECT_EQ(reduce(0xABCDEF0123456789U, 1024), 0xABCDEF0123456789U >> 54);
}

// Cell c of a range r holds the words from ceil(c 2^64 / r) on.
TEST(Reduce, ChangesCellExactlyAtEachBoundary) {
  for (const std::uint64_t range : {3U, 10U, 1000U, 1024U}) {
    for (std::uint64_t cell = 1; cell < range; ++cell) {
      const Uint128 scaled = static_cast<Uint128>(cell) << 64;
      const auto first = static_cast<std::uint64_t>((scaled + range - 1) / range);
      ASSERT_EQ(reduce(first, range), cell);
      ASSERT_EQ(reduce(first - 1, range), cell - 1);
    }
  }
}

TEST(Reduce, StaysInRangeAndNeverDecreasesAsTheWordGrows) {
  test::Random random;
  for (int i = 0; i < 10'000; ++i) {
    const std::uint64_t range = 1 + (random.next() >> random.below(64)) % kLargest;
    const std::uint64_t word = random.next();
    const std::uint64_t larger = word + random.below(kLargest - word);
    ASSERT_LT(reduce(larger, range), range);
    ASSERT_LE(reduce(word, range), reduce(larger, range));
  }
}

TEST(DerivedWord, FoldsTheHashWithItsOwnTwoConstantsOfTheSplitMixRow) {
  const KeyHash hash{0x0123456789ABCDEFU, 0xFEDCBA9876543210U};
  for (unsigned i = 0; i < kDerivedWords; ++i) {
    const std::uint64_t a = hash.low ^ scramble(kGolden * (2 * i + 1));
    const std::uint64_t b = hash.high ^ scramble(kGolden * (2 * i + 2));
    EXPECT_EQ(hash.word(i), fold(a, b)) << "word " << i;
  }
}

}  // namespace
}  // namespace peel
