#include "peel/analysis/range_sketch.hpp"

#include "analysis/plain_shapes.hpp"

#include <gtest/gtest.h>

namespace peel::analysis {
namespace {

using test::grid;

TEST(RangeShape, CountsExactlyWhatFitsIntoTheCountersOfOneGrid) {
  const RangeShape shape = *RangeShape::from(grid(5, 100), BitWidth(32));  // 500 counters: 2^8 fit
  EXPECT_EQ(shape.exact_bits(), BitWidth(8));
  EXPECT_EQ(shape.sketched_levels(), LevelCount(24));
  EXPECT_EQ(shape.bytes(), 24 * grid(5, 100).bytes() + 8 * 512);
  EXPECT_EQ(shape.largest_key(), 0xFFFF'FFFFU);
}

TEST(RangeShape, OfFewKeysIsExactThroughout) {
  const RangeShape shape = *RangeShape::from(grid(1, 1024), BitWidth(10));
  EXPECT_EQ(shape.sketched_levels(), LevelCount(0));
  EXPECT_EQ(shape.exact_bits(), BitWidth(10));
}

TEST(RangeShape, RefusesKeysOfNoBitsOrTooMany) {
  EXPECT_EQ(RangeShape::from(grid(1, 8), BitWidth(0)).error().code(), ErrorCode::invalid_argument);
  EXPECT_EQ(RangeShape::from(grid(1, 8), BitWidth(65)).error().code(), ErrorCode::invalid_argument);
  EXPECT_TRUE(RangeShape::from(grid(1, 1), BitWidth(64)));
}

TEST(RangeShape, RefusesMoreMemoryThanAGridMayHave) {
  const GridShape large = grid(4, std::uint64_t{1} << 36);  // 2^40 bytes, and that for every level
  EXPECT_EQ(RangeShape::from(large, BitWidth(64)).error().code(), ErrorCode::limit_exceeded);
}

TEST(RangeSketchAnalysis, MarginIsTheLargestWholeNumberBelowTwiceTheExpectation) {
  const RangeShape shape = *RangeShape::from(grid(5, 100), BitWidth(32));
  EXPECT_EQ(range_margin(shape, CopyCount(1000), ItemCount(3)), Uint128{59});
  EXPECT_EQ(range_margin(shape, CopyCount(1001), ItemCount(3)), Uint128{60});
  EXPECT_EQ(range_margin(shape, CopyCount(1000), ItemCount(0)), Uint128{0});
  EXPECT_EQ(range_margin(*RangeShape::from(grid(5, 1), BitWidth(32)), CopyCount(7), ItemCount(2)),
            Uint128{14});
}

TEST(RangeSketchAnalysis, QuantilesFailAtMostOncePerLevelAsOftenAsAnAnswer) {
  EXPECT_DOUBLE_EQ(quantile_failure(*RangeShape::from(grid(5, 100), BitWidth(32))), 24.0 / 32);
  EXPECT_DOUBLE_EQ(quantile_failure(*RangeShape::from(grid(1, 1), BitWidth(64))), 1);
  EXPECT_EQ(most_range_pieces(*RangeShape::from(grid(5, 100), BitWidth(32))), ItemCount(48));
}

}  // namespace
}  // namespace peel::analysis
