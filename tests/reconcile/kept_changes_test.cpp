// Changes that wait: they come back as they were, from memory and from where they were spilled to.
#include "peel/reconcile/kept_changes.hpp"

#include "reconcile/fake_spill.hpp"
#include "reconcile/seen_changes.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace peel::reconcile {
namespace {

using test::FakeSpill;
using test::RowForm;
using test::SeenChange;
using test::SeenChanges;

KnownRow kept_line(std::string_view line, RowOrder order) {
  return KnownRow::whole({as_bytes(line), line.size()}, order);
}

TEST(KeptChanges, ComeBackInTheirOrderAsOftenAsWanted) {
  FakeSpill spill;
  KeptChanges kept(1'000'000, spill);
  ASSERT_TRUE(kept.take({.kind = Change::Kind::removed, .left = kept_line("a", 7), .count = 2}));
  ASSERT_TRUE(
      kept.take({.kind = Change::Kind::changed, .left = kept_line("b", 8), .right = kept_line("c", 2)}));
  ASSERT_TRUE(kept.take({.kind = Change::Kind::added, .right = kept_line("d", 1)}));
  for (int time = 0; time < 2; ++time) {
    SeenChanges seen(RowForm::lines);
    ASSERT_TRUE(kept.hand_on(seen));
    EXPECT_EQ(seen.all, (std::vector<SeenChange>{{Change::Kind::removed, "a", "", 2},
                                                 {Change::Kind::changed, "b", "c"},
                                                 {Change::Kind::added, "", "d"}}));
    EXPECT_EQ(seen.orders[0].first, 7U);
    EXPECT_EQ(seen.orders[1].second, 2U);
  }
  EXPECT_EQ(spill.created(), 0U);
}

TEST(KeptChanges, BeyondTheMemoryAreSpilled) {
  FakeSpill spill;
  KeptChanges kept(1'000, spill);
  const std::string row(100, 'x');
  for (RowOrder order = 0; order < 1'000; ++order)
    ASSERT_TRUE(kept.take({.kind = Change::Kind::removed, .left = kept_line(row, order)}));
  EXPECT_EQ(spill.open(), 1U);
  SeenChanges seen(RowForm::lines);
  ASSERT_TRUE(kept.hand_on(seen));
  ASSERT_EQ(seen.all.size(), 1'000U);
  EXPECT_EQ(seen.all[999], (SeenChange{Change::Kind::removed, row, ""}));
  EXPECT_EQ(seen.orders[999].first, 999U);
}

}  // namespace
}  // namespace peel::reconcile
