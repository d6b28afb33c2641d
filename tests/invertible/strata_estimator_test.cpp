// How many items differ: exact where all can be listed, within its range where a sample must do.
#include "peel/invertible/strata_estimator.hpp"

#include "support/pairs.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace peel {
namespace {

using Basis = StrataEstimate::Basis;

StrataEstimator estimator(const StrataSpec& spec, Seed seed = Seed(1), HashFamily family = HashFamily::fast) {
  return {test::value_of(StrataShape::from(spec)), family, seed};
}

// Distinct in the 56 bits that count.
std::vector<std::uint64_t> distinct_items(test::Random& random, std::size_t count) {
  std::unordered_set<std::uint64_t> seen;
  while (seen.size() < count) seen.insert(random.next() & kStrataItemMask);
  return {seen.begin(), seen.end()};
}

void expect_within(const StrataEstimate& estimate, std::uint64_t items) {
  EXPECT_LE(estimate.least.value, items) << "estimated " << estimate.items.value;
  EXPECT_GE(estimate.most.value, items) << "estimated " << estimate.items.value;
}

TEST(StrataEstimator, OfNothingIsExactlyNone) {
  const StrataEstimate estimate = estimator({}).estimate();
  EXPECT_EQ(estimate.items, ItemCount(0));
  EXPECT_EQ(estimate.most, ItemCount(0));
  EXPECT_EQ(estimate.basis, Basis::exact);
}

// Twelve items in levels of 720 cells: a level fails only if two items share four cells of 180, below 1e-7.
TEST(StrataEstimator, IsExactForAFewItems) {
  test::Random random;
  StrataEstimator left = estimator({.level_cells = CellCount(720)}), right = left;
  const auto items = distinct_items(random, 10'012);
  EXPECT_OK(left.insert(std::span(items).first(10'005)));
  EXPECT_OK(right.insert(std::span(items).last(10'007)));
  EXPECT_OK(left.subtract(right));
  const StrataEstimate estimate = left.estimate();
  EXPECT_EQ(estimate.items, ItemCount(12));
  EXPECT_EQ(estimate.least, ItemCount(12));
  EXPECT_EQ(estimate.most, ItemCount(12));
  EXPECT_EQ(estimate.basis, Basis::exact);
}

TEST(StrataEstimator, AddsEachItemAsOftenAsItIsTold) {
  const std::vector<std::uint64_t> items = {1, 2, 3, 4};
  const std::vector<std::int64_t> times = {5, -1, 0, 1'000'000};
  StrataEstimator at_once = estimator({}), one_by_one = estimator({});
  EXPECT_OK(at_once.add(items, times));
  for (std::size_t i = 0; i < items.size(); ++i)
    EXPECT_OK(one_by_one.add(std::span(items).subspan(i, 1), times[i]));
  EXPECT_OK(at_once.subtract(one_by_one));
  EXPECT_TRUE(at_once.empty());
}

TEST(StrataEstimator, RefusesMoreCopiesThanItsLimitInAll) {
  const std::vector<std::uint64_t> items = {1, 2};
  const std::int64_t half = std::int64_t{1} << 59;
  StrataEstimator strata = estimator({});
  const auto refused = strata.add(items, std::vector<std::int64_t>{half, -half - 1});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), ErrorCode::limit_exceeded);
  EXPECT_TRUE(strata.empty());
  EXPECT_FALSE(strata.add(items, std::vector<std::int64_t>{1}));
}

struct Difference {
  std::uint64_t items;
  std::uint64_t first_level;
  int trials;
};

class StrataDifferences : public testing::TestWithParam<Difference> {};

// Outside with a probability of at most 7.5e-6 for each trial and each level where listing may stop, of which
// two or three are likely: below 2e-3 for all trials here, and about a tenth of that without Chernoff's
// slack.
TEST_P(StrataDifferences, AreWithinTheRangeOfTheirEstimate) {
  test::Random random;
  for (int trial = 0; trial < GetParam().trials; ++trial) {
    const Seed seed = random.seed();
    StrataEstimator left = estimator({.first_level = SamplingLevel(GetParam().first_level)}, seed),
                    right = left;
    const auto items = distinct_items(random, GetParam().items + 1'000);
    const std::size_t only_left = GetParam().items / 3;
    EXPECT_OK(left.insert(std::span(items).first(only_left + 1'000)));
    EXPECT_OK(right.insert(std::span(items).subspan(only_left)));
    EXPECT_OK(left.subtract(right));
    const StrataEstimate estimate = left.estimate();
    expect_within(estimate, GetParam().items);
    EXPECT_NE(estimate.basis, Basis::none);
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, StrataDifferences,
                         testing::Values(Difference{10, 0, 30}, Difference{100, 0, 30},
                                         Difference{1'000, 0, 20}, Difference{1'000, 6, 20},
                                         Difference{10'000, 0, 10}, Difference{10'000, 9, 10},
                                         Difference{100'000, 0, 3}, Difference{100'000, 12, 3},
                                         Difference{1'000'000, 0, 1}, Difference{1'000'000, 10, 1}),
                         [](const auto& difference) {
                           return std::to_string(difference.param.items) + "_from_" +
                                  std::to_string(difference.param.first_level);
                         });

// The mean of 200 estimates of 5,000. Each has a standard error of about 1 / sqrt(listed), and stopping at a
// level that happens to be crowded leaves a sample that is a little too sparse: 3 % at most
// (docs/theory/strata.md).
TEST(StrataEstimator, IsRightOnAverage) {
  test::Random random;
  double sum = 0, variance = 0;
  constexpr int kTrials = 200;
  for (int trial = 0; trial < kTrials; ++trial) {
    StrataEstimator sketch = estimator({}, random.seed());
    EXPECT_OK(sketch.insert(distinct_items(random, 5'000)));
    const StrataEstimate estimate = sketch.estimate();
    sum += static_cast<double>(estimate.items.value) / 5'000;
    variance += 1 / static_cast<double>(estimate.listed.value);
  }
  const double error = std::sqrt(variance / kTrials / kTrials);
  EXPECT_NEAR(sum / kTrials, 1, 5 * error + 0.03);
}

TEST(StrataEstimator, CountsAnItemThatIsRepeatedAMillionTimesOnce) {
  test::Random random;
  StrataEstimator left = estimator({.level_cells = CellCount(720)}), right = left;
  const auto items = distinct_items(random, 3);
  const std::vector<std::uint64_t> repeated(1'000'000, items[0]);
  EXPECT_OK(left.insert(repeated));
  EXPECT_OK(left.insert(items));
  EXPECT_OK(right.insert(std::span(items).last(2)));
  EXPECT_OK(left.subtract(right));
  EXPECT_EQ(left.estimate().items, ItemCount(1));
  EXPECT_EQ(left.estimate().basis, Basis::exact);
  EXPECT_OK(left.add(std::span(items).first(1), -1'000'001));
  EXPECT_TRUE(left.empty());
}

TEST(StrataEstimator, IgnoresTheBitsOfAnItemBeyond56) {
  StrataEstimator sketch = estimator({});
  EXPECT_OK(sketch.insert(std::vector<std::uint64_t>{5, 6}));
  EXPECT_OK(
      sketch.erase(std::vector<std::uint64_t>{5 | std::uint64_t{0xAB} << 56, 6 | std::uint64_t{1} << 63}));
  EXPECT_TRUE(sketch.empty());
}

TEST(StrataEstimator, StoresOnlyTheLevelsItWasAskedFor) {
  test::Random random;
  const auto items = distinct_items(random, 20'000);
  StrataEstimator all = estimator({.levels = LevelCount(12)});
  StrataEstimator upper = estimator({.first_level = SamplingLevel(5), .levels = LevelCount(7)});
  EXPECT_OK(all.insert(items));
  EXPECT_OK(upper.insert(items));
  ASSERT_EQ(upper.levels().size(), 7U);
  for (std::size_t level = 0; level < 7; ++level) {
    EXPECT_TRUE(std::ranges::equal(upper.levels()[level].cells(), all.levels()[5 + level].cells()));
  }
}

// Level j holds one item in 2^(j+1), the last one in 2^j: counted to within five standard errors.
TEST(StrataEstimator, SortsItemsIntoLevelsByHalves) {
  test::Random random;
  StrataEstimator sketch = estimator({.levels = LevelCount(5)}, random.seed());
  constexpr double kItems = 100'000;
  EXPECT_OK(sketch.insert(distinct_items(random, 100'000)));
  for (int level = 0; level < 5; ++level) {
    const double p = std::ldexp(1.0, -std::min(level + 1, 4));
    const auto held = static_cast<double>(sketch.levels()[static_cast<std::size_t>(level)].gross_total());
    EXPECT_NEAR(held, kItems * p, 5 * std::sqrt(kItems * p * (1 - p))) << level;
  }
}

TEST(StrataEstimator, OfMergedPartsIsThatOfTheWhole) {
  test::Random random;
  const auto items = distinct_items(random, 9'000);
  StrataEstimator whole = estimator({}), part = whole, other = whole;
  EXPECT_OK(whole.insert(items));
  EXPECT_OK(part.insert(std::span(items).first(4'000)));
  EXPECT_OK(other.insert(std::span(items).last(5'000)));
  EXPECT_OK(part.merge(other));
  EXPECT_EQ(part.estimate().items, whole.estimate().items);
  EXPECT_OK(part.subtract(whole));
  EXPECT_TRUE(part.empty());
}

TEST(StrataEstimator, SaysWhenNotEvenTheSparsestLevelLists) {
  test::Random random;
  StrataEstimator sketch = estimator({.levels = LevelCount(2), .level_cells = CellCount(8)});
  EXPECT_OK(sketch.insert(distinct_items(random, 1'000)));
  const StrataEstimate estimate = sketch.estimate();
  EXPECT_EQ(estimate.basis, Basis::none);
  expect_within(estimate, 1'000);
}

TEST(StrataEstimator, DoesNotBelieveALevelWithItemsOfAnother) {
  test::Random random;
  StrataEstimator sketch = estimator({.levels = LevelCount(2), .level_cells = CellCount(720)});
  EXPECT_OK(sketch.insert(distinct_items(random, 20)));
  std::vector<Iblt> levels(sketch.levels().begin(), sketch.levels().end());
  std::swap(levels[0], levels[1]);
  const auto forged = StrataEstimator::from_levels(sketch.shape(), sketch.family(), sketch.seed(), levels);
  ASSERT_TRUE(forged);
  EXPECT_EQ(forged->estimate().basis, Basis::none);
}

TEST(StrataEstimator, AdoptsItsOwnLevelsAndNoOthers) {
  const StrataEstimator sketch = estimator({.levels = LevelCount(3)});
  const std::vector<Iblt> levels(sketch.levels().begin(), sketch.levels().end());
  EXPECT_OK(StrataEstimator::from_levels(sketch.shape(), sketch.family(), sketch.seed(), levels));
  EXPECT_FALSE(StrataEstimator::from_levels(sketch.shape(), sketch.family(), Seed(2), levels));
  EXPECT_FALSE(StrataEstimator::from_levels(sketch.shape(), HashFamily::siphash, sketch.seed(), levels));
  EXPECT_FALSE(StrataEstimator::from_levels(sketch.shape(), sketch.family(), sketch.seed(),
                                            {levels.begin(), levels.begin() + 2}));
  std::vector<Iblt> lossy = levels;
  EXPECT_OK(lossy[1].declare_lost(SubTable(0)));
  EXPECT_FALSE(StrataEstimator::from_levels(sketch.shape(), sketch.family(), sketch.seed(), lossy));
}

TEST(StrataEstimator, CombinesOnlyWithItsLike) {
  StrataEstimator sketch = estimator({});
  EXPECT_EQ(sketch.merge(estimator({.levels = LevelCount(5)})).error().code(), ErrorCode::incompatible);
  EXPECT_EQ(sketch.merge(estimator({.first_level = SamplingLevel(1)})).error().code(),
            ErrorCode::incompatible);
  EXPECT_EQ(sketch.subtract(estimator({.level_cells = CellCount(76)})).error().code(),
            ErrorCode::incompatible);
  EXPECT_EQ(sketch.subtract(estimator({}, Seed(2))).error().code(), ErrorCode::incompatible);
  EXPECT_EQ(sketch.subtract(estimator({}, Seed(1), HashFamily::siphash)).error().code(),
            ErrorCode::incompatible);
}

TEST(StrataEstimator, ChangesNothingBeyondTheGrossTotal) {
  StrataEstimator sketch = estimator({.levels = LevelCount(1)}), other = sketch;
  const std::vector<std::uint64_t> item{5};
  EXPECT_OK(sketch.add(item, static_cast<std::int64_t>(kMaxGrossTotal)));
  EXPECT_EQ(sketch.insert(item).error().code(), ErrorCode::limit_exceeded);
  EXPECT_OK(other.insert(item));
  EXPECT_EQ(sketch.merge(other).error().code(), ErrorCode::limit_exceeded);
  EXPECT_EQ(sketch.levels()[0].gross_total(), kMaxGrossTotal);
  EXPECT_EQ(other.add(item, std::numeric_limits<std::int64_t>::min()).error().code(),
            ErrorCode::limit_exceeded);
}

TEST(StrataShape, RefusesWhatNoEstimatorHas) {
  EXPECT_FALSE(StrataShape::from({.levels = LevelCount(0)}));
  EXPECT_FALSE(StrataShape::from({.first_level = SamplingLevel(57), .levels = LevelCount(1)}));
  EXPECT_FALSE(StrataShape::from({.first_level = SamplingLevel(56), .levels = LevelCount(2)}));
  EXPECT_FALSE(StrataShape::from({.first_level = SamplingLevel(1), .levels = LevelCount(~std::uint64_t{0})}));
  EXPECT_FALSE(StrataShape::from({.level_cells = CellCount(0)}));
  EXPECT_FALSE(StrataShape::from({.level_cells = CellCount(65'537)}));
  EXPECT_TRUE(StrataShape::from({.first_level = SamplingLevel(56), .levels = LevelCount(1)}));
  EXPECT_EQ(StrataShape::from({.levels = LevelCount(58)}).error().sentence(),
            "58 sampling levels from 0 on: accepted is at least one, and none beyond 56");
}

}  // namespace
}  // namespace peel
