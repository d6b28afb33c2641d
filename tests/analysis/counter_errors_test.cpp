// Wrong listings of counters: the paper's bounds with their errata, and moment cells of three keys read as
// two.
#include "peel/analysis/counter_errors.hpp"

#include "peel/hashing/mix.hpp"

#include "support/random.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>

namespace peel::analysis {
namespace {

TEST(StandardWrongBound, IsLessThanTheSquareOfTheCellsByTheRange) {
  EXPECT_DOUBLE_EQ(standard_wrong_bound(CellCount(100), HashRange{1e6}), 100 * 101 / 2e6);
  EXPECT_LT(standard_wrong_bound(CellCount(100), HashRange{std::pow(100, 5)}), std::pow(100, 2 - 5));
}

// Printed: S > count^2 makes failures at most 1/2.
TEST(EvenOddWrongBound, IsAtMostOneHalfOnlyWithALargerRangeThanPrinted) {
  EXPECT_DOUBLE_EQ(even_odd_wrong_bound(CopyCount(10), HashRange{101}), 55.0 / 101);
  EXPECT_DOUBLE_EQ(even_odd_wrong_bound(CopyCount(10), HashRange{110}), 0.5);
}

// Printed: S >= N^3 makes failures at most 1/3.
TEST(OneKeyWrongBound, IsALittleMoreThanOneThirdForTheRangeThatIsPrinted) {
  EXPECT_DOUBLE_EQ(one_key_wrong_bound(CopyCount(10), HashRange{1000}), 1.0 / 3 + 5.0 / 300);
}

// The sum of i (i-1) + 2 over all counts that a cell passes through.
TEST(OneKeyWrongBound, CountsTheTestsOfACellThatIsEmptiedKeyByKey) {
  double tests = 0;
  for (int i = 1; i <= 30; ++i) tests += i * (i - 1) + 2;
  EXPECT_DOUBLE_EQ(one_key_wrong_bound(CopyCount(30), HashRange{1}), tests);
}

// ---- moment cells of three keys
// -------------------------------------------------------------------------------

constexpr std::uint64_t kModulus = (std::uint64_t{1} << 61) - 1;

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint64_t>(static_cast<Uint128>(a) * b % kModulus);
}
std::uint64_t minus(std::uint64_t a, std::uint64_t b) {
  return (a + kModulus - b) % kModulus;
}
std::uint64_t power(std::uint64_t x, std::uint64_t exponent) {
  std::uint64_t result = 1;
  for (; exponent > 0; exponent >>= 1, x = times(x, x)) {
    if ((exponent & 1U) != 0) result = times(result, x);
  }
  return result;
}
std::uint64_t inverse(std::uint64_t x) {
  return power(x, kModulus - 2);
}

// Whether the sums of three random keys below `key_end` look like two, with multiplicities within
// `gross_total`.
bool is_taken_for_two(std::uint64_t key_end, std::uint64_t gross_total, test::Random& random) {
  std::array<std::uint64_t, 4> s{};
  for (int key = 0; key < 3; ++key) {
    const std::uint64_t x = random.below(key_end);
    std::uint64_t term = 1 + random.below(gross_total / 8);
    for (std::uint64_t& sum : s) {
      sum = (sum + term) % kModulus;
      term = times(term, x);
    }
  }
  const std::uint64_t d = inverse(minus(times(s[0], s[2]), times(s[1], s[1])));
  const std::uint64_t e1 = times(minus(times(s[0], s[3]), times(s[1], s[2])), d);
  const std::uint64_t e2 = times(minus(times(s[1], s[3]), times(s[2], s[2])), d);
  const std::uint64_t squared_gap = minus(times(e1, e1), times(4, e2));
  const std::uint64_t gap = power(squared_gap, (kModulus + 1) / 4);
  if (times(gap, gap) != squared_gap) return false;
  const std::uint64_t half = (kModulus + 1) / 2;
  const std::uint64_t x1 = times((e1 + gap) % kModulus, half);
  const std::uint64_t x2 = times(minus(e1, gap), half);
  if (x1 >= key_end || x2 >= key_end) return false;
  const std::uint64_t m1 = times(minus(s[1], times(x2, s[0])), inverse(gap));
  const std::uint64_t m2 = minus(s[0], m1);
  const auto magnitude = [](std::uint64_t m) { return m <= kModulus / 2 ? m : kModulus - m; };
  return magnitude(m1) + magnitude(m2) <= gross_total;
}

void expect_as_often_as_predicted(ByteWidth key_width, std::uint64_t key_end, std::uint64_t gross_total,
                                  int trials) {
  test::Random random;
  int taken = 0;
  for (int trial = 0; trial < trials; ++trial)
    taken += is_taken_for_two(key_end, gross_total, random) ? 1 : 0;
  const double expected = trials * wrong_pair(key_width, 1, CopyCount(gross_total));
  EXPECT_NEAR(taken, expected, 5 * std::sqrt(expected));
}

TEST(WrongPair, IsAsFrequentAsPredictedForKeysOfEightBytes) {
  expect_as_often_as_predicted(ByteWidth(8), std::uint64_t{1} << 60, kModulus - 1, 20'000);
}

TEST(WrongPair, IsAsFrequentAsPredictedForShorterKeys) {
  expect_as_often_as_predicted(ByteWidth(7), std::uint64_t{1} << 56, kModulus - 1, 60'000);
}

TEST(WrongPair, IsAsFrequentAsPredictedForASmallTotal) {
  expect_as_often_as_predicted(ByteWidth(8), std::uint64_t{1} << 60, kModulus / 16, 50'000);
}

TEST(WrongPair, FallsWithTheTotalAndWithTheSquareOfTheChanceOfACell) {
  const double seldom = wrong_pair(ByteWidth(4), 0.01, CopyCount(1'000'000));
  EXPECT_NEAR(wrong_pair(ByteWidth(4), 0.01, CopyCount(2'000'000)) / seldom, 2, 1e-5);
  EXPECT_NEAR(wrong_pair(ByteWidth(4), 0.02, CopyCount(1'000'000)) / seldom, 4, 1e-5);
}

TEST(WrongPair, KnowsThePlaceOfAKeyOfEightBytesUpToSixteenCells) {
  const double placed = wrong_pair(ByteWidth(8), 1.0 / 1600, CopyCount(1'000'000));
  EXPECT_NEAR(placed / wrong_pair(ByteWidth(8), 1.0 / 16, CopyCount(1'000'000)), 1e-4, 1e-9);
  EXPECT_EQ(wrong_pair(ByteWidth(8), 1.0 / 16, CopyCount(9)), wrong_pair(ByteWidth(8), 1, CopyCount(9)));
}

TEST(WrongPair, IsNothingForKeysWithADigest) {
  EXPECT_LT(wrong_pair(ByteWidth(9), 1, CopyCount(std::uint64_t{1} << 60)), std::ldexp(1, -120));
}

const TableGeometry kTable{CellCount(600), HashCount(2), SegmentCount(2)};

TEST(WrongMomentListing, CountsTheStatesOfAllCells) {
  // Cells hold 10/3 keys on average, and E[max(0, keys - 2)] is 1.5236.
  const double each = wrong_pair(ByteWidth(8), 1.0 / 300, CopyCount(1'000'000));
  const double seen = wrong_moment_listing(ItemCount(1'000), kTable, ByteWidth(8), CopyCount(1'000'000));
  EXPECT_NEAR(seen / each, 600 * 1.5236, 0.1);
}

TEST(WrongMomentListing, OfAlmostEmptyCellsIsASixthOfTheCubeOfTheirMean) {
  const TableGeometry large{CellCount(200'000'000), HashCount(2), SegmentCount(2)};
  const double each = wrong_pair(ByteWidth(4), 1e-8, CopyCount(1'000));
  const double seen = wrong_moment_listing(ItemCount(1'000), large, ByteWidth(4), CopyCount(1'000));
  EXPECT_NEAR(seen / each / (2e8 * 1e-15 / 6), 1, 1e-4);
}

TEST(WrongMomentListing, NeedsThreeKeys) {
  EXPECT_EQ(wrong_moment_listing(ItemCount(2), kTable, ByteWidth(8), CopyCount(9)), 0);
  EXPECT_GT(wrong_moment_listing(ItemCount(3), kTable, ByteWidth(8), CopyCount(9)), 0);
}

TEST(DigestCollisions, ArePairsThatShareOneOfTheirCells) {
  EXPECT_NEAR(digest_collisions(ItemCount(1'000), kTable), 499'500 * (2.0 / 300) * std::ldexp(1, -60), 1e-22);
  // In a chain of 3 windows the segments hold 1/3, 2/3, 2/3 and 1/3 of the keys.
  const TableGeometry chain{CellCount(400), HashCount(2), SegmentCount(4)};
  EXPECT_NEAR(digest_collisions(ItemCount(2), chain), (1 + 4 + 4 + 1) / 900.0 * std::ldexp(1, -60), 1e-25);
}

TEST(CounterErrors, AreUndefinedForWhatIsNoTable) {
  const TableGeometry none{CellCount(0), HashCount(3), SegmentCount(3)};
  EXPECT_TRUE(std::isnan(digest_collisions(ItemCount(5), none)));
  EXPECT_TRUE(std::isnan(wrong_moment_listing(ItemCount(5), none, ByteWidth(8), CopyCount(9))));
  EXPECT_TRUE(std::isnan(wrong_pair(ByteWidth(0), 0.1, CopyCount(9))));
  EXPECT_TRUE(std::isnan(wrong_pair(ByteWidth(8), 1.5, CopyCount(9))));
}

}  // namespace
}  // namespace peel::analysis
