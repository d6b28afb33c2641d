#include "peel/analysis/rotation_plan.hpp"

#include "peel/analysis/bloom_rate.hpp"

#include "support/pairs.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace peel::analysis {
namespace {

TEST(RateOfGenerations, IsThatOfOneWhereThereIsOne) {
  EXPECT_DOUBLE_EQ(rate_of_generations(0.25, GenerationCount(1)), 0.25);
}

TEST(RateOfGenerations, IsOneMinusThatAllDeny) {
  EXPECT_DOUBLE_EQ(rate_of_generations(0.1, GenerationCount(3)), 1 - 0.9 * 0.9 * 0.9);
  EXPECT_NEAR(rate_of_generations(1e-12, GenerationCount(16)), 16e-12, 1e-21);
}

TEST(RotationPlan, MeetsItsRateWhenEveryGenerationIsFull) {
  for (const FilterLayout layout : kFilterLayouts) {
    for (const std::uint64_t generations : {2U, 3U, 4U, 8U, 16U}) {
      const GenerationCount count(generations);
      const auto plan = test::value_of(plan_rotation({.window = ItemCount(10'000),
                                                      .rate = test::value_of(Rate::from(0.01)),
                                                      .generations = count,
                                                      .layout = layout}));
      const ItemCount share((10'000 + generations - 2) / (generations - 1));
      EXPECT_LE(plan.rate, 0.01);
      EXPECT_GT(plan.rate, 0.007);
      EXPECT_DOUBLE_EQ(plan.rate, rate_of_generations(false_positive_rate(plan.shape, share), count));
    }
  }
}

std::uint64_t bits_of(std::uint64_t generations) {
  const auto plan = test::value_of(plan_rotation({.window = ItemCount(100'000),
                                                  .rate = test::value_of(Rate::from(0.01)),
                                                  .generations = GenerationCount(generations),
                                                  .layout = FilterLayout::classic}));
  return generations * plan.shape.cells().value;
}

// The numbers of docs/theory/counting-filters.md: bits for each key of the window, of classic filters at 1 %.
TEST(RotationPlan, TakesTheRoomThatTheTheoryPageSays) {
  const auto bits_per_key = [](std::uint64_t generations) {
    return std::round(static_cast<double>(bits_of(generations)) / 10'000) / 10;
  };
  EXPECT_EQ(bits_per_key(2), 22.1);
  EXPECT_EQ(bits_per_key(3), 17.9);
  EXPECT_EQ(bits_per_key(4), 16.6);
  EXPECT_EQ(bits_per_key(8), 15.9);
  EXPECT_EQ(bits_per_key(16), 16.5);
}

TEST(RotationPlan, RefusesWhatIsOutOfRange) {
  const Rate rate = test::value_of(Rate::from(0.01));
  EXPECT_EQ(plan_rotation({.window = ItemCount(0), .rate = rate}).error().code(),
            ErrorCode::invalid_argument);
  EXPECT_EQ(
      plan_rotation({.window = ItemCount(9), .rate = rate, .generations = GenerationCount(1)}).error().code(),
      ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace peel::analysis
