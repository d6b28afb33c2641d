// How much is listed from tables with too many keys: against recomputed figures of the IBLT paper's setting
// and against peeling itself.
#include "peel/analysis/partial_listing.hpp"

#include "peel/analysis/peeling.hpp"

#include "analysis/simulated_peeling.hpp"
#include "support/random.hpp"

#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>

namespace peel::analysis {
namespace {

TEST(PartialListing, IsCompleteUpToTheThreshold) {
  EXPECT_EQ(partial_listing(5, 0.5), 1.0);
  EXPECT_EQ(partial_listing(5, core_threshold(5, 2)), 1.0);
}

TEST(PartialListing, FallsAtOnceBeyondIt) {
  // At the threshold x = -log(1-q) solves e^x - 1 = (k-1) x: the tangent of [peeling.md, Thresholds].
  constexpr double kTangent = 2.336663;
  EXPECT_NEAR((std::exp(kTangent) - 1) / kTangent, 4, 1e-5);
  const double jump = 1 - std::pow(1 - std::exp(-kTangent), 5);
  EXPECT_NEAR(partial_listing(5, core_threshold(5, 2) * (1 + 1e-9)), jump, 1e-3);
}

TEST(PartialListing, IsWhatTenThousandKeysLeaveIn14000Cells) {
  // 10,000 simulated tables of another program listed 0.28961 of their keys on average; the limit differs
  // from finite tables this close to the threshold by some 1e-4.
  EXPECT_NEAR(partial_listing(5, 10.0 / 14), 0.28961, 5e-4);
}

TEST(PartialListing, IsTheShareThatPeelingReachesWithinFiveStandardErrors) {
  test::Random random;
  constexpr std::uint32_t kKeys = 200'000;
  const auto placement = Placement::partitioned(CellCount{200'000}, HashCount{4}).value();
  const std::uint32_t listed = test::keys_listed(placement, kKeys, random);
  // The number of keys left varies from table to table by about the root of all keys.
  EXPECT_NEAR(static_cast<double>(listed) / kKeys, partial_listing(4, 1.0), 5 / std::sqrt(kKeys));
}

TEST(PartialListing, IsUndefinedForOneHashAndForNoLoad) {
  EXPECT_TRUE(std::isnan(partial_listing(1, 0.5)));
  EXPECT_TRUE(std::isnan(partial_listing(3, 0.0)));
  EXPECT_TRUE(std::isnan(partial_listing(3, std::nan(""))));
}

}  // namespace
}  // namespace peel::analysis
