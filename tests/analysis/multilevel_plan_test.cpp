// Planned tables and summaries keep what was demanded, and are not larger than they must be.
#include "peel/analysis/multilevel_plan.hpp"

#include "peel/analysis/summary_plan.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace peel::analysis {
namespace {

MultilevelPlan plan(std::uint64_t items, double crisis, std::uint64_t slots = 1) {
  return *plan_multilevel({ItemCount(items), *Rate::from(crisis), SlotCount(slots)});
}

double slots_per_item(const MultilevelPlan& plan, std::uint64_t items) {
  return static_cast<double>(plan.shape.total_slots().value) / static_cast<double>(items);
}

TEST(MultilevelPlan, KeepsCrisesAsRareAsDemanded) {
  EXPECT_LE(plan(10'000, 1e-12).forecast.crisis, 1e-12);
  EXPECT_LE(plan(1'000'000, 1e-9).forecast.crisis, 1e-9);
  EXPECT_LE(plan(1'000, 1e-3, 4).forecast.crisis, 1e-3);
  EXPECT_LE(plan(1, 0.5).forecast.crisis, 0.5);
}

TEST(MultilevelPlan, HasSubTablesOfFallingSizes) {
  const MultilevelPlan found = plan(10'000, 1e-9);
  for (std::uint64_t j = 1; j < found.shape.sub_tables(); ++j)
    EXPECT_LT(found.shape.buckets(SubTable(j)), found.shape.buckets(SubTable(j - 1)));
}

TEST(GeometricSubTables, ShrinkByThePlannedRatioToOneBucket) {
  const auto shape = *geometric_sub_tables(SegmentCount(4), 10, SlotCount(1));
  const double ratio = planned_ratio(SlotCount(1));
  EXPECT_EQ(shape.buckets(SubTable(0)), BucketCount(10));
  EXPECT_EQ(shape.buckets(SubTable(1)), BucketCount(static_cast<std::uint64_t>(std::ceil(10 * ratio))));
  EXPECT_EQ(shape.buckets(SubTable(3)),
            BucketCount(static_cast<std::uint64_t>(std::ceil(10 * ratio * ratio * ratio))));
  EXPECT_EQ(geometric_sub_tables(SegmentCount(7), 0.3, SlotCount(4))->total_slots(), SlotCount(28));
  EXPECT_FALSE(geometric_sub_tables(SegmentCount(kMaxSubTables + 1), 10, SlotCount(1)));
}

TEST(MultilevelPlan, IsHardlyLargerThanItMustBe) {
  const MultilevelPlan found = plan(10'000, 1e-9);
  MultilevelSpec smaller;
  for (const BucketCount each : found.shape.all_buckets())
    smaller.buckets.push_back(BucketCount(each.value * 98 / 100));
  EXPECT_GT(multilevel_forecast(*MultilevelShape::from(smaller), ItemCount(10'000)).crisis, 1e-9);
}

// The paper took six buckets for each item, in five sub-tables.
TEST(MultilevelPlan, TakesLessThanThePaperForTheSameCrisis) {
  const auto five =
      *plan_multilevel({ItemCount(10'000), *Rate::from(1.00702e-12), SlotCount(1), SegmentCount(5)});
  EXPECT_EQ(five.shape.sub_tables(), 5U);
  EXPECT_LT(slots_per_item(five, 10'000), 5.7);
  EXPECT_LT(slots_per_item(plan(10'000, 1.00702e-12), 10'000), 2.2);
}

TEST(MultilevelPlan, TakesFewerSlotsWhereBucketsHaveSeveral) {
  EXPECT_LT(slots_per_item(plan(100'000, 1e-9, 4), 100'000), 1.2);
}

// The planner's forecast leaves out what is too rare for its demand; one that leaves out less must agree.
TEST(MultilevelPlan, OfSeveralSlotsKeepsItsPromiseWithoutADemand) {
  for (const std::uint64_t items : {30U, 1'000U}) {
    const MultilevelPlan found = plan(items, 1e-9, 4);
    EXPECT_LE(multilevel_forecast(found.shape, ItemCount(items)).crisis, 1.02e-9) << items << " items";
  }
}

// Items that cannot fill all buckets of a key need no more slots than there are items.
TEST(MultilevelPlan, DoesNotSaveSubTablesAtAPrice) {
  EXPECT_EQ(plan(4, 0.1).shape.total_slots(), SlotCount(4));
  EXPECT_EQ(plan(5, 0.1).shape.total_slots(), SlotCount(5));
  EXPECT_EQ(plan(21, 0.1, 4).shape.total_slots(), SlotCount(24));
}

TEST(MultilevelPlan, RefusesNumbersOutOfRange) {
  const Rate rare = *Rate::from(1e-9);
  EXPECT_FALSE(plan_multilevel({ItemCount(0), rare}));
  EXPECT_FALSE(plan_multilevel({ItemCount(1'000), *Rate::from(1e-101)}));
  EXPECT_FALSE(plan_multilevel({ItemCount(1'000), rare, SlotCount(0)}));
  EXPECT_FALSE(plan_multilevel({ItemCount(1'000), rare, SlotCount(1), SegmentCount(8)}));
  EXPECT_EQ(plan_multilevel({ItemCount(1'000'000), rare, SlotCount(1), SegmentCount(1)}).error().code(),
            ErrorCode::limit_exceeded);
}

struct PapersTable {
  MultilevelShape shape =
      *MultilevelShape::from({.buckets = {BucketCount(40'000), BucketCount(10'000), BucketCount(5'000),
                                          BucketCount(2'500), BucketCount(2'500)}});
  MultilevelForecast forecast = multilevel_forecast(shape, ItemCount(10'000));
  FilledTable filled() const { return {shape, forecast}; }
};

// What Table 1 of the paper reaches, as FACTS recomputed it.
const SummaryDemand kPapers{*Rate::from(0.00633), *Rate::from(7.64e-10)};

TEST(SummaryPlan, OfInterpolationTakesTheBitsOfSectionSix) {
  const PapersTable table;
  const auto found = *plan_interpolation({*Rate::from(0.01), *Rate::from(1.39e-9)}, table.filled());
  EXPECT_EQ(found.bits, BitWidth(55));
}

TEST(SummaryPlan, OfASingleFilterIsNotLargerThanThePapers) {
  const PapersTable table;
  const auto found = *plan_single_filter(kPapers, table.filled());
  EXPECT_LE(found.forecast.failure, kPapers.failure.value());
  EXPECT_LE(found.forecast.false_positive_rate, kPapers.false_positives.value());
  EXPECT_LE(found.forecast.bytes, 47'600U);
  EXPECT_GE(found.forecast.bytes, 45'000U);
}

TEST(SummaryPlan, OfMultipleFiltersIsNotLargerThanThePapers) {
  const PapersTable table;
  const SummaryDemand demand{*Rate::from(0.0062), *Rate::from(3.8e-12)};
  const auto found = *plan_multiple_filters(demand, table.filled());
  ASSERT_EQ(found.shapes.size(), 5U);
  EXPECT_LE(found.forecast.failure, demand.failure.value());
  EXPECT_LE(found.forecast.false_positive_rate, demand.false_positives.value());
  EXPECT_LE(found.forecast.bytes, 32'450U);
}

TEST(SummaryPlan, RefusesFailuresThatNoBitsKeepAway) {
  const PapersTable table;
  EXPECT_EQ(plan_interpolation({*Rate::from(0.01), *Rate::from(1e-30)}, table.filled()).error().code(),
            ErrorCode::limit_exceeded);
}

// One hash would take more cells than there may be, and so would two; 64 take few.
TEST(SummaryPlan, OfASingleFilterTriesMoreHashesWhereFewTakeTooManyCells) {
  const auto shape = *MultilevelShape::from({.buckets = {BucketCount(2), BucketCount(1)}});
  const auto forecast = multilevel_forecast(shape, ItemCount(3));
  const SummaryDemand demand{*Rate::from(0.01), *Rate::from(1e-100)};
  const auto found = plan_single_filter(demand, {shape, forecast});
  ASSERT_TRUE(found);
  EXPECT_LE(found->forecast.failure, 1e-100);
  EXPECT_LE(found->forecast.bytes, 2'000U);
}

TEST(SummaryPlan, OfMultipleFiltersIsFoundUpToTheLargestFilter) {
  const auto shape = *MultilevelShape::from({.buckets = {BucketCount(1), BucketCount(20'000'000'000)}});
  const auto forecast = multilevel_forecast(shape, ItemCount(10'000'000'000));
  const auto found = plan_multiple_filters({*Rate::from(0.01), *Rate::from(1e-9)}, {shape, forecast});
  ASSERT_TRUE(found);
  EXPECT_LE(found->forecast.failure, 1e-9);
}

TEST(SummaryPlan, RefusesCountersBeyondTheLargestSummary) {
  const auto shape = *SingleFilterShape::from({.cells = CellCount(600'000'000'000),
                                               .hashes = HashCount(10),
                                               .sub_tables = SegmentCount(7),
                                               .packing = CellPacking::three_bits});
  EXPECT_EQ(counting_version(shape).error().code(), ErrorCode::limit_exceeded);
  const auto filter = *FilterShape::from(
      {.layout = FilterLayout::classic, .cells = CellCount(8'000'000'000'000), .hashes = HashCount(10)});
  EXPECT_EQ(counting_version(std::vector{filter}).error().code(), ErrorCode::limit_exceeded);
}

TEST(SummaryPlan, WithCountersTakesFourBitsForEach) {
  const PapersTable table;
  const auto single = *plan_single_filter(kPapers, table.filled());
  const SingleFilterShape counters = *counting_version(single.shape);
  const SummaryForecast forecast = single_filter_forecast(counters, table.filled());
  EXPECT_EQ(forecast.bits, single.shape.cells().value * 5 * 4);
  EXPECT_EQ(forecast.failure, single.forecast.failure);
  EXPECT_LT(saturated_counters(counters, table.filled()), 1e-6);
  EXPECT_GT(saturated_counters(counters, table.filled()), 0);
}

}  // namespace
}  // namespace peel::analysis
