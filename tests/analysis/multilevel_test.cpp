// How multilevel tables fill: against the paper's numbers as FACTS recomputed them, against all ways to fill
// a tiny table, and against simulated ones.
#include "peel/analysis/multilevel.hpp"

#include "analysis/bucket_load.hpp"
#include "analysis/plain_shapes.hpp"
#include "analysis/sub_table_overflow.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace peel::analysis {
namespace {

using test::table_of;

using Sizes = std::vector<std::uint64_t>;

double crisis(const Sizes& sizes, std::uint64_t items, std::uint64_t slots = 1) {
  return multilevel_forecast(table_of(sizes, slots), ItemCount(items)).crisis;
}

const Sizes kTenThousand = {40'000, 10'000, 5'000, 2'500, 2'500};
const Sizes kThousand = {2'000, 500, 250, 125};

// One table filled with items whose buckets are drawn by `bucket_of(item, sub-table)`. Returns the items that
// come to each sub-table, and behind them those that find no place.
template <class BucketOf>
std::vector<std::uint64_t> fill_levels(const MultilevelShape& shape, std::uint64_t items,
                                       BucketOf bucket_of) {
  std::vector<std::uint64_t> load(shape.total_buckets().value, 0), reach(shape.sub_tables() + 1, 0);
  for (std::uint64_t item = 0; item < items; ++item) {
    std::uint64_t table = 0;
    for (; table < shape.sub_tables(); ++table) {
      ++reach[table];
      std::uint64_t& here = load[shape.first_bucket(SubTable(table)) + bucket_of(item, table)];
      if (here == shape.slots().value) continue;
      ++here;
      break;
    }
    if (table == shape.sub_tables()) ++reach[table];
  }
  return reach;
}

// The share of all ways to place items in two sub-tables that end in a crisis.
double crisis_by_enumeration(const MultilevelShape& shape, std::uint64_t items) {
  const std::uint64_t first = shape.buckets(SubTable(0)).value, second = shape.buckets(SubTable(1)).value;
  std::uint64_t ways = 1, crises = 0;
  for (std::uint64_t i = 0; i < items; ++i) ways *= first * second;
  for (std::uint64_t way = 0; way < ways; ++way) {
    std::uint64_t rest = way;
    std::vector<std::uint64_t> chosen;  // of each item, in both sub-tables
    for (std::uint64_t i = 0; i < items; ++i) {
      chosen.push_back(rest % first);
      rest /= first;
      chosen.push_back(rest % second);
      rest /= second;
    }
    crises += fill_levels(shape, items, [&](std::uint64_t item, std::uint64_t table) {
                return chosen[2 * item + table];
              }).back() > 0;
  }
  return static_cast<double>(crises) / static_cast<double>(ways);
}

// 004.eq2: the right-hand side of (2), as it must read.
TEST(ExpectedItems, OfALargeTableAreThoseOfTheCorrectedEquation) {
  const auto items = expected_items(table_of({40'000'000}), ItemCount(10'000'000));
  EXPECT_NEAR(items[0].stay / 1e7, 4 * (1 - std::exp(-0.25)), 1e-7);
  EXPECT_NEAR((items[0].reach - items[0].stay) / 1e7, 0.1152, 5e-5);
}

TEST(ExpectedItems, OfOneSlotAreTheOccupiedBuckets) {
  const auto items = expected_items(table_of({1'000, 500}), ItemCount(700));
  EXPECT_NEAR(items[0].stay, 1'000 * (1 - std::pow(0.999, 700)), 1e-9);
  EXPECT_NEAR(items[1].reach, 700 - items[0].stay, 1e-9);
  EXPECT_NEAR(items[1].stay, 500 * (1 - std::pow(0.998, items[1].reach)), 1e-3);
}

TEST(ExpectedItems, OfSeveralSlotsAreCutOffLoads) {
  const auto items = expected_items(table_of({3}, 2), ItemCount(4));
  // Of 4 items in 3 buckets, loads of 3 and 4 have 1 and 2 too many.
  const double p3 = 4 * std::pow(1.0 / 3, 3) * (2.0 / 3), p4 = std::pow(1.0 / 3, 4);
  EXPECT_NEAR(items[0].stay, 4 - 3 * (p3 + 2 * p4), 1e-12);
}

TEST(ExpectedItems, AreNeverNegative) {
  for (const SubTableItems& each : expected_items(table_of({100, 50, 25, 10, 5, 2, 1}, 3), ItemCount(60))) {
    EXPECT_GE(each.reach, 0);
    EXPECT_GE(each.stay, 0);
  }
}

// 004.crisis.10k, and the mean of 004.sim.mht.10k
TEST(MultilevelForecast, OfTenThousandItemsIsThePapers) {
  const auto forecast = multilevel_forecast(table_of(kTenThousand), ItemCount(10'000));
  EXPECT_EQ(forecast.method, CrisisMethod::exact);
  EXPECT_NEAR(forecast.crisis, 1.00702e-12, 5e-18);
  EXPECT_NEAR(forecast.items()[1].reach, 1151.93, 5e-3);
}

// 004.crisis.100k, 004.mbf.100k.five: far below what subtraction from 1 would leave.
TEST(MultilevelForecast, OfAHundredThousandItemsIsThatOfFacts) {
  const auto forecast =
      multilevel_forecast(table_of({400'000, 100'000, 50'000, 25'000, 12'500, 12'500}), ItemCount(100'000));
  EXPECT_EQ(forecast.method, CrisisMethod::exact);
  EXPECT_NEAR(forecast.crisis, 6.641e-24, 5e-28);
  EXPECT_NEAR(forecast.of[5].some(), 5.858e-12, 5e-16);
}

// 004.sim.mht.small
TEST(MultilevelForecast, OfAThousandItemsIsThatOfFacts) {
  EXPECT_NEAR(crisis(kThousand, 1'000), 0.0343529, 5e-8);
}

TEST(MultilevelForecast, IsWhatAllWaysToFillATinyTableCountOut) {
  EXPECT_NEAR(crisis({3, 2}, 5), crisis_by_enumeration(table_of({3, 2}), 5), 1e-14);
  EXPECT_NEAR(crisis({4, 1}, 4), crisis_by_enumeration(table_of({4, 1}), 4), 1e-14);
  EXPECT_NEAR(crisis({2, 3}, 3), crisis_by_enumeration(table_of({2, 3}), 3), 1e-14);
}

TEST(MultilevelForecast, OfSeveralSlotsIsNeverBelowWhatAllWaysCountOut) {
  for (const std::uint64_t items : {3U, 4U, 5U, 6U}) {
    const double all = crisis_by_enumeration(table_of({3, 2}, 2), items);
    EXPECT_GE(crisis({3, 2}, items, 2), all * (1 - 1e-12)) << items;
  }
}

TEST(MultilevelForecast, OfMoreItemsThanSlotsIsACrisis) {
  EXPECT_EQ(crisis({10, 5}, 16), 1);
  EXPECT_EQ(crisis({10, 5}, 40, 2), 1);
}

TEST(MultilevelForecast, OfItemsThatCannotMeetIsNoCrisis) {
  EXPECT_EQ(crisis({1, 1, 1}, 3), 0);
  EXPECT_EQ(crisis({1}, 4, 4), 0);
}

TEST(MultilevelForecast, HasItemsThatAddUp) {
  const auto forecast = multilevel_forecast(table_of(kThousand), ItemCount(1'000));
  double stay = forecast.of.back().mean();
  for (const SubTableItems& each : forecast.items()) stay += each.stay;
  EXPECT_NEAR(stay, 1'000, 1e-6);
}

TEST(MultilevelForecast, WithLittleEffortIsCloseToTheExactOneAndSaysSo) {
  const auto shape = table_of(kTenThousand);
  const auto exact = multilevel_forecast(shape, ItemCount(10'000));
  // Without occupancy for the first sub-table, and for none.
  const auto near = multilevel_forecast(shape, ItemCount(10'000), {.steps = 2'000'000});
  EXPECT_EQ(near.method, CrisisMethod::near_exact);
  EXPECT_NEAR(near.crisis / exact.crisis, 1, 1e-3);
  const auto quick = multilevel_forecast(shape, ItemCount(10'000), {.steps = 0});
  EXPECT_GT(quick.crisis, exact.crisis);
  EXPECT_LT(quick.crisis, 10 * exact.crisis);
}

TEST(MultilevelForecast, TakesWideSubTablesAsNormalWithinAThousandth) {
  const auto shape = table_of({120'000, 30'000, 15'000, 8'000, 4'000});
  const auto exact = multilevel_forecast(shape, ItemCount(30'000));
  const auto normal = multilevel_forecast(shape, ItemCount(30'000), {.steps = 30'000'000});
  EXPECT_EQ(exact.method, CrisisMethod::exact);
  EXPECT_EQ(normal.method, CrisisMethod::near_exact);
  EXPECT_NEAR(normal.crisis / exact.crisis, 1, 2e-3);
  EXPECT_NEAR(normal.items()[1].reach, exact.items()[1].reach, 0.1);
}

TEST(MultilevelForecast, OfTenMillionItemsIsNotLongInComing) {
  const auto shape = table_of({20'000'000, 4'000'000, 2'000'000, 1'000'000, 500'000, 250'000, 62'500});
  const auto forecast = multilevel_forecast(shape, ItemCount(10'000'000), {.steps = 1'000'000});
  EXPECT_EQ(forecast.method, CrisisMethod::near_exact);
  EXPECT_NEAR(forecast.crisis, 7.17e-16, 0.03e-16);
}

TEST(MultilevelForecast, KnowsHowManyCameGivenHowManyWerePassedOn) {
  const auto forecast = multilevel_forecast(table_of(kThousand), ItemCount(1'000));
  const ItemDistribution& third = forecast.of[2];
  double before = 0;
  for (std::size_t i = 0; i < third.before.size(); ++i) before += third.probabilities[i] * third.before[i];
  EXPECT_NEAR(before, forecast.of[1].mean(), 1e-9);
  EXPECT_GT(third.before.back(), third.before.front());
}

TEST(BucketLoad, HasTheVarianceOfTheOccupancyDistribution) {
  for (const double items : {50.0, 400.0, 1'500.0}) {
    const ItemDistribution sure{static_cast<std::uint64_t>(items), 1, {1.0}};
    const BucketLoad load(Arrivals{items}, BucketCount(1'000), SlotCount(1));
    const ItemDistribution passed = passed_by_occupancy(sure, BucketCount(1'000));
    EXPECT_NEAR(1'000 * load.overflow() / passed.mean(), 1, 1e-10);
    EXPECT_NEAR(load.passed_variance() / passed.variance(), 1, 5e-3) << items;
  }
}

TEST(PassedOn, ByIndependentBucketsHasTheSameMeanAndMoreSpread) {
  const ItemDistribution sure{400, 1, {1.0}};
  const auto exact = passed_by_occupancy(sure, BucketCount(1'000));
  const auto independent = passed_by_independent_buckets(sure, {BucketCount(1'000), SlotCount(1)});
  EXPECT_NEAR(independent.mean(), exact.mean(), 1e-9);
  EXPECT_GT(independent.variance(), exact.variance());
}

TEST(PassedOn, ByIndependentBucketsIsTheSameForFewAndForManyItems) {
  // 30 buckets, of which 10 to 50 items overflow: beyond 30 it goes bucket by bucket.
  const ItemDistribution few{40, 1, {1.0}}, many{80, 1, {1.0}};
  const SubTableShape table{BucketCount(30), SlotCount(1)};
  EXPECT_NEAR(passed_by_independent_buckets(few, table).mean(),
              30 * BucketLoad(Arrivals{40}, table.buckets, table.slots).overflow(), 1e-9);
  EXPECT_NEAR(passed_by_independent_buckets(many, table).mean(),
              30 * BucketLoad(Arrivals{80}, table.buckets, table.slots).overflow(), 1e-9);
}

struct SimulatedLevels {
  double crisis;
  double passed;  // mean of the items that come to the second sub-table
};

SimulatedLevels simulate(const MultilevelShape& shape, std::uint64_t items, int tables) {
  test::Random random;
  SimulatedLevels sums{0, 0};
  for (int i = 0; i < tables; ++i) {
    const auto reach = fill_levels(shape, items, [&](std::uint64_t, std::uint64_t table) {
      return random.below(shape.buckets(SubTable(table)).value);
    });
    sums.crisis += reach.back() > 0 ? 1 : 0;
    sums.passed += static_cast<double>(reach[1]);
  }
  return {sums.crisis / tables, sums.passed / tables};
}

TEST(SimulatedTableOfLevels, HasCrisesAsOftenAsForecast) {
  constexpr int kTables = 10'000;
  const double p = crisis(kThousand, 1'000);
  const SimulatedLevels seen = simulate(table_of(kThousand), 1'000, kTables);
  EXPECT_NEAR(seen.crisis, p, 5 * std::sqrt(p * (1 - p) / kTables));
}

// Small buckets that are full at once: independent ones spread more, and the bound is some times too high.
TEST(SimulatedTableOfLevels, OfSeveralSlotsHasCrisesLessOftenThanTheBound) {
  constexpr int kTables = 5'000;
  const auto shape = table_of({200, 60, 20}, 2);
  const auto forecast = multilevel_forecast(shape, ItemCount(300));
  EXPECT_EQ(forecast.method, CrisisMethod::upper_bound);
  const SimulatedLevels seen = simulate(shape, 300, kTables);
  EXPECT_LT(seen.crisis, forecast.crisis);
  EXPECT_GT(seen.crisis, forecast.crisis / 10);
  EXPECT_NEAR(seen.passed, forecast.of[1].mean(), 5 * std::sqrt(forecast.of[1].variance() / kTables));
}

TEST(SimulatedTableOfLevels, OfManyBucketsOfSeveralSlotsHasCrisesNearlyAsOftenAsForecast) {
  constexpr int kTables = 400;
  const auto shape = table_of({6'000, 2'000, 500}, 4);
  const auto forecast = multilevel_forecast(shape, ItemCount(24'000));
  EXPECT_EQ(forecast.method, CrisisMethod::near_bound);
  const double p = forecast.crisis;  // 0.14
  EXPECT_NEAR(simulate(shape, 24'000, kTables).crisis, p, 5 * std::sqrt(p * (1 - p) / kTables) + 0.1 * p);
}

}  // namespace
}  // namespace peel::analysis
