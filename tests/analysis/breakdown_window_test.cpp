// When the window is believed: inside what was measured, in sizes as well as in failures.
#include "analysis/breakdown_window.hpp"

#include <gtest/gtest.h>

namespace peel::analysis {
namespace {

bool is_measured(ItemCount n, CellCount cells, HashCount k, SegmentCount sub_tables,
                 KeysPerCell shown = KeysPerCell::one) {
  return window_deviate(n, {cells, k, sub_tables}, shown).is_measured;
}

// Tables of three hashes were measured from 9 to 786,432 cells, each with at least 153 trials. At the
// threshold of 0.818 keys per cell half of them fail, or more.
constexpr HashCount kThree{3};
constexpr SegmentCount kPartitioned{3};

TEST(BreakdownWindow, IsMeasuredBetweenTwoMeasuredTablesWhereManyFail) {
  EXPECT_TRUE(is_measured(ItemCount{720}, CellCount{900}, kThree, kPartitioned));
  EXPECT_TRUE(is_measured(ItemCount{711}, CellCount{900}, kThree, kPartitioned));
}

TEST(BreakdownWindow, IsMeasuredAtBothEndsOfWhatWasMeasured) {
  EXPECT_TRUE(is_measured(ItemCount{7}, CellCount{9}, kThree, kPartitioned));
  EXPECT_TRUE(is_measured(ItemCount{643'700}, CellCount{786'432}, kThree, kPartitioned));
}

TEST(BreakdownWindow, IsNotMeasuredBeyondTheSizesHoweverManyFail) {
  EXPECT_FALSE(is_measured(ItemCount{5}, CellCount{6}, kThree, kPartitioned));
  EXPECT_FALSE(is_measured(ItemCount{2'000'000}, CellCount{2'400'000}, kThree, kPartitioned));
}

TEST(BreakdownWindow, IsNotMeasuredBetweenTheSizesWhereTooFewFailed) {
  EXPECT_FALSE(is_measured(ItemCount{300}, CellCount{900}, kThree, kPartitioned));
  EXPECT_FALSE(is_measured(ItemCount{100'000}, CellCount{400'000}, kThree, kPartitioned));
}

TEST(BreakdownWindow, IsNotMeasuredForMoreHashesThanWereMeasured) {
  const SegmentCount seven{7};
  const ItemCount as_many_as_cells{700};  // nearly all fail
  EXPECT_TRUE(is_measured(as_many_as_cells, CellCount{700}, HashCount{7}, seven));
  EXPECT_FALSE(is_measured(ItemCount{1'400}, CellCount{700}, HashCount{7}, seven, KeysPerCell::two));
}

TEST(BreakdownWindow, IsNotMeasuredForLongerChainsThanWereMeasured) {
  EXPECT_TRUE(is_measured(ItemCount{6'400}, CellCount{6'400}, kThree, SegmentCount{16}));
  EXPECT_FALSE(is_measured(ItemCount{1'000'000}, CellCount{1'000'000}, kThree, SegmentCount{1'000}));
}

}  // namespace
}  // namespace peel::analysis
