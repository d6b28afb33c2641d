#include "peel/analysis/signed_sketch.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace peel::analysis {
namespace {

GridShape shape(std::uint64_t rows, std::uint64_t columns) {
  return *GridShape::from({RowCount(rows), ColumnCount(columns), BitWidth(64)});
}

TEST(SignedSketchAnalysis, MajorityOfThreeRowsIsWorkedOutByHand) {
  EXPECT_DOUBLE_EQ(majority_failure(RowCount(3), 0.25), (3 * 3 + 1) / 64.0);
  EXPECT_DOUBLE_EQ(majority_failure(RowCount(1), 0.25), 0.25);
  EXPECT_DOUBLE_EQ(majority_failure(RowCount(63), 0), 0);
  EXPECT_DOUBLE_EQ(majority_failure(RowCount(63), 1), 1);
}

TEST(SignedSketchAnalysis, MarginIsTwiceTheStandardDeviationRoundedUp) {
  EXPECT_EQ(signed_margin(shape(1, 4), 0), 0U);
  EXPECT_EQ(signed_margin(shape(1, 4), 100), 10U);
  EXPECT_EQ(signed_margin(shape(1, 4), 101), 11U);
  const Uint128 most = (Uint128{1} << 63) - 1;
  EXPECT_EQ(signed_margin(shape(1, 1), most * most), static_cast<std::uint64_t>(2 * most));
}

TEST(SignedSketchAnalysis, FailureTendsToThatOfAKnownMomentInWideGrids) {
  const double known = majority_failure(RowCount(5), 0.25);
  EXPECT_GT(signed_failure(shape(5, 1024)), known);
  EXPECT_GT(signed_failure(shape(5, std::uint64_t{1} << 30)), known);
  EXPECT_LT(signed_failure(shape(5, std::uint64_t{1} << 30)), 1.05 * known);
}

TEST(SignedSketchAnalysis, FailureFallsWithTheRows) {
  double before = 1;
  for (const std::uint64_t rows : {3U, 5U, 9U, 17U, 33U}) {
    const double now = signed_failure(shape(rows, 65536));
    EXPECT_LT(now, before);
    before = now;
  }
}

TEST(SignedSketchAnalysis, ProductsAreRiskierThanAnswers) {
  EXPECT_GT(signed_product_failure(shape(5, 65536)), signed_failure(shape(5, 65536)));
  EXPECT_EQ(signed_product_margin(shape(1, 1), {8, 8}), Uint128{23});  // 2 sqrt(128) = 22.6
}

TEST(SignedSketchAnalysis, SecondMomentDeviatesByTwiceItsStandardDeviation) {
  EXPECT_DOUBLE_EQ(second_moment_deviation(shape(1, 200)), 0.2);
}

}  // namespace
}  // namespace peel::analysis
