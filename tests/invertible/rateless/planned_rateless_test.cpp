#include "peel/invertible/planned_rateless.hpp"

#include "peel/invertible/rateless_decoder.hpp"

#include "support/random.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace peel {
namespace {

TEST(PlannedRateless, FormChangesWhereTheAnalysisSaysSo) {
  for (const std::uint64_t items : {1U, 50U, 200U, 500U, 1'000'000U}) {
    EXPECT_EQ(planned_rateless_form(ItemCount(items)), analysis::suggested_form(ItemCount(items))) << items;
  }
}

TEST(PlannedRateless, CapacityIsTheOtherWayRound) {
  for (std::uint64_t items = 1; items < 100'000'000; items += 1 + items / 2) {
    const RatelessForm form = planned_rateless_form(ItemCount(items));
    const std::uint64_t cells = planned_rateless_cells(ItemCount(items));
    EXPECT_GE(planned_rateless_capacity(form, cells).value, items);
    EXPECT_LE(planned_rateless_capacity(form, cells).value, items + 1 + items / 20);
  }
  EXPECT_EQ(planned_rateless_capacity(RatelessForm::irregular, 1), ItemCount(0));
  EXPECT_EQ(planned_rateless_cells(ItemCount(~std::uint64_t{0})), kMaxRatelessCells);
}

// One in a thousand may fail; more than 8 of 600 would do so once in ten million runs.
TEST(PlannedRateless, CellsListWhatTheyWerePlannedFor) {
  test::Random random;
  for (const std::uint64_t items : {1U, 7U, 60U, 128U, 299U, 300U, 700U}) {
    const auto shape = RatelessShape::from({.form = planned_rateless_form(ItemCount(items))});
    int failed = 0;
    for (int round = 0; round < 600; ++round) {
      const KeyHasher hashing(HashFamily::fast, random.seed());
      std::vector<std::uint64_t> keys(items);
      for (std::uint64_t i = 0; i < items; ++i) keys[i] = i;
      auto cells = RatelessCells::empty(*shape, hashing, {0, planned_rateless_cells(ItemCount(items))});
      ASSERT_TRUE(cells->insert(keys));
      RatelessDecoder decoder(*shape, hashing);
      ASSERT_TRUE(decoder.take(*cells));
      failed += decoder.outcome() == RatelessOutcome::complete ? 0 : 1;
    }
    EXPECT_LE(failed, 8) << items << " items";
  }
}

}  // namespace
}  // namespace peel
