// Plans of filters: the smallest that keeps its promise, and the way back.
#include "peel/analysis/bloom_plan.hpp"

#include "peel/analysis/bloom_rate.hpp"

#include "analysis/plain_shapes.hpp"
#include "support/pairs.hpp"

#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>

namespace peel::analysis {
namespace {

using test::rate;

class EveryLayoutPlan : public testing::TestWithParam<FilterLayout> {};
INSTANTIATE_TEST_SUITE_P(BloomPlan, EveryLayoutPlan, testing::ValuesIn(kFilterLayouts),
                         [](const auto& layout) { return std::string(name_of(layout.param)); });

double bits_per_key(const FilterPlan& plan, ItemCount items) {
  return static_cast<double>(plan.shape.cells().value) / static_cast<double>(items.value);
}

TEST_P(EveryLayoutPlan, KeepsItsPromiseAndOneSizeLessDoesNot) {
  for (const std::uint64_t items : {1U, 10U, 1000U, 1'000'000U}) {
    for (const double target : {0.5, 0.1, 0.01, 1e-3}) {
      for (const std::uint64_t hashes : {1U, 4U, 7U}) {
        const FilterPlan plan = test::value_of(plan_filter({.items = ItemCount(items),
                                                            .rate = rate(target),
                                                            .layout = GetParam(),
                                                            .hashes = HashCount(hashes)}));
        EXPECT_EQ(plan.shape.hashes(), HashCount(hashes));
        EXPECT_LE(plan.rate, target);
        EXPECT_NEAR(plan.rate, false_positive_rate(plan.shape, ItemCount(items)), plan.rate * 1e-12);
        const auto smaller = FilterShape::from(
            {.layout = GetParam(),
             .cells = CellCount(plan.shape.cells().value - cells_in_block(GetParam(), BitWidth(1))),
             .hashes = HashCount(hashes)});
        if (smaller) {
          EXPECT_GT(false_positive_rate(*smaller, ItemCount(items)), target)
              << items << ' ' << target << ' ' << hashes;
        }
      }
    }
  }
}

TEST_P(EveryLayoutPlan, HoldsAtLeastTheItemsItWasPlannedFor) {
  for (const std::uint64_t items : {5U, 700U, 100'000U}) {
    const FilterPlan plan =
        test::value_of(plan_filter({.items = ItemCount(items), .rate = rate(0.01), .layout = GetParam()}));
    const ItemCount capacity = capacity_of(plan.shape, rate(0.01));
    EXPECT_GE(capacity.value, items);
    EXPECT_LE(false_positive_rate(plan.shape, capacity), 0.01);
    EXPECT_GT(false_positive_rate(plan.shape, ItemCount(capacity.value + 1)), 0.01);
  }
}

TEST_P(EveryLayoutPlan, ChoosesANumberOfHashesNoneOfWhichNeedsAPercentLess) {
  const ItemCount items(200'000);
  for (const double target : {0.1, 0.01, 1e-4}) {
    const FilterPlan plan =
        test::value_of(plan_filter({.items = items, .rate = rate(target), .layout = GetParam()}));
    for (std::uint64_t hashes = 1; hashes <= 16; ++hashes) {
      const FilterPlan other = test::value_of(plan_filter(
          {.items = items, .rate = rate(target), .layout = GetParam(), .hashes = HashCount(hashes)}));
      EXPECT_GE(bits_per_key(other, items), bits_per_key(plan, items) / 1.011) << target << ' ' << hashes;
      EXPECT_TRUE(hashes >= plan.shape.hashes().value || other.shape.cells() > plan.shape.cells()) << hashes;
    }
  }
}

TEST_P(EveryLayoutPlan, FindsTheBestNumberOfHashesForASize) {
  const FilterPlan best = test::value_of(
      best_filter({.cells = CellCount(512'000), .items = ItemCount(50'000), .layout = GetParam()}));
  for (std::uint64_t hashes = 1; hashes <= 12; ++hashes) {
    const auto other = test::value_of(
        FilterShape::from({.layout = GetParam(), .cells = CellCount(512'000), .hashes = HashCount(hashes)}));
    EXPECT_GE(false_positive_rate(other, ItemCount(50'000)), best.rate) << hashes;
  }
}

TEST_P(EveryLayoutPlan, IsRefusedForNoItemsAndForTooManyHashes) {
  EXPECT_FALSE(plan_filter({.items = ItemCount(0), .rate = rate(0.01), .layout = GetParam()}));
  EXPECT_FALSE(plan_filter(
      {.items = ItemCount(5), .rate = rate(0.01), .layout = GetParam(), .hashes = HashCount(65)}));
  EXPECT_FALSE(
      plan_filter({.items = ItemCount(5), .rate = rate(0.01), .layout = GetParam(), .hashes = HashCount(0)}));
}

TEST_P(EveryLayoutPlan, IsRefusedWhereNoFilterIsLargeEnough) {
  const auto plan =
      plan_filter({.items = ItemCount(std::uint64_t{1} << 60U), .rate = rate(0.01), .layout = GetParam()});
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().code(), ErrorCode::limit_exceeded);
}

TEST_P(EveryLayoutPlan, IsTheFirstSizeThatWillDoIfAllSmallerOnesAreTried) {
  const std::uint64_t unit = cells_in_block(GetParam(), BitWidth(1));
  for (const std::uint64_t hashes : {1U, 2U, 3U, 5U, 9U}) {
    const std::uint64_t items = 40 * (unit == 1 ? 1 : unit / 64);
    for (const double target : {0.7, 0.2, 0.05, 0.005}) {
      std::uint64_t cells = 0;
      double found = 1;
      while (found > target) {
        cells += unit;
        found = false_positive_rate(
            *FilterShape::from(
                {.layout = GetParam(), .cells = CellCount(cells), .hashes = HashCount(hashes)}),
            ItemCount(items));
      }
      const FilterPlan plan = test::value_of(plan_filter({.items = ItemCount(items),
                                                          .rate = rate(target),
                                                          .layout = GetParam(),
                                                          .hashes = HashCount(hashes)}));
      EXPECT_EQ(plan.shape.cells(), CellCount(cells)) << hashes << ' ' << target;
    }
  }
}

TEST(BloomPlan, OfAClassicFilterNeedsTheBitsThatTheoryKnows) {
  const ItemCount items(1'000'000);
  for (const double target : {0.01, 1e-3, 1e-6}) {
    const FilterPlan plan =
        test::value_of(plan_filter({.items = items, .rate = rate(target), .layout = FilterLayout::classic}));
    const double ideal = -std::log(target) / (std::log(2) * std::log(2));
    EXPECT_GE(bits_per_key(plan, items), ideal);
    EXPECT_LE(bits_per_key(plan, items), ideal * 1.012);
  }
}

TEST(BloomPlan, OfCountersHasBlocksOfFewerCells) {
  const FilterPlan plan =
      test::value_of(plan_filter({.items = ItemCount(10'000), .rate = rate(0.01), .cell_bits = BitWidth(4)}));
  EXPECT_EQ(plan.shape.cells().value % 128, 0);
  EXPECT_LE(false_positive_rate(plan.shape, ItemCount(10'000)), 0.01);
}

TEST(Capacity, IsZeroWhereOneItemIsTooMany) {
  const auto shape = test::value_of(
      FilterShape::from({.layout = FilterLayout::classic, .cells = CellCount(2), .hashes = HashCount(2)}));
  EXPECT_EQ(capacity_of(shape, rate(0.62)), ItemCount(0));
  EXPECT_EQ(capacity_of(shape, rate(0.63)), ItemCount(1));
}

TEST_P(EveryLayoutPlan, FindsTheRoomiestNumberOfHashesForASizeAndARate) {
  const FilterCapacity best = test::value_of(
      roomiest_filter({.cells = CellCount(512'000), .rate = rate(0.01), .layout = GetParam()}));
  EXPECT_EQ(best.items, capacity_of(best.shape, rate(0.01)));
  for (std::uint64_t hashes = 1; hashes <= 12; ++hashes) {
    const auto other = test::value_of(
        FilterShape::from({.layout = GetParam(), .cells = CellCount(512'000), .hashes = HashCount(hashes)}));
    EXPECT_LE(capacity_of(other, rate(0.01)), best.items) << hashes;
  }
}

TEST(BestFilter, OfTwoBitsPerKeyHasOneHash) {
  const FilterPlan best = test::value_of(best_filter(
      {.cells = CellCount(2'000'000), .items = ItemCount(1'000'000), .layout = FilterLayout::classic}));
  EXPECT_EQ(best.shape.hashes(), HashCount(1));
}

TEST(BestFilter, HasAboutSevenTenthsOfAHashForEachBitOfAKey) {
  for (const std::uint64_t bits : {8U, 13U, 20U, 40U}) {
    const FilterPlan best = test::value_of(best_filter(
        {.cells = CellCount(bits * 100'000), .items = ItemCount(100'000), .layout = FilterLayout::classic}));
    EXPECT_NEAR(static_cast<double>(best.shape.hashes().value), std::log(2) * static_cast<double>(bits), 0.7);
  }
}

}  // namespace
}  // namespace peel::analysis
