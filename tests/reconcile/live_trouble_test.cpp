// Comparisons of two sources that do not go well: sources that fail or change while they are read, work that
// is cancelled or lasts too long, and rows that nobody has room for.
#include "reconcile/live_pair.hpp"

#include <chrono>
#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <vector>

namespace peel::reconcile {
namespace {

using namespace std::chrono_literals;
using test::Compared;
using test::FakeSource;
using test::id_changes;
using test::id_range;
using test::IdRows;
using test::LivePair;
using test::SeenChange;
using test::tables;

test::FakeRows id_text_rows(const IdRows& rows) {
  test::FakeRows cells;
  for (const test::IdRow& row : rows) cells.push_back(test::text_row({std::to_string(row.id), row.value}));
  return cells;
}

// The rows of the left side from that pass on.
void change_left(LivePair& pair, std::size_t pass, const IdRows& rows) {
  pair.source(Side::left).behaviour.rows_from_pass[pass] = id_text_rows(rows);
}

TEST(LiveSketch, IsNotBelievedIfAListedRowIsNotFound) {
  const IdRows later = id_range(2, 99);
  LivePair pair = tables(id_range(1, 100), id_range(3, 98));
  pair.options.method = Method::sketch;
  change_left(pair, 2, later);
  const Compared found = pair.compare();
  EXPECT_EQ(found.report().method, Method::exact);
  EXPECT_EQ(found.report().reason, Reason::rows_unaccounted);
  EXPECT_EQ(found.report().passes, 3U);
  EXPECT_EQ(found.report().pair_error, 0);
  EXPECT_EQ(found.changes, id_changes(later, id_range(3, 98)));
}

TEST(LiveSketch, IsNotBelievedIfMoreRowsAreFoundThanWereListed) {
  IdRows later = id_range(1, 100);
  later.push_back({1, "x"});
  LivePair pair = tables(id_range(1, 100), id_range(2, 99));
  pair.options.method = Method::sketch;
  change_left(pair, 2, later);
  const Compared found = pair.compare();
  EXPECT_EQ(found.report().reason, Reason::rows_unaccounted);
  EXPECT_EQ(found.changes, (std::vector<SeenChange>{{Change::Kind::removed, "1,x", "", 2}}));
}

TEST(LiveSketch, IsNotBelievedIfAnIndexFindsAnotherRow) {
  IdRows left = id_range(1, 100);
  IdRows later = left;
  left[6].value = "before";
  later[6].value = "after";
  LivePair pair = test::databases(left, id_range(1, 100));
  pair.options.method = Method::sketch;
  pair.source(Side::left).behaviour.rows_from_pass[2] = test::id_cells(later);
  const Compared found = pair.compare();
  EXPECT_EQ(found.report().reason, Reason::rows_unaccounted);
  EXPECT_EQ(found.changes, id_changes(later, id_range(1, 100)));
}

// So many lines on the left that the first table does not list them, and looks of much more.
std::unique_ptr<LivePair> lines_for_a_second_table() {
  std::vector<std::string> lines;
  for (int i = 0; i < 50'000; ++i) lines.push_back(std::to_string(i));
  auto pair = std::make_unique<LivePair>(test::fake_lines("LEFT", lines), test::fake_lines("RIGHT", {}));
  pair->options.method = Method::sketch;
  pair->source(Side::left).behaviour.rows_said_for_each = 10;
  return pair;
}

// The second table is planned for what the first pass saw, and finds three times as much.
TEST(PlannedSketch, GivesWayToTheExactComparisonIfItDoesNotList) {
  const auto pair = lines_for_a_second_table();
  test::FakeRows many;
  for (int i = 0; i < 150'000; ++i) many.push_back({std::to_string(i)});
  pair->source(Side::left).behaviour.rows_from_pass = {{2, many}, {3, {{"the last"}}}};
  const Compared found = pair->compare();
  EXPECT_EQ(found.report().method, Method::exact);
  EXPECT_EQ(found.report().reason, Reason::planned_did_not_list);
  EXPECT_EQ(found.report().passes, 3U);
  EXPECT_EQ(found.changes, (std::vector<SeenChange>{{Change::Kind::removed, "the last", ""}}));
}

TEST(LiveComparison, FailsIfRowsFitNeitherMemoryNorASpill) {
  LivePair pair = tables(id_range(1, 10), {});
  pair.options.method = Method::exact;
  pair.options.memory_bytes = 1'000;
  pair.options.spill = nullptr;
  EXPECT_EQ(pair.compare().code(), ErrorCode::limit_exceeded);
  pair.options.memory_bytes = 1'000'000;
  LivePair roomy = tables(id_range(1, 10), {});
  roomy.options = pair.options;
  EXPECT_EQ(roomy.compare().report().removed, 10U);
}

TEST(LiveComparison, FailsIfASourceCannotBeReadTwiceAndHasToBe) {
  LivePair pair = tables(id_range(1, 10), {});
  pair.options.method = Method::sketch;
  pair.source(Side::left).behaviour.rewinds = false;
  EXPECT_EQ(pair.compare().code(), ErrorCode::unsupported);
  LivePair same = tables(id_range(1, 10), id_range(1, 10));
  same.options.method = Method::sketch;
  same.source(Side::left).behaviour.rewinds = false;
  EXPECT_TRUE(same.compare().report().same());
}

TEST(LiveComparison, FailsIfASourceLacksAColumnOfTheTerms) {
  LivePair pair(test::id_table("LEFT", {}), test::fake_table("RIGHT", {"id"}, {}));
  const Terms terms = *agree(pair.left.party(), pair.left.party(), {.key = {"id"}});
  EXPECT_EQ(test::compared(pair.left, pair.right, terms, pair.options, pair.watch).code(),
            ErrorCode::incompatible);
}

// What each stage needs to be reached.
struct StageRoad {
  std::string name;
  Watch::Stage stage;
  std::unique_ptr<LivePair> (*pair)();
  std::size_t pass;  // in which it is

  friend void PrintTo(const StageRoad& road, std::ostream* to) { *to << road.name; }
};

std::unique_ptr<LivePair> some_lines(Method method) {
  std::vector<std::string> lines(2'000);
  for (std::size_t i = 0; i < lines.size(); ++i) lines[i] = std::to_string(i);
  auto pair = std::make_unique<LivePair>(test::fake_lines("LEFT", lines), test::fake_lines("RIGHT", {"one"}));
  pair->options.method = method;
  return pair;
}

const StageRoad kStageRoads[] = {
    {"InStep", Watch::Stage::reading,
     [] {
       auto pair = some_lines(Method::automatic);
       pair->source(Side::left).behaviour.in_step_until = 10'000;
       return pair;
     },
     1},
    {"Reading", Watch::Stage::reading, [] { return some_lines(Method::sketch); }, 1},
    {"ReadingAgain", Watch::Stage::reading_again, lines_for_a_second_table, 2},
    {"FetchingRows", Watch::Stage::fetching_rows, [] { return some_lines(Method::sketch); }, 2},
    {"Comparing", Watch::Stage::comparing, [] { return some_lines(Method::exact); }, 1},
};

class EachStage : public testing::TestWithParam<StageRoad> {};
INSTANTIATE_TEST_SUITE_P(Of, EachStage, testing::ValuesIn(kStageRoads),
                         [](const auto& road) { return road.param.name; });

TEST_P(EachStage, CanBeCancelled) {
  const auto pair = GetParam().pair();
  pair->watch.cancels_in = GetParam().stage;
  const Compared found = pair->compare();
  ASSERT_FALSE(found.result);
  EXPECT_EQ(found.code(), ErrorCode::cancelled);
  EXPECT_EQ(pair->watch.stages().back(), GetParam().stage);
  EXPECT_LT(pair->source(Side::left).rows_read(), 2'000U * 10);
  EXPECT_TRUE(found.changes.empty());
}

TEST(InStep, CanBeCancelledWhileRowsAgree) {
  LivePair pair = tables(id_range(1, 1'000), id_range(1, 1'000));
  pair.source(Side::left).behaviour.in_step_until = 10;
  pair.watch.cancels_in = Watch::Stage::reading;
  EXPECT_FALSE(pair.compare().result);
}

// The source waits for the deadline in this stage. If the machine is so slow that it passed before, all the
// better.
TEST_P(EachStage, EndsAtTheDeadline) {
  const auto pair = GetParam().pair();
  test::StageWatch watch(Watch::Clock::now() + 100ms);
  const auto wait = [&watch, pass = GetParam().pass](const FakeSource& source) -> Result<void> {
    if (source.passes() == pass) std::this_thread::sleep_until(*watch.deadline() + 1ms);
    return {};
  };
  pair->source(Side::left).behaviour.before_batch = wait;
  const Compared found = test::compared(pair->left, pair->right, pair->request, pair->options, watch);
  ASSERT_FALSE(found.result);
  EXPECT_EQ(found.code(), ErrorCode::timed_out);
  EXPECT_TRUE(found.changes.empty());
}

TEST_P(EachStage, FailsAsTheSourceDoes) {
  const auto pair = GetParam().pair();
  pair->source(Side::right).behaviour.before_batch =
      [pass = GetParam().pass](const FakeSource& source) -> Result<void> {
    if (source.passes() < pass) return {};
    return failure(ErrorCode::malformed, "RIGHT is broken");
  };
  const Compared found = pair->compare();
  ASSERT_FALSE(found.result);
  EXPECT_EQ(found.sentence(), "RIGHT is broken");
  EXPECT_TRUE(found.changes.empty());
}

// The left side gets no further than a batch beyond the moment at which it is stopped.
class OneFailingSide : public testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(InPass, OneFailingSide, testing::Values(1, 2), testing::PrintToStringParamName());

TEST_P(OneFailingSide, StopsTheOther) {
  const auto pair = some_lines(Method::sketch);
  pair->source(Side::left).behaviour.batch_rows = 1;
  std::atomic<bool> has_failed = false;
  pair->source(Side::right).behaviour.before_batch = [&](const FakeSource& source) -> Result<void> {
    if (source.passes() < GetParam()) return {};
    has_failed = true;
    return failure(ErrorCode::malformed, "RIGHT is broken");
  };
  std::size_t batches_after = 0;
  pair->source(Side::left).behaviour.before_batch = [&](const FakeSource& source) -> Result<void> {
    if (source.passes() < GetParam()) return {};
    while (!has_failed) std::this_thread::yield();
    std::this_thread::sleep_for(1ms);
    ++batches_after;
    return {};
  };
  EXPECT_EQ(pair->compare().sentence(), "RIGHT is broken");
  EXPECT_LT(batches_after, 1'000U);
}

}  // namespace
}  // namespace peel::reconcile
