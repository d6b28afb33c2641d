// The curves of peel plan --plot: the plan is on the first of them and keeps what was asked for, and more
// room never does harm.
#include "peel/analysis/bloom_plan.hpp"
#include "peel/analysis/count_min.hpp"
#include "peel/core/types.hpp"

#include "cli/plan/curve_parts.hpp"
#include "cli/plan/curves.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>

namespace peel::cli {
namespace {

using testing::ElementsAre;

Rate rate(double probability) {
  return *Rate::from(probability);
}

// What the first series says at the mark of the plan.
std::optional<double> height_of_plan(const plot::Plot& plot) {
  for (const plot::Point& point : plot.series.front().points) {
    if (point.x == plot.marks.front().x) return point.y;
  }
  return std::nullopt;
}

bool is_target(const plot::Series& series) {
  return series.name.starts_with("target");
}

void expect_falling(const plot::Plot& plot) {
  for (const plot::Series& series : plot.series) {
    for (std::size_t i = 1; i < series.points.size(); ++i) {
      EXPECT_LT(series.points[i - 1].x, series.points[i].x) << series.name << " " << i;
      EXPECT_GE(series.points[i - 1].y, series.points[i].y) << series.name << " at " << series.points[i].x;
    }
  }
}

void expect_rising(const plot::Plot& plot) {
  for (const plot::Series& series : plot.series) {
    for (std::size_t i = 1; i < series.points.size(); ++i) {
      EXPECT_LT(series.points[i - 1].x, series.points[i].x) << series.name << " " << i;
      EXPECT_LE(series.points[i - 1].y, series.points[i].y) << series.name << " at " << series.points[i].x;
    }
  }
}

void expect_drawable(const plot::Plot& plot) {
  EXPECT_FALSE(plot.title.empty());
  EXPECT_FALSE(plot.x.label.empty());
  EXPECT_FALSE(plot.y.label.empty());
  EXPECT_EQ(plot.marks.front().name, "this plan");
  for (const plot::Series& series : plot.series) {
    EXPECT_FALSE(series.points.empty()) << series.name;
    EXPECT_LE(series.points.size(), 64U) << series.name;
    for (const plot::Point& point : series.points) {
      EXPECT_TRUE(point.y > 0 || plot.y.scale == plot::Scale::linear) << series.name;
      EXPECT_TRUE(point.x > 0 || plot.x.scale == plot::Scale::linear) << series.name;
    }
  }
}

PlannedIblts planned_iblts(std::uint64_t items, double incomplete) {
  const analysis::IbltTargets targets{rate(incomplete), rate(1e-6)};
  const auto unit = analysis::PurityCounts::unit;
  PlannedIblts tables{
      ItemCount(items), rate(incomplete), *analysis::plan_iblt(ItemCount(items), targets, unit), {}};
  for (const analysis::IbltPlan& plan : analysis::iblt_plans(ItemCount(items), targets, unit)) {
    if (plan.table.hashes != tables.chosen.table.hashes ||
        plan.table.sub_tables != tables.chosen.table.sub_tables)
      tables.others.push_back(plan);
  }
  return tables;
}

TEST(IbltCurve, GoesThroughThePlanAndFalls) {
  for (const std::uint64_t items : {2U, 10U, 1000U, 1'000'000U}) {
    const PlannedIblts tables = planned_iblts(items, 0.001);
    const plot::Plot plot = iblt_curve(tables);
    expect_drawable(plot);
    expect_falling(plot);
    EXPECT_EQ(height_of_plan(plot), tables.chosen.incomplete.probability);
    EXPECT_LE(height_of_plan(plot), 0.001);
    EXPECT_TRUE(is_target(plot.series[1]));
  }
}

TEST(IbltCurve, HasPointsOnACliffToo) {
  const plot::Plot plot = iblt_curve(planned_iblts(1'000'000, 1e-4));
  const auto& points = plot.series.front().points;
  EXPECT_GT(std::ranges::count_if(points, [](const auto& point) { return point.y > 1e-4; }), 10);
}

TEST(IbltCurve, OfOneKeyIsLevelAtNothing) {
  const plot::Plot plot = iblt_curve(planned_iblts(1, 0.01));
  EXPECT_EQ(plot.y.scale, plot::Scale::linear);
  EXPECT_EQ(height_of_plan(plot), 0);
}

PlannedCounterPlans planned_counters(std::uint64_t items, double incomplete, std::uint64_t key_bytes) {
  const analysis::CounterDemand demand{.items = ItemCount(items), .key_width = ByteWidth(key_bytes)};
  const analysis::CounterTargets targets{rate(incomplete), rate(1e-6)};
  PlannedCounterPlans counters{demand, rate(incomplete), *analysis::plan_counter(demand, targets), {}};
  for (const CounterVariant variant : kCounterVariants) {
    if (variant == counters.chosen.variant) continue;
    if (const auto plan = analysis::plan_counter(demand, targets, variant)) counters.others.push_back(*plan);
  }
  return counters;
}

TEST(CounterCurve, GoesThroughThePlanAndFalls) {
  for (const std::uint64_t items : {1U, 20U, 300U, 100'000U}) {
    for (const std::uint64_t key_bytes : {8U, 16U}) {
      const PlannedCounterPlans counters = planned_counters(items, 0.01, key_bytes);
      const plot::Plot plot = counter_curve(counters);
      expect_drawable(plot);
      expect_falling(plot);
      EXPECT_EQ(height_of_plan(plot), counters.chosen.incomplete.probability);
      EXPECT_LE(height_of_plan(plot), 0.01);
      EXPECT_EQ(plot.marks.front().x,
                static_cast<double>(counters.chosen.bytes) / static_cast<double>(items));
    }
  }
}

TEST(CounterCurve, ShowsEveryKindOfCells) {
  std::string names;
  for (const plot::Series& series : counter_curve(planned_counters(100'000, 0.01, 8)).series)
    names += series.name + "; ";
  for (const CounterVariant variant : kCounterVariants)
    EXPECT_NE(names.find(name_of(variant)), std::string::npos) << names;
}

PlannedFilter planned_filter(FilterLayout layout, double rate_asked_for) {
  const ItemCount items(100'000);
  const auto plan = analysis::plan_filter({.items = items, .rate = rate(rate_asked_for), .layout = layout});
  return {plan->shape, items};
}

PlannedFilters planned_filters(FilterUnknown unknown, double rate_asked_for) {
  return {.unknown = unknown,
          .rate = rate(rate_asked_for),
          .hashes = {},
          .chosen = planned_filter(FilterLayout::classic, rate_asked_for),
          .others = {planned_filter(FilterLayout::line_blocks, rate_asked_for)}};
}

TEST(FilterCurve, AgainstBitsGoesThroughThePlanAndFalls) {
  for (const double asked_for : {0.3, 0.01, 1e-6}) {
    const PlannedFilters filters = planned_filters(FilterUnknown::bits, asked_for);
    const plot::Plot plot = filter_curve(filters);
    expect_drawable(plot);
    expect_falling(plot);
    EXPECT_EQ(height_of_plan(plot),
              analysis::false_positive_rate(filters.chosen.shape, filters.chosen.items));
    EXPECT_LE(height_of_plan(plot), asked_for);
  }
}

TEST(FilterCurve, AgainstHashesIsLowestAtTheBestNumber) {
  PlannedFilters filters = planned_filters(FilterUnknown::rate, 0.01);
  filters.rate = {};
  const auto best = analysis::best_filter({.cells = filters.chosen.shape.cells(),
                                           .items = filters.chosen.items,
                                           .layout = FilterLayout::classic});
  filters.chosen.shape = best->shape;
  const plot::Plot plot = filter_curve(filters);
  expect_drawable(plot);
  EXPECT_EQ(height_of_plan(plot), best->rate);
  EXPECT_EQ(std::ranges::min(plot.series[0].points, {}, &plot::Point::y).y, best->rate);
  EXPECT_EQ(plot.series[0].points.front().x, 1);
}

TEST(FilterCurve, AgainstKeysRisesThroughWhatFits) {
  PlannedFilters filters = planned_filters(FilterUnknown::items, 0.01);
  filters.chosen.items = analysis::capacity_of(filters.chosen.shape, rate(0.01));
  const plot::Plot plot = filter_curve(filters);
  expect_drawable(plot);
  expect_rising(plot);
  EXPECT_LE(height_of_plan(plot), 0.01);
}

TEST(FilterCurve, IsDrawnForAFilterThatNothingFitsInto) {
  PlannedFilters filters = planned_filters(FilterUnknown::items, 0.01);
  filters.chosen.items = ItemCount(0);
  expect_rising(filter_curve(filters));
}

TEST(GridCurve, AgainstBytesGoesThroughThePlanAndFalls) {
  const Rate epsilon = rate(0.001);
  const auto shape = *analysis::slides_grid({epsilon, rate(0.01)}, BitWidth(32));
  const Rate delta = analysis::slides_delta(shape.rows());
  const auto smallest = *analysis::smallest_grid({epsilon, delta}, BitWidth(32));
  const plot::Plot plot = grid_curve({shape, delta, epsilon, smallest, {}});
  expect_drawable(plot);
  expect_falling(plot);
  EXPECT_EQ(height_of_plan(plot), analysis::count_min_epsilon(shape, delta));
  EXPECT_EQ(plot.marks.front().x, static_cast<double>(shape.bytes()));
}

TEST(GridCurve, OfAGivenGridFallsThroughItsPromise) {
  for (const std::uint64_t rows : {1U, 5U, 64U}) {
    const auto shape = *GridShape::from({RowCount(rows), ColumnCount(1000), BitWidth(32)});
    const Rate delta = analysis::slides_delta(shape.rows());
    const plot::Plot plot = grid_curve({shape, delta, {}, {}, 0.0003});
    expect_drawable(plot);
    expect_falling(plot);
    EXPECT_EQ(height_of_plan(plot), delta.value());
    EXPECT_EQ(plot.marks.back().x, 0.0003);
  }
}

TEST(CuckooCurve, OfALargeTableShowsWhatAnInsertionCosts) {
  const analysis::CuckooDemand demand{ItemCount(10'000'000), SlotCount(4), 0.95};
  const plot::Plot plot = cuckoo_curve(demand);
  expect_drawable(plot);
  EXPECT_EQ(plot.series.size(), 4U);
  EXPECT_EQ(height_of_plan(plot), analysis::cuckoo_forecast(demand)->cost->kicks);
}

TEST(CuckooCurve, RisesToARehashWhereThatIsToBeFeared) {
  for (const std::uint64_t slots : {1U, 3U}) {
    const SlotCount in_bucket(slots);
    const analysis::CuckooDemand demand{ItemCount(20'000), in_bucket,
                                        0.99 * analysis::cuckoo_threshold(in_bucket)};
    const plot::Plot plot = cuckoo_curve(demand);
    expect_drawable(plot);
    expect_rising(plot);
    EXPECT_EQ(height_of_plan(plot), analysis::cuckoo_forecast(demand)->rehash_probability);
  }
}

TEST(MultilevelCurve, GoesThroughThePlanAndFalls) {
  for (const std::uint64_t slots : {1U, 4U}) {
    const auto plan = *analysis::plan_multilevel({ItemCount(300), rate(1e-6), SlotCount(slots), {}});
    const plot::Plot plot = multilevel_curve({ItemCount(300), rate(1e-6), plan});
    expect_drawable(plot);
    expect_falling(plot);
    EXPECT_EQ(height_of_plan(plot), plan.forecast.crisis);
    EXPECT_LE(height_of_plan(plot), 1e-6);
    EXPECT_GE(plot.series.size(), 4U);
    for (const plot::Series& series : plot.series) {
      EXPECT_GE(series.points.size(), is_target(series) ? 2U : 4U) << series.name;
    }
  }
}

TEST(MultilevelCurve, OfGivenSubTablesIsNeededForNoTarget) {
  const auto shape =
      *MultilevelShape::from({{BucketCount(4000), BucketCount(1000), BucketCount(500)}, SlotCount(1)});
  const analysis::MultilevelPlan plan{shape, analysis::multilevel_forecast(shape, ItemCount(1000))};
  const plot::Plot plot = multilevel_curve({ItemCount(1000), {}, plan});
  expect_drawable(plot);
  expect_falling(plot);
  EXPECT_EQ(height_of_plan(plot), plan.forecast.crisis);
  EXPECT_TRUE(std::ranges::none_of(plot.series, is_target));
}

TEST(SizesDownTo, AreTheSmallestForEachHeightAndEndAtTheLargest) {
  const auto failure = [](std::uint64_t size) { return size < 7 ? 1.0 : 1 / static_cast<double>(size); };
  const auto sizes = sizes_down_to({0.01, 0.5}, {1, 20}, failure);
  EXPECT_EQ(sizes.front(), 7U);
  EXPECT_EQ(sizes.back(), 20U);
  EXPECT_THAT(sizes_down_to({0.1, 0.5}, {30, 40}, failure), ElementsAre(30));
  EXPECT_TRUE(sizes_down_to({0.1, 0.5}, {1, 6}, failure).empty());
}

}  // namespace
}  // namespace peel::cli
