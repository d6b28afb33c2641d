// Zipf's law: its probabilities against the definition, and the sampler against its probabilities.
#include "peel/analysis/zipf.hpp"

#include "support/random.hpp"

#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <set>
#include <vector>

namespace peel::analysis {
namespace {

class ZipfLaws : public testing::TestWithParam<ZipfSpec> {
 protected:
  const Zipf zipf = *Zipf::from(GetParam());
};

TEST_P(ZipfLaws, GiveRankIAProbabilityProportionalToIToTheMinusZ) {
  for (std::uint64_t rank = 1; rank <= GetParam().keys.value; rank = rank * 3 / 2 + 1) {
    const double share = zipf.probability(rank) / zipf.probability(1);
    const double law = std::pow(static_cast<double>(rank), -GetParam().exponent);
    EXPECT_NEAR(share / law, 1, 1e-6) << "rank " << rank;
  }
}

TEST_P(ZipfLaws, GiveAllRanksTogetherAProbabilityOfOne) {
  double sum = 0;
  for (std::uint64_t rank = GetParam().keys.value; rank >= 1; --rank) sum += zipf.probability(rank);
  EXPECT_NEAR(sum, 1, 1e-9);
}

TEST_P(ZipfLaws, HaveClassesThatHoldEveryRankOnce) {
  std::uint64_t next = 1;
  double sum = 0;
  for (const ZipfClass& some : zipf.classes()) {
    ASSERT_EQ(some.first_rank, next);
    next += some.keys;
    sum += static_cast<double>(some.keys) * some.probability;
    EXPECT_NEAR(some.probability / zipf.probability(some.first_rank), 1, 0.01 * GetParam().exponent + 1e-9);
  }
  EXPECT_EQ(next, GetParam().keys.value + 1);
  EXPECT_NEAR(sum, 1, 1e-9);
}

TEST_P(ZipfLaws, TurnLargerWordsIntoTheSameOrLargerRanks) {
  std::uint64_t before = 1;
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    const std::uint64_t rank = zipf.rank(i * (std::numeric_limits<std::uint64_t>::max() / 100'000));
    ASSERT_GE(rank, before);
    before = rank;
  }
  EXPECT_EQ(zipf.rank(0), 1U);
  EXPECT_LE(zipf.rank(std::numeric_limits<std::uint64_t>::max()), GetParam().keys.value);
}

// Ranks in stretches that double: each is drawn as often as its probability says.
TEST_P(ZipfLaws, AreDrawnWithinFiveStandardErrorsOfTheirProbability) {
  constexpr double kDraws = 1'000'000;
  test::Random random;
  std::vector<double> drawn(64);
  for (double i = 0; i < kDraws; ++i) drawn[std::bit_width(zipf.rank(random.next()))] += 1;
  for (std::uint64_t first = 1; first <= GetParam().keys.value; first *= 2) {
    double share = 0;
    for (std::uint64_t rank = first; rank < 2 * first && rank <= GetParam().keys.value; ++rank)
      share += zipf.probability(rank);
    if (kDraws * share < 100) continue;  // standard errors say little about few
    const double spread = std::sqrt(kDraws * share * (1 - share));
    EXPECT_NEAR(drawn[std::bit_width(first)], kDraws * share, 5 * spread) << "from rank " << first;
  }
}

INSTANTIATE_TEST_SUITE_P(Grid, ZipfLaws,
                         testing::Values(ZipfSpec{ItemCount(1), 1}, ZipfSpec{ItemCount(400), 0},
                                         ZipfSpec{ItemCount(4096), 1.5}, ZipfSpec{ItemCount(4097), 0.8},
                                         ZipfSpec{ItemCount(100'000), 0}, ZipfSpec{ItemCount(1'000'000), 1},
                                         ZipfSpec{ItemCount(1'000'000), 1.1},
                                         ZipfSpec{ItemCount(200'000), 8}));

// The stream of the measurements that docs/theory/count-min.md cites.
TEST(Zipf, HasTheSharesOfAKnownStream) {
  const Zipf zipf = *Zipf::from({ItemCount(10'000'000), 1.1});
  double hundred = 0;
  for (std::uint64_t rank = 1; rank <= 100; ++rank) hundred += zipf.probability(rank);
  EXPECT_NEAR(zipf.probability(1), 0.116, 0.0005);
  EXPECT_NEAR(hundred, 0.498, 0.0005);
  EXPECT_NEAR(expected_distinct(zipf, CopyCount(10'000'000)), 1.12e6, 0.006e6);
}

// The count of distinct keys varies by less than the root of its expectation.
TEST(Zipf, ExpectsAsManyDistinctKeysAsAreDrawn) {
  const Zipf zipf = *Zipf::from({ItemCount(300'000), 1});
  test::Random random;
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 200'000; ++i) seen.insert(zipf.rank(random.next()));
  const double expected = expected_distinct(zipf, CopyCount(200'000));
  EXPECT_NEAR(static_cast<double>(seen.size()), expected, 5 * std::sqrt(expected));
}

TEST(Zipf, DrawsTheSameRanksInEveryBuild) {
  const Zipf zipf = *Zipf::from({ItemCount(10'000'000), 1.1});
  EXPECT_EQ(zipf.rank(0x4000'0000'0000'0000), 5U);
  EXPECT_EQ(zipf.rank(0x8000'0000'0000'0000), 103U);
  EXPECT_EQ(zipf.rank(0xE000'0000'0000'0000), 134'945U);
  EXPECT_EQ(zipf.rank(0xFFFF'0000'0000'0000), 9'993'434U);
}

TEST(Zipf, RefusesNoKeysAndExponentsOutOfRange) {
  EXPECT_FALSE(Zipf::from({ItemCount(0), 1}));
  EXPECT_FALSE(Zipf::from({ItemCount(kMaxZipfKeys + 1), 1}));
  EXPECT_FALSE(Zipf::from({ItemCount(10), -0.1}));
  EXPECT_FALSE(Zipf::from({ItemCount(10), kMaxZipfExponent + 1}));
  EXPECT_FALSE(Zipf::from({ItemCount(10), std::numeric_limits<double>::quiet_NaN()}));
}

}  // namespace
}  // namespace peel::analysis
