#include "peel/frequency/range_sketch.hpp"

#include "peel/analysis/range_sketch.hpp"

#include "support/random.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <vector>

namespace peel {
namespace {

RangeSketch range_sketch_of(const GridSpec& grid, BitWidth key_bits, Seed seed = Seed(1)) {
  return {*RangeShape::from(*GridShape::from(grid), key_bits), HashFamily::fast, seed};
}

std::uint64_t count_in(const std::vector<std::uint64_t>& keys, KeyRange range) {
  return static_cast<std::uint64_t>(std::ranges::count_if(
      keys, [=](std::uint64_t key) { return key >= range.first && key <= range.last; }));
}

TEST(RangeSketch, IsExactWhereEveryKeyHasACounter) {
  RangeSketch sketch = range_sketch_of({RowCount(1), ColumnCount(16)}, BitWidth(4));
  const std::vector<std::uint64_t> keys = {0, 3, 3, 7, 15, 9, 9, 9};
  ASSERT_TRUE(sketch.add(keys));
  for (std::uint64_t first = 0; first < 16; ++first) {
    for (std::uint64_t last = 0; last < 16; ++last) {
      const std::uint64_t truth = count_in(keys, {first, last});
      EXPECT_EQ(sketch.range({first, last}), (CountBounds{truth, truth, false})) << first << " to " << last;
    }
  }
  std::vector<std::uint64_t> sorted = keys;
  std::ranges::sort(sorted);
  for (std::uint64_t rank = 1; rank <= keys.size(); ++rank)
    EXPECT_EQ(sketch.at_rank(CopyCount(rank))->key, sorted[rank - 1]);
}

// All ranges of keys of 6 bits, in grids from one counter to nearly enough for all keys.
TEST(RangeSketch, NeverSaysLessThanTheTruthOfAnyRange) {
  test::Random random;
  for (const std::uint64_t columns : {1U, 3U, 7U, 20U}) {
    RangeSketch sketch = range_sketch_of({RowCount(2), ColumnCount(columns)}, BitWidth(6), random.seed());
    std::vector<std::uint64_t> keys;
    for (int i = 0; i < 60; ++i) keys.push_back(random.below(64));
    ASSERT_TRUE(sketch.add(keys));
    for (std::uint64_t first = 0; first < 64; ++first) {
      for (std::uint64_t last = first; last < 64; ++last) {
        EXPECT_GE(sketch.range({first, last}).upper, count_in(keys, {first, last}));
        EXPECT_LE(sketch.range({first, last}).upper, keys.size());
      }
    }
  }
}

TEST(RangeSketch, TakesRangesUpToTheLargestKey) {
  for (const std::uint64_t columns : {1U, 64U}) {
    RangeSketch sketch = range_sketch_of({RowCount(3), ColumnCount(columns)}, BitWidth(64));
    const std::uint64_t most = ~std::uint64_t{0};
    ASSERT_TRUE(sketch.add(std::vector<std::uint64_t>{0, most, most}));
    EXPECT_EQ(sketch.range({0, most}), (CountBounds{3, 3, false}));
    EXPECT_GE(sketch.range({most, most}).upper, 2U);
    EXPECT_GE(sketch.range({1, most}).upper, 2U);
    EXPECT_EQ(sketch.range({5, 4}), (CountBounds{0, 0, false}));
    EXPECT_EQ(sketch.at_rank(CopyCount(1))->key, 0U);
  }
}

TEST(RangeSketch, RefusesKeysOfTooManyBitsAndThenChangesNothing) {
  RangeSketch sketch = range_sketch_of({RowCount(3), ColumnCount(64)}, BitWidth(16));
  const RangeSketch before = sketch;
  EXPECT_EQ(sketch.add(65536).error().code(), ErrorCode::invalid_argument);
  EXPECT_FALSE(sketch.add(std::vector<std::uint64_t>{1, 65536}));
  EXPECT_EQ(sketch, before);
  EXPECT_EQ(sketch.range({65536, 70000}), (CountBounds{0, 0, false}));
}

TEST(RangeSketch, LeadsToTheSameByBatchesOneByOneAndMerging) {
  test::Random random;
  RangeSketch batch = range_sketch_of({RowCount(3), ColumnCount(50)}, BitWidth(20), random.seed());
  RangeSketch single = batch, first = batch, second = batch;
  std::vector<std::uint64_t> keys;
  std::vector<CopyCount> copies;
  for (int i = 0; i < 5000; ++i) {
    keys.push_back(random.below(1 << 20));
    copies.emplace_back(random.below(4));
    ASSERT_TRUE(single.add(keys.back(), copies.back()));
    ASSERT_TRUE((i % 2 == 0 ? first : second).add(keys.back(), copies.back()));
  }
  ASSERT_TRUE(batch.add(keys, copies));
  ASSERT_TRUE(first.merge(second));
  EXPECT_EQ(batch, single);
  EXPECT_EQ(first, single);
}

TEST(RangeSketch, DoesNotMergeWithAnotherShapeOrSeed) {
  RangeSketch sketch = range_sketch_of({RowCount(3), ColumnCount(50)}, BitWidth(20));
  EXPECT_EQ(sketch.merge(range_sketch_of({RowCount(3), ColumnCount(50)}, BitWidth(21))).error().code(),
            ErrorCode::incompatible);
  EXPECT_EQ(
      sketch.merge(range_sketch_of({RowCount(3), ColumnCount(50)}, BitWidth(20), Seed(2))).error().code(),
      ErrorCode::incompatible);
}

TEST(RangeSketch, SaysWhereCountersAreSaturated) {
  RangeSketch sketch = range_sketch_of({RowCount(2), ColumnCount(4), BitWidth(8)}, BitWidth(8));
  ASSERT_TRUE(sketch.add(3, CopyCount(300)));
  EXPECT_TRUE(sketch.range({3, 3}).saturated);
  EXPECT_FALSE(sketch.range({0, 255}).saturated);
  ASSERT_TRUE(sketch.add(3, CopyCount(~std::uint64_t{0})));
  EXPECT_TRUE(sketch.range({0, 255}).saturated);
  EXPECT_EQ(sketch.total(), CopyCount(~std::uint64_t{0}));
}

// Key 3 is found, since the counter of key 2 is full and says too little. The rank of 3 is exact.
TEST(RangeSketch, SaysWhereAQuantileWasFoundByASaturatedCounter) {
  RangeSketch sketch = range_sketch_of({RowCount(1), ColumnCount(2), BitWidth(8)}, BitWidth(2));
  ASSERT_TRUE(sketch.add(2, CopyCount(1000)));
  EXPECT_TRUE(sketch.at_rank(CopyCount(500))->rank.saturated);
}

TEST(RangeSketch, RefusesQuantilesOfNothingAndSharesBeyondAll) {
  RangeSketch sketch = range_sketch_of({RowCount(2), ColumnCount(4)}, BitWidth(8));
  EXPECT_FALSE(sketch.quantile(0.5));
  ASSERT_TRUE(sketch.add(3));
  EXPECT_TRUE(sketch.quantile(0));
  EXPECT_TRUE(sketch.quantile(1));
  EXPECT_FALSE(sketch.quantile(1.01));
  EXPECT_FALSE(sketch.quantile(std::nan("")));
  EXPECT_FALSE(sketch.at_rank(CopyCount(0)));
  EXPECT_FALSE(sketch.at_rank(CopyCount(2)));
}

// Sketches of many seeds. Their keys are in three of the prefixes that are counted exactly, so that these
// know little of the ranges between.
constexpr int kRangeTrials = 400;

std::vector<std::uint64_t> keys_in_three_prefixes(test::Random& random, int count) {
  std::vector<std::uint64_t> keys;
  for (int i = 0; i < count; ++i) keys.push_back(random.below(3 << 16));
  return keys;
}

void expect_few_failed_ranges(int happened, double most) {
  EXPECT_LE(happened, kRangeTrials * most + 5 * std::sqrt(kRangeTrials * most * (1 - most)));
}

TEST(RangeSketch, LowerBoundsHoldAsOftenAsTheySay) {
  test::Random random;
  const std::vector<std::uint64_t> keys = keys_in_three_prefixes(random, 2000);
  const KeyRange asked{20'000, 150'000};
  const std::uint64_t truth = count_in(keys, asked);
  int above = 0, useful = 0;
  for (int trial = 0; trial < kRangeTrials; ++trial) {
    RangeSketch sketch = range_sketch_of({RowCount(2), ColumnCount(200)}, BitWidth(24), random.seed());
    ASSERT_TRUE(sketch.add(keys));
    const CountBounds bounds = sketch.range(asked);
    ASSERT_GE(bounds.upper, truth);
    above += bounds.lower > truth ? 1 : 0;
    useful += bounds.lower > truth / 2 ? 1 : 0;
  }
  expect_few_failed_ranges(above, std::ldexp(1.0, -2));
  EXPECT_GT(useful, 0);
}

TEST(RangeSketch, QuantilesAreWithinTheirMarginAsOftenAsTheySay) {
  test::Random random;
  const std::vector<std::uint64_t> keys = keys_in_three_prefixes(random, 400);
  const RangeShape shape = *RangeShape::from(*GridShape::from({RowCount(8), ColumnCount(160)}), BitWidth(24));
  const auto margin = static_cast<std::uint64_t>(
      analysis::range_margin(shape, CopyCount(400), ItemCount(shape.sketched_levels().value)));
  int misplaced = 0;
  for (int trial = 0; trial < kRangeTrials; ++trial) {
    RangeSketch sketch(shape, HashFamily::fast, random.seed());
    ASSERT_TRUE(sketch.add(keys));
    const Quantile median = *sketch.at_rank(CopyCount(200));
    const std::uint64_t rank = count_in(keys, {0, median.key});
    ASSERT_TRUE(median.key == 0 || count_in(keys, {0, median.key - 1}) < 200);
    ASSERT_GE(median.rank.upper, rank);
    misplaced += rank + margin < 200 || median.rank.lower > rank ? 1 : 0;
  }
  expect_few_failed_ranges(misplaced, analysis::quantile_failure(shape));
}

}  // namespace
}  // namespace peel
