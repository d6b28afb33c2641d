// What a Count-Min sketch promises, against exact counts.
#include "peel/analysis/count_min.hpp"
#include "peel/analysis/zipf.hpp"
#include "peel/frequency/count_min_sketch.hpp"

#include "support/random.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <vector>

namespace peel {
namespace {

using TrueCounts = std::map<std::uint64_t, std::uint64_t>;

CountMinSketch count_min_of(const GridSpec& grid, CountMinRule rule, Seed seed = Seed(1)) {
  return *CountMinSketch::make(*GridShape::from(grid), rule, HashFamily::fast, seed);
}

class EveryWidth : public testing::TestWithParam<std::tuple<std::uint64_t, CountMinRule>> {
 protected:
  GridSpec grid(std::uint64_t columns) const {
    return {RowCount(3), ColumnCount(columns), BitWidth(std::get<0>(GetParam()))};
  }
  CountMinRule rule() const { return std::get<1>(GetParam()); }
};

TEST_P(EveryWidth, NeverSaysLessThanTheTruthUnlessItSaysSaturated) {
  test::Random random;
  CountMinSketch sketch = count_min_of(grid(37), rule(), random.seed());
  TrueCounts counts;
  std::vector<std::uint64_t> keys;
  for (int i = 0; i < 3000; ++i) {
    keys.push_back(random.below(1 + random.below(300)));
    ++counts[keys.back()];
  }
  sketch.add(keys);
  for (const auto& [key, count] : counts) {
    const CountBounds bounds = sketch.bounds(key);
    EXPECT_TRUE(bounds.upper >= count || bounds.saturated) << key;
    EXPECT_EQ(bounds.saturated, bounds.upper == sketch.shape().largest());
  }
}

TEST_P(EveryWidth, StaysAtItsLargestNumberAndSaysSo) {
  CountMinSketch sketch = count_min_of(grid(5), rule());
  const std::uint64_t largest = sketch.shape().largest();
  sketch.add(7, CopyCount(largest - 1));
  EXPECT_FALSE(sketch.bounds(7).saturated);
  EXPECT_EQ(sketch.saturated(), CellCount(0));
  sketch.add(7, CopyCount(1));
  EXPECT_TRUE(sketch.bounds(7).saturated);
  EXPECT_EQ(sketch.saturated(), CellCount(3));
  sketch.add(7, CopyCount(~std::uint64_t{0}));
  EXPECT_EQ(sketch.bounds(7).upper, largest);
  EXPECT_EQ(sketch.total(), CopyCount(~std::uint64_t{0}));
  EXPECT_EQ(sketch.bounds(7).lower, 0U);  // of a total that was cut off there is no margin
}

TEST_P(EveryWidth, MergedIsTheSketchOfBothStreamsOrRefused) {
  CountMinSketch a = count_min_of(grid(7), rule()), b = a, both = a;
  for (std::uint64_t key = 0; key < 50; ++key) {
    (key % 2 == 0 ? a : b).add(key, CopyCount(3 * key));
    both.add(key, CopyCount(3 * key));
  }
  const CountMinSketch before = a;
  if (rule() == CountMinRule::plain) {
    ASSERT_TRUE(a.merge(b));
    EXPECT_EQ(a, both);
    EXPECT_EQ(a.merge(count_min_of(grid(8), rule())).error().code(), ErrorCode::incompatible);
    EXPECT_EQ(a.merge(count_min_of(grid(7), rule(), Seed(2))).error().code(), ErrorCode::incompatible);
  } else {
    EXPECT_EQ(a.merge(b).error().code(), ErrorCode::unsupported);
    EXPECT_EQ(inner_product(a, b).error().code(), ErrorCode::unsupported);
    EXPECT_EQ(a, before);
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, EveryWidth,
                         testing::Combine(testing::Values(8, 16, 32, 64),
                                          testing::Values(CountMinRule::plain, CountMinRule::conservative)));

// Every stream of up to five of four keys, in every grid of up to three columns and two rows.
TEST(CountMinSketch, OfTinyStreamsIsNeverUnderAndConservativeNeverAbovePlain) {
  for (const std::uint64_t rows : {1U, 2U}) {
    for (const std::uint64_t columns : {1U, 2U, 3U}) {
      for (unsigned stream = 0; stream < 1024; ++stream) {
        const GridSpec grid{RowCount(rows), ColumnCount(columns), BitWidth(8)};
        CountMinSketch plain = count_min_of(grid, CountMinRule::plain);
        CountMinSketch conservative = count_min_of(grid, CountMinRule::conservative);
        TrueCounts counts;
        for (unsigned at = 0; at < 5; ++at) {
          const std::uint64_t key = stream >> (2 * at) & 3;
          plain.add(key);
          conservative.add(key);
          ++counts[key];
        }
        for (std::uint64_t key = 0; key < 4; ++key) {
          ASSERT_GE(conservative.bounds(key).upper, counts[key]);
          ASSERT_LE(conservative.bounds(key).upper, plain.bounds(key).upper);
        }
      }
    }
  }
}

// As measured by others at 65,536 columns and 10^7 draws; here a 64th of both.
TEST(CountMinSketch, ConservativeHalvesTheMeanErrorOnZipf) {
  test::Random random;
  const auto zipf = analysis::Zipf::from({.keys = ItemCount(156'250), .exponent = 1.1});
  std::vector<std::uint64_t> keys;
  TrueCounts counts;
  for (int i = 0; i < 156'250; ++i) {
    keys.push_back(zipf->rank(random.next()));
    ++counts[keys.back()];
  }
  const GridSpec grid{RowCount(5), ColumnCount(1024)};
  const Seed seed = random.seed();
  const auto excess = [&](CountMinRule rule) {
    CountMinSketch sketch = count_min_of(grid, rule, seed);
    sketch.add(keys);
    std::uint64_t sum = 0;
    for (const auto& [key, count] : counts) sum += sketch.bounds(key).upper - count;
    return static_cast<double>(sum) / static_cast<double>(counts.size());
  };
  const double plain = excess(CountMinRule::plain), conservative = excess(CountMinRule::conservative);
  RecordProperty("plain", std::to_string(plain));
  RecordProperty("conservative", std::to_string(conservative));
  EXPECT_GT(conservative, 0);
  EXPECT_LT(conservative, 0.6 * plain);
}

Uint128 exact_product(TrueCounts& a, TrueCounts& b) {
  Uint128 sum = 0;
  for (const auto& [key, count] : a) sum += static_cast<Uint128>(count) * b[key];
  return sum;
}

TEST(CountMinInnerProduct, IsNeverUnderAndItsLowerBoundHoldsAsOftenAsItSays) {
  test::Random random;
  TrueCounts in_a, in_b;
  for (int i = 0; i < 1000; ++i) {
    ++in_a[random.below(1 + random.below(200))];
    ++in_b[random.below(1 + random.below(200))];
  }
  const Uint128 truth = exact_product(in_a, in_b);
  constexpr int kTrials = 400;
  int above = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    CountMinSketch a = count_min_of({RowCount(3), ColumnCount(32)}, CountMinRule::plain, random.seed()),
                   b = a;
    for (const auto& [key, count] : in_a) a.add(key, CopyCount(count));
    b = count_min_of({RowCount(3), ColumnCount(32)}, CountMinRule::plain, a.hasher().seed());
    for (const auto& [key, count] : in_b) b.add(key, CopyCount(count));
    const InnerProduct product = *inner_product(a, b);
    ASSERT_GE(product.upper, truth);
    ASSERT_FALSE(product.saturated);
    above += product.lower > truth ? 1 : 0;
  }
  const double most = kTrials / 8.0;
  EXPECT_LE(above, most + 5 * std::sqrt(most * 7 / 8));
}

TEST(CountMinInnerProduct, LeavesOutRowsWithFullCountersAndSaysWhenNoneIsLeft) {
  CountMinSketch a = count_min_of({RowCount(2), ColumnCount(4), BitWidth(8)}, CountMinRule::plain);
  CountMinSketch b = a;
  const std::vector<std::uint64_t> first = {0, 0}, second = {1, 0}, third = {2, 1};
  a.add(Columns{first}, CopyCount(100));
  a.add(Columns{second}, CopyCount(100));
  a.add(Columns{third}, CopyCount(1));
  b.add(Columns{third}, CopyCount(2));
  EXPECT_EQ(inner_product(a, b)->upper, Uint128{2});
  a.add(Columns{second}, CopyCount(55));  // the second row is full: 255 in its first column
  EXPECT_EQ(inner_product(a, b)->upper, Uint128{2});
  EXPECT_FALSE(inner_product(a, b)->saturated);
  a.add(Columns{first}, CopyCount(155));
  EXPECT_TRUE(inner_product(a, b)->saturated);
}

}  // namespace
}  // namespace peel
