// Plans of counters against trials: what is promised is what happens.
#include "peel/analysis/counter_plan.hpp"

#include "peel/analysis/counter_thresholds.hpp"
#include "peel/invertible/planned_counter.hpp"

#include "analysis/listing_thresholds.hpp"
#include "analysis/plain_shapes.hpp"
#include "analysis/simulated_counter.hpp"
#include "analysis/simulated_peeling.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>

namespace peel::analysis {
namespace {

using test::rate;

CounterTargets targets(double failure) {
  return {rate(failure), suggested_wrong(rate(failure))};
}

CounterPlan counter_plan_for(std::uint64_t items, double failure, ByteWidth key_width = ByteWidth(8)) {
  const auto plan = plan_counter({.items = ItemCount(items), .key_width = key_width}, targets(failure));
  EXPECT_TRUE(plan.has_value());
  return *plan;
}

CounterPlan counter_plan_for(std::uint64_t items, double failure, CounterVariant variant) {
  const auto plan =
      plan_counter({.items = ItemCount(items), .key_width = ByteWidth(4)}, targets(failure), variant);
  EXPECT_TRUE(plan.has_value());
  return *plan;
}

TEST(ListingThresholds, AreThoseOfDensityEvolution) {
  for (std::uint64_t k = kFewestTabulated; k <= kMostTabulated; ++k) {
    const auto hashes = static_cast<unsigned>(k);
    const KeptKeyCells combined{KeptKeyRule::first, KeptKeyUse::anywhere, KeyClasses::two};
    EXPECT_NEAR(listing_threshold(CounterVariant::one_key, hashes), kept_key_threshold(hashes, {}), 1e-4);
    EXPECT_NEAR(listing_threshold(CounterVariant::combined, hashes), kept_key_threshold(hashes, combined),
                1e-4);
  }
}

TEST(CounterPlan, MeetsItsTargetsFromOneKeyToABillion) {
  for (std::uint64_t items = 1; items <= 1'000'000'000; items = items * 20 + 1) {
    for (const double failure : {1e-2, 1e-6}) {
      for (const std::uint64_t width : {4U, 8U, 20U}) {
        const CounterPlan plan = counter_plan_for(items, failure, ByteWidth(width));
        EXPECT_LE(plan.incomplete.probability, failure) << items;
        EXPECT_TRUE(plan.incomplete.measured || plan.incomplete.most <= failure) << items;
        EXPECT_LE(plan.wrong, suggested_wrong(rate(failure)).value()) << items;
        const auto shape = shape_of(plan, ByteWidth(width));
        ASSERT_TRUE(shape.has_value());
        EXPECT_EQ(shape->table_bytes(), plan.bytes);
      }
    }
  }
}

TEST(CounterPlan, TakesTwoHashesForManyKeysAndLongChainsForMore) {
  const CounterPlan many = counter_plan_for(10'000, 1e-2);
  EXPECT_EQ(many.variant, CounterVariant::moment);
  EXPECT_EQ(many.table.hashes, HashCount(2));
  EXPECT_EQ(many.table.sub_tables, SegmentCount(2));
  const CounterPlan more = counter_plan_for(100'000, 1e-2);
  EXPECT_EQ(more.table.hashes, HashCount(3));
  EXPECT_GT(more.table.sub_tables, SegmentCount(30));
}

TEST(CounterPlan, HoldsMoreKeysPerWordThanThePaperWithManyKeys) {
  EXPECT_LT(static_cast<double>(counter_plan_for(10'000, 1e-2).bytes) / 8, 10'000 / 0.405);
  EXPECT_LT(static_cast<double>(counter_plan_for(100'000, 1e-2).bytes) / 8, 100'000 / 0.44);
}

TEST(CounterPlan, IsStandardForLongKeysWherePowersOfADigestCostMore) {
  EXPECT_EQ(counter_plan_for(100, 1e-2, ByteWidth(16)).variant, CounterVariant::standard);
}

TEST(CounterPlan, HasRoomForTheQuotientOfKeysOfEightBytes) {
  const CounterPlan plan = counter_plan_for(3, 1e-2);
  EXPECT_EQ(plan.table.cells.value, 2 * kQuotientCells);
}

TEST(CounterPlan, GrowsWithTheTotalWhereWrongPairsAreWhatMayHappen) {
  const CounterTargets strict{rate(1e-2), rate(1e-9)};
  const auto few =
      plan_counter({ItemCount(1'000), ByteWidth(8), CopyCount(1'000'000)}, strict, CounterVariant::moment);
  const auto many = plan_counter({ItemCount(1'000), ByteWidth(8), CopyCount(std::uint64_t{1} << 50)}, strict,
                                 CounterVariant::moment);
  EXPECT_LT(few->bytes, many->bytes);
  EXPECT_LE(many->wrong, 1e-9);
}

TEST(CounterPlans, AreSortedByBytesAndAllOfTheKindAskedFor) {
  for (const CounterVariant variant : kCounterVariants) {
    const auto plans = counter_plans({ItemCount(2'000)}, targets(1e-2), variant);
    ASSERT_GE(plans.size(), 5U);
    EXPECT_TRUE(std::ranges::is_sorted(plans, {}, &CounterPlan::bytes));
    for (const CounterPlan& plan : plans) EXPECT_EQ(plan.variant, variant);
  }
}

TEST(CounterPlan, IsNothingForNoKeysForImpossibleWidthsAndForMoreThanAnyTableLists) {
  EXPECT_FALSE(plan_counter({ItemCount(0)}, targets(1e-2)).has_value());
  EXPECT_FALSE(plan_counter({ItemCount(9), ByteWidth(0)}, targets(1e-2)).has_value());
  EXPECT_FALSE(plan_counter({ItemCount(9), ByteWidth(65)}, targets(1e-2)).has_value());
  EXPECT_FALSE(plan_counter({ItemCount(9'000'000'000)}, targets(1e-2)).has_value());
}

TEST(CounterListingFailure, IsUndefinedWherePaperCellsAreCoupledOrHaveTwoHashes) {
  const TableGeometry chain{CellCount(100), HashCount(3), SegmentCount(9)};
  EXPECT_TRUE(std::isnan(counter_listing_failure(ItemCount(9), chain, CounterVariant::one_key).probability));
  const TableGeometry two{CellCount(100), HashCount(2), SegmentCount(2)};
  EXPECT_TRUE(std::isnan(counter_listing_failure(ItemCount(9), two, CounterVariant::even_odd).most));
}

// ---- trials
// -------------------------------------------------------------------------------------------------

// The share of failing trials is within the believed range, give or take five standard errors.
template <class Lists>
void expect_kept(const CounterPlan& plan, int trials, const Lists& lists) {
  const Placement placement =
      plan.table.sub_tables.value == plan.table.hashes.value
          ? *Placement::partitioned(plan.table.cells, plan.table.hashes)
          : *Placement::coupled(plan.table.cells, plan.table.hashes, plan.table.sub_tables);
  test::Random random;
  double failed = 0;
  for (int trial = 0; trial < trials; ++trial) failed += lists(placement, random) ? 0 : 1;
  const auto [probability, least, most, measured] = plan.incomplete;
  EXPECT_GE(failed, trials * least - 5 * std::sqrt(trials * least) - 1);
  EXPECT_LE(failed, trials * most + 5 * std::sqrt(trials * most) + 1);
  testing::Test::RecordProperty("failed", std::to_string(failed / trials));
  testing::Test::RecordProperty("predicted", std::to_string(probability));
}

struct CounterPromise {
  std::uint32_t items;
  double failure;
  int trials;
};
class MomentPromise : public testing::TestWithParam<CounterPromise> {};
INSTANTIATE_TEST_SUITE_P(Plans, MomentPromise,
                         testing::Values(CounterPromise{10, 0.02, 40'000}, CounterPromise{100, 0.02, 10'000},
                                         CounterPromise{1'000, 0.02, 2'000},
                                         CounterPromise{5'000, 0.1, 300}));

TEST_P(MomentPromise, IsKept) {
  const auto [items, failure, trials] = GetParam();
  expect_kept(counter_plan_for(items, failure, CounterVariant::moment), trials,
              [items = items](const Placement& placement, test::Random& random) {
                return test::lists_pairs_completely(placement, items, random);
              });
}

struct PaperPromise {
  CounterVariant variant;
  test::CellKind cells;
};
class PaperCells : public testing::TestWithParam<PaperPromise> {};
INSTANTIATE_TEST_SUITE_P(Plans, PaperCells,
                         testing::Values(PaperPromise{CounterVariant::even_odd, {.classes = 2}},
                                         PaperPromise{CounterVariant::one_key,
                                                      {.kept = test::KeptFirst::anywhere}},
                                         PaperPromise{CounterVariant::combined,
                                                      {.kept = test::KeptFirst::anywhere, .classes = 2}}));

TEST_P(PaperCells, FailAsOftenAsBelieved) {
  for (const std::uint32_t items : {100U, 1'000U}) {
    expect_kept(counter_plan_for(items, 0.1, GetParam().variant), items == 100 ? 4'000 : 400,
                [&](const Placement& placement, test::Random& random) {
                  return test::left_over(placement, items, GetParam().cells, random) == 0;
                });
  }
}

}  // namespace
}  // namespace peel::analysis
