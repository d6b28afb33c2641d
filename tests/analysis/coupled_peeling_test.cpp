// Thresholds of coupled tables: against the published limits, against partitioned tables, and against peeling
// itself in long segments.
#include "peel/analysis/coupled_peeling.hpp"

#include "peel/analysis/peeling.hpp"

#include "analysis/simulated_peeling.hpp"
#include "support/random.hpp"

#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>

namespace peel::analysis {
namespace {

TEST(CoupledThresholdLimit, IsThePublishedOrientabilityThreshold) {
  EXPECT_NEAR(1 / coupled_threshold_limit(HashCount{3}), 0.917935, 5e-7);  // [Dietzfelbinger et al. 2010]
  EXPECT_NEAR(1 / coupled_threshold_limit(HashCount{4}), 0.976770, 5e-7);
  EXPECT_NEAR(1 / coupled_threshold_limit(HashCount{5}), 0.992438, 5e-7);
}

TEST(CoupledThresholdLimit, IsTheFigureItsHeaderGives) {
  EXPECT_NEAR(coupled_threshold_limit(HashCount{3}), 1.08940, 5e-6);
  EXPECT_NEAR(coupled_threshold_limit(HashCount{4}), 1.02378, 5e-6);
  EXPECT_NEAR(coupled_threshold_limit(HashCount{5}), 1.00762, 5e-6);
}

TEST(CoupledThreshold, IsThePartitionedOneForAsManySegmentsAsHashes) {
  EXPECT_DOUBLE_EQ(coupled_threshold(HashCount{3}, SegmentCount{3}), cells_per_key_threshold(3));
  EXPECT_DOUBLE_EQ(coupled_threshold(HashCount{4}, SegmentCount{4}), cells_per_key_threshold(4));
}

TEST(CoupledThreshold, TendsToItsLimitAsTheEndsLoseWeight) {
  for (const std::uint64_t hashes : {3U, 4U}) {
    const double limit = coupled_threshold_limit(HashCount{hashes});
    const double at_10000 = coupled_threshold(HashCount{hashes}, SegmentCount{10'000});
    // k-1 of the 10,000 segments have no window of their own.
    EXPECT_NEAR(at_10000, limit * 10'000 / (10'001.0 - static_cast<double>(hashes)), 1e-6);
  }
}

TEST(CoupledThreshold, JoinsTheComputedAndTheContinuedPart) {
  // 20 and 24 segments computed directly, with 1e-8 for both
  // tolerances: 1.210101, 1.188410, 1.204204, 1.170026.
  EXPECT_NEAR(coupled_threshold(HashCount{3}, SegmentCount{20}), 1.210101, 5e-5);
  EXPECT_NEAR(coupled_threshold(HashCount{3}, SegmentCount{24}), 1.188410, 5e-5);
  EXPECT_NEAR(coupled_threshold(HashCount{4}, SegmentCount{20}), 1.204204, 5e-5);
  EXPECT_NEAR(coupled_threshold(HashCount{4}, SegmentCount{24}), 1.170026, 5e-5);
}

TEST(CoupledThreshold, FallsAsSegmentsAreAddedOnceThereAreTen) {
  double before = coupled_threshold(HashCount{4}, SegmentCount{10});
  for (const std::uint64_t segments : {12U, 16U, 18U, 19U, 22U, 30U, 60U, 200U}) {
    const double now = coupled_threshold(HashCount{4}, SegmentCount{segments});
    EXPECT_LT(now, before) << segments << " segments";
    before = now;
  }
}

TEST(CoupledThresholdLimit, OfTwoKeysIsThePublishedThresholdOfCuckooTablesWithBucketsOfTwo) {
  // Loads of 0.8970, 0.9882 and 0.9982 of all places. [Lelarge 2012]
  EXPECT_NEAR(1 / coupled_threshold_limit(HashCount{2}, KeysPerCell::two), 1.794024, 5e-7);
  EXPECT_NEAR(1 / coupled_threshold_limit(HashCount{3}, KeysPerCell::two), 1.976403, 5e-7);
  EXPECT_NEAR(1 / coupled_threshold_limit(HashCount{4}, KeysPerCell::two), 1.996483, 5e-7);
}

TEST(CoupledThresholdLimit, OfTwoKeysIsTheFigureItsHeaderGives) {
  EXPECT_NEAR(coupled_threshold_limit(HashCount{2}, KeysPerCell::two), 0.55741, 5e-6);
  EXPECT_NEAR(coupled_threshold_limit(HashCount{3}, KeysPerCell::two), 0.50597, 5e-6);
  EXPECT_NEAR(coupled_threshold_limit(HashCount{4}, KeysPerCell::two), 0.50088, 5e-6);
}

TEST(CoupledThreshold, OfTwoKeysIsThatOfTheThreeCoreForAsManySegmentsAsHashes) {
  EXPECT_DOUBLE_EQ(coupled_threshold(HashCount{2}, SegmentCount{2}, KeysPerCell::two),
                   1 / core_threshold(2, 3));
  EXPECT_DOUBLE_EQ(coupled_threshold(HashCount{4}, SegmentCount{4}, KeysPerCell::two),
                   1 / core_threshold(4, 3));
}

// Computed for 40 segments with 1e-7 for both tolerances: densities of 1.794021 (32 segments), 1.976184 and
// 1.995974.
TEST(CoupledThreshold, OfTwoKeysStopsAsFarBelowItsLimitAsItsHeaderSays) {
  const auto share_below = [](std::uint64_t hashes) {
    const double density =
        1000 / ((1001.0 - static_cast<double>(hashes)) *
                coupled_threshold(HashCount{hashes}, SegmentCount{1000}, KeysPerCell::two));
    return 1 - density * coupled_threshold_limit(HashCount{hashes}, KeysPerCell::two);
  };
  EXPECT_NEAR(share_below(2), 2e-6, 2e-6);
  EXPECT_NEAR(share_below(3), 1.1e-4, 1e-5);
  EXPECT_NEAR(share_below(4), 2.6e-4, 1e-5);
}

TEST(CoupledThreshold, OfTwoKeysIsWhereLongTablesBreakDown) {
  test::Random random;
  const Placement placement = *Placement::coupled(CellCount{120'000}, HashCount{3}, SegmentCount{12});
  const double keys = 120'000 / coupled_threshold(HashCount{3}, SegmentCount{12}, KeysPerCell::two);
  EXPECT_TRUE(test::lists_pairs_completely(placement, static_cast<std::uint32_t>(keys * 0.975), random));
  EXPECT_FALSE(test::lists_pairs_completely(placement, static_cast<std::uint32_t>(keys * 1.015), random));
}

TEST(CoupledThreshold, IsUndefinedForFewerSegmentsThanHashes) {
  EXPECT_TRUE(std::isnan(coupled_threshold(HashCount{4}, SegmentCount{3})));
  EXPECT_TRUE(std::isnan(coupled_threshold(HashCount{1}, SegmentCount{3})));
  EXPECT_TRUE(std::isnan(coupled_threshold(HashCount{9}, SegmentCount{20})));
  EXPECT_TRUE(std::isnan(coupled_threshold_limit(HashCount{1})));
}

// In segments of 20,000 cells the load at which listing breaks down varies by about 0.0015 and lies about
// 0.003 below the threshold: six deviations to both sides.
TEST(CoupledThreshold, IsWhereLongTablesBreakDown) {
  test::Random random;
  const Placement placement = *Placement::coupled(CellCount{240'000}, HashCount{4}, SegmentCount{12});
  const double keys = 240'000 / coupled_threshold(HashCount{4}, SegmentCount{12});
  EXPECT_TRUE(test::lists_completely(placement, static_cast<std::uint32_t>(keys * 0.983), random));
  EXPECT_FALSE(test::lists_completely(placement, static_cast<std::uint32_t>(keys * 1.010), random));
}

}  // namespace
}  // namespace peel::analysis
