// ExactComparison against a model of std::multiset, in memory, spilled, and spilled in parts.
#include "reconcile/exact/exact_comparison.hpp"

#include "reconcile/fake_spill.hpp"
#include "reconcile/seen_changes.hpp"
#include "support/random.hpp"

#include <chrono>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace peel::reconcile {
namespace {

using test::FakeSpill;
using test::ModelRow;
using test::RowForm;
using test::SeenChange;
using test::SeenChanges;

// All is kept; some hundred rows are; a handful of them; not even one.
constexpr std::uint64_t kMemories[] = {1 << 24, 200'000, 5'000, 1};

std::vector<ModelRow> rows_of(const std::vector<std::string>& texts) {
  std::vector<ModelRow> rows;
  for (const std::string& text : texts) rows.push_back({text.substr(0, text.find('=')), text});
  return rows;
}

void add_all(ExactComparison& comparison, Side side, const std::vector<ModelRow>& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ASSERT_TRUE(comparison.add(side, {as_bytes(rows[i].text), rows[i].key.size()}, i + 1));
  }
}

std::vector<SeenChange> exact_changes(const std::vector<ModelRow>& left, const std::vector<ModelRow>& right,
                                      std::uint64_t memory_bytes, FakeSpill& spill) {
  ExactComparison comparison("left", memory_bytes, kDefaultSeed, spill);
  add_all(comparison, Side::left, left);
  add_all(comparison, Side::right, right);
  SeenChanges seen(RowForm::lines);
  EXPECT_TRUE(comparison.finish(seen, Watch()));
  return seen.all;
}

class ExactComparisonWith : public testing::TestWithParam<std::uint64_t> {
 protected:
  std::vector<SeenChange> changes(const std::vector<std::string>& left,
                                  const std::vector<std::string>& right) {
    return exact_changes(rows_of(left), rows_of(right), GetParam(), spill);
  }
  FakeSpill spill;
};
INSTANTIATE_TEST_SUITE_P(BytesOfMemory, ExactComparisonWith, testing::ValuesIn(kMemories),
                         testing::PrintToStringParamName());

using enum Change::Kind;

TEST_P(ExactComparisonWith, IsSilentAboutEqualRowsInAnyOrder) {
  EXPECT_TRUE(changes({"a=1", "b=1", "a=1"}, {"b=1", "a=1", "a=1"}).empty());
}

TEST_P(ExactComparisonWith, CallsOneRowAgainstOneRowOfAKeyChanged) {
  EXPECT_EQ(changes({"a=1", "b=1", "c=1"}, {"c=1", "b=2", "a=1"}),
            (std::vector<SeenChange>{{changed, "b=1", "b=2"}}));
}

TEST_P(ExactComparisonWith, CountsRowsOfAKeyWithSeveralOnOneSide) {
  EXPECT_EQ(changes({"a=1", "a=1", "a=1", "a=2"}, {"a=3", "a=1"}),
            (std::vector<SeenChange>{{removed, "a=1", "", 2}, {removed, "a=2", ""}, {added, "", "a=3"}}));
}

TEST_P(ExactComparisonWith, OrdersByTheLeftSideAndThenByTheRight) {
  EXPECT_EQ(changes({"z=1", "m=1", "a=1"}, {"y=1", "b=1", "m=2"}),
            (std::vector<SeenChange>{{removed, "z=1", ""},
                                     {changed, "m=1", "m=2"},
                                     {removed, "a=1", ""},
                                     {added, "", "y=1"},
                                     {added, "", "b=1"}}));
}

TEST_P(ExactComparisonWith, AgreesWithTheModel) {
  test::Random random;
  for (int round = 0; round < test::rounds(10); ++round) {
    const std::uint64_t keys = 1 + random.below(150);
    const auto some = [&] {
      std::vector<std::string> texts(random.below(150));
      for (std::string& text : texts)
        text = std::to_string(random.below(keys)) + "=" + std::to_string(random.below(3));
      return rows_of(texts);
    };
    const auto left = some();
    const auto right = some();
    ASSERT_EQ(exact_changes(left, right, GetParam(), spill), test::model_changes(left, right));
  }
  EXPECT_EQ(spill.open(), 0U);
}

std::vector<ModelRow> numbered_rows(std::size_t count) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) texts.push_back(std::to_string(i) + "=x");
  return rows_of(texts);
}

TEST(ExactComparison, SpillsNothingThatFits) {
  FakeSpill spill;
  EXPECT_EQ(exact_changes(numbered_rows(100), {}, 1 << 24, spill).size(), 100U);
  EXPECT_EQ(spill.created(), 0U);
}

TEST(ExactComparison, TellsHowMuchItSpilled) {
  FakeSpill spill;
  ExactComparison comparison("left", 1, kDefaultSeed, spill);
  add_all(comparison, Side::left, rows_of({"a=1", "b=22"}));
  // The length of a record, then side, order and two sizes, then the row.
  EXPECT_EQ(comparison.spilled_bytes(), 2U * (4 + 25) + 3 + 4);
}

// The first cut makes 64 partitions at most, which take a file each.
TEST(ExactComparison, CutsAPartitionThatDoesNotFitIntoParts) {
  FakeSpill once;
  const auto rows = numbered_rows(1'000);
  // A partition of 1,000 rows or so fits; both sides together do not.
  EXPECT_TRUE(exact_changes(rows, rows, 1'000 * 700, once).empty());
  EXPECT_GT(once.created(), 32U);
  EXPECT_LE(once.created(), 64U);
  FakeSpill twice;
  EXPECT_TRUE(exact_changes(rows, rows, 10'000, twice).empty());
  EXPECT_GT(twice.created(), 128U);
}

// One key stays in one partition however often it is cut: four files, and none for changes that do not exist.
TEST(ExactComparison, ComparesOneKeyWholeAfterThreeMoreCuts) {
  FakeSpill spill;
  std::vector<std::string> texts;
  for (int i = 0; i < 200; ++i) texts.push_back("a=" + std::to_string(i));
  const auto rows = rows_of(texts);
  EXPECT_TRUE(exact_changes(rows, rows, 1'000, spill).empty());
  EXPECT_EQ(spill.created(), 4U);
}

TEST(ExactComparison, KeepsHowEachSideSpellsItsRows) {
  for (const std::uint64_t memory : kMemories) {
    FakeSpill spill;
    ExactComparison comparison("left", memory, kDefaultSeed, spill);
    ASSERT_TRUE(comparison.add(Side::left, {as_bytes("a1"), 1, as_bytes("a 1.0")}, 1));
    ASSERT_TRUE(comparison.add(Side::right, {as_bytes("a2"), 1, as_bytes("a 2.00")}, 1));
    struct Spelled : ChangeSink {
      Result<void> take(const Change& change) override {
        left = as_text(change.left.row.spelled);
        right = as_text(change.right.row.spelled);
        return {};
      }
      std::string left, right;
    } spelled;
    ASSERT_TRUE(comparison.finish(spelled, Watch()));
    EXPECT_EQ(spelled.left, "a 1.0") << memory;
    EXPECT_EQ(spelled.right, "a 2.00") << memory;
  }
}

TEST(ExactComparison, FailsAsItsSpillDoes) {
  FakeSpill full;
  full.bytes_allowed = 40;
  ExactComparison comparison("left", 1, kDefaultSeed, full);
  ASSERT_TRUE(comparison.add(Side::left, {as_bytes("a=1"), 1}, 1));
  const auto added = comparison.add(Side::left, {as_bytes("b=1"), 1}, 2);
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().sentence(), "the disk is full");
}

TEST(ExactComparison, FailsWhereAPartCannotBeMade) {
  FakeSpill spill;
  ExactComparison comparison("left", 1, kDefaultSeed, spill);
  add_all(comparison, Side::left, rows_of({"a=1", "a=2"}));
  spill.files_allowed = spill.created();
  SeenChanges seen(RowForm::lines);
  const auto finished = comparison.finish(seen, Watch());
  ASSERT_FALSE(finished);
  EXPECT_EQ(finished.error().sentence(), "no more files can be made");
}

TEST_P(ExactComparisonWith, StopsAtASinkThatFails) {
  ExactComparison comparison("left", GetParam(), kDefaultSeed, spill);
  add_all(comparison, Side::left, numbered_rows(50));
  SeenChanges seen(RowForm::lines, 7);
  EXPECT_EQ(comparison.finish(seen, Watch()).error().sentence(), "nobody takes this change");
  EXPECT_EQ(seen.all.size(), 7U);
}

TEST_P(ExactComparisonWith, EndsIfItIsCancelled) {
  class Cancelled : public Watch {
    bool is_cancelled() const override { return true; }
  };
  ExactComparison comparison("left", GetParam(), kDefaultSeed, spill);
  add_all(comparison, Side::left, numbered_rows(50));
  SeenChanges seen(RowForm::lines);
  EXPECT_EQ(comparison.finish(seen, Cancelled()).error().code(), ErrorCode::cancelled);
  EXPECT_TRUE(seen.all.empty());
}

TEST_P(ExactComparisonWith, EndsAtTheDeadline) {
  ExactComparison comparison("left", GetParam(), kDefaultSeed, spill);
  add_all(comparison, Side::left, numbered_rows(50));
  SeenChanges seen(RowForm::lines);
  const Watch late(Watch::Clock::now() - std::chrono::seconds(1));
  const auto finished = comparison.finish(seen, late);
  ASSERT_FALSE(finished);
  EXPECT_EQ(finished.error().code(), ErrorCode::timed_out);
  EXPECT_EQ(finished.error().sentence(), "reading left takes longer than allowed");
}

TEST_P(ExactComparisonWith, EndsIfItIsCancelledWhileItHandsOnChanges) {
  class CancelledOnce : public Watch {
   public:
    bool is_cancelled() const override { return seen->all.size() > 1000; }
    const SeenChanges* seen = nullptr;
  } watch;
  ExactComparison comparison("left", GetParam(), kDefaultSeed, spill);
  add_all(comparison, Side::left, numbered_rows(2000));
  SeenChanges seen(RowForm::lines);
  watch.seen = &seen;
  EXPECT_EQ(comparison.finish(seen, watch).error().code(), ErrorCode::cancelled);
  EXPECT_LT(seen.all.size(), 2000U);
}

}  // namespace
}  // namespace peel::reconcile
