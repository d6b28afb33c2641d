#include "peel/analysis/heavy_hitters.hpp"

#include <gtest/gtest.h>

namespace peel::analysis {
namespace {

TEST(HeavyHittersPlan, KeepsThreeQuartersOfTheRoomRoundedUp) {
  EXPECT_EQ(heavy_kept(ItemCount(1)), ItemCount(1));
  EXPECT_EQ(heavy_kept(ItemCount(3)), ItemCount(3));
  EXPECT_EQ(heavy_kept(ItemCount(4)), ItemCount(3));
  EXPECT_EQ(heavy_kept(ItemCount(8192)), ItemCount(6144));
}

TEST(HeavyHittersPlan, BoundsTheErrorByTheCountersThatAPurgeLowers) {
  EXPECT_EQ(heavy_error_bound(ItemCount(8192), CopyCount(10'000'000)), CopyCount(10'000'000 / 6145));
  // Half of the copies are of 100 keys.
  EXPECT_EQ(heavy_error_bound(ItemCount(8192), {.copies = CopyCount(5'000'000), .without = ItemCount(100)}),
            CopyCount(5'000'000 / 6045));
  EXPECT_EQ(heavy_error_bound(ItemCount(1), CopyCount(9)), CopyCount(4));  // a majority is found
}

TEST(HeavyHittersPlan, ItsCapacityIsTheSmallestThatIsGoodEnough) {
  for (const double epsilon : {0.9, 0.5, 0.4, 0.1, 0.01, 1.0 / 300, 1e-5, 3e-7}) {
    const ItemCount capacity = heavy_capacity_for(*Rate::from(epsilon));
    EXPECT_LE(heavy_epsilon(capacity), epsilon);
    if (capacity.value > 1) {
      EXPECT_GT(heavy_epsilon(ItemCount(capacity.value - 1)), epsilon);
    }
  }
}

TEST(HeavyHittersPlan, ItsCapacityForAllThatCameSoOftenIsTheSmallestWhoseErrorIsLess) {
  for (std::uint64_t k = 1; k < 200; ++k) {
    const ItemCount capacity = heavy_capacity_for(ItemCount(k));
    const CopyCount total(1000 * k);
    EXPECT_LT(heavy_error_bound(capacity, total).value, 1000U);
    if (k > 1) {
      EXPECT_GE(heavy_error_bound(ItemCount(capacity.value - 1), total).value, 1000U);
    }
  }
  EXPECT_EQ(heavy_capacity_for(ItemCount(std::uint64_t{1} << 61)).value, (std::uint64_t{1} << 63) / 3);
}

TEST(HeavyHittersPlan, OneThirdOfAHundredthNeedsFourHundredKeys) {
  // The slides' epsilon, 1/3k, with k = 100: 300 counters that a purge lowers.
  EXPECT_EQ(heavy_capacity_for(*Rate::from(1.0 / 300)), ItemCount(398));
}

}  // namespace
}  // namespace peel::analysis
