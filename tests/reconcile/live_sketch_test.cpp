// Sketches of two sources that can be read: the first one, a planned one, and how the rows behind them are
// fetched.
#include "reconcile/live_pair.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace peel::reconcile {
namespace {

using test::Compared;
using test::databases;
using test::FakeSource;
using test::id_changes;
using test::id_database;
using test::id_range;
using test::id_table;
using test::IdRows;
using test::LivePair;
using test::SeenChange;
using test::tables;
using StageList = std::vector<Watch::Stage>;

TEST(LiveSketch, FetchesRowsInASecondPass) {
  LivePair pair = tables(id_range(1, 100), id_range(3, 100));
  pair.options.method = Method::sketch;
  const Compared found = pair.compare();
  EXPECT_EQ(found.report().passes, 2U);
  EXPECT_EQ(pair.source(Side::left).passes(), 2U);
  EXPECT_EQ(found.report().cells, 64U * 768);
  EXPECT_GT(found.report().sketch_bytes, 1'000'000U);
  EXPECT_DOUBLE_EQ(found.report().pair_error, 1.0 / (std::uint64_t{1} << 56));
  EXPECT_FALSE(found.report().estimate);
  EXPECT_EQ(pair.watch.stages(), (StageList{Watch::Stage::reading, Watch::Stage::fetching_rows}));
  std::uint64_t bytes = 0;
  for (const Side side : {Side::left, Side::right}) bytes += pair.source(side).bytes_read();
  EXPECT_EQ(found.report().bytes_read, 2 * bytes);
}

TEST(LiveSketch, NeedsOnePassForEqualRows) {
  IdRows rows = id_range(1, 100);
  LivePair pair = tables(rows, IdRows(rows.rbegin(), rows.rend()));
  pair.options.method = Method::sketch;
  const Compared found = pair.compare();
  EXPECT_TRUE(found.report().same());
  EXPECT_EQ(found.report().passes, 1U);
  EXPECT_EQ(found.report().method, Method::sketch);
}

TEST(LiveSketch, IsNotMadeOfSmallSourcesNorOfPipes) {
  LivePair one_byte_more = tables(id_range(1, 5), id_range(1, 4));
  one_byte_more.source(Side::left).behaviour.size = std::uint64_t{4} << 20;
  one_byte_more.source(Side::right).behaviour.size = 1;
  EXPECT_EQ(one_byte_more.compare().report().reason, Reason::fits_first_table);
  LivePair pipe = tables(id_range(1, 5), id_range(1, 4));
  pipe.source(Side::left).behaviour.size = 10;
  EXPECT_EQ(pipe.compare().report().reason, Reason::fits_first_table);
}

TEST(LiveSketch, TellsHowMuchThereIsToReadIfBothSourcesSayIt) {
  LivePair pair = tables(id_range(1, 5), id_range(1, 5));
  pair.options.method = Method::sketch;
  pair.source(Side::left).behaviour.size = 20;
  EXPECT_TRUE(pair.compare().report().same());
  pair.source(Side::right).behaviour.size = 22;
  EXPECT_TRUE(pair.compare().report().same());
  EXPECT_EQ(pair.watch.totals(), (std::vector<std::optional<std::uint64_t>>{std::nullopt, 42}));
}

// Each side may take a quarter of the memory, and a tally takes 4 KiB for no row at all.
TEST(LiveSketch, GivesWayToTheExactComparisonIfTheRowsOfOneSideExceedTheMemory) {
  for (const auto& [left, right] :
       {std::pair{id_range(1, 5), IdRows{}}, std::pair{IdRows{}, id_range(1, 5)}}) {
    LivePair pair = tables(left, right);
    pair.options.method = Method::sketch;
    pair.options.memory_bytes = 12'000;
    const Compared found = pair.compare();
    EXPECT_EQ(found.report().reason, Reason::rows_beyond_memory);
    EXPECT_EQ(found.report().passes, 3U);
    EXPECT_EQ(found.changes, id_changes(left, right));
  }
}

// More than the first table lists.
constexpr std::size_t kManyLines = 55'000;

// Lines of the left side alone.
std::unique_ptr<LivePair> many_lines() {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < kManyLines; ++i) lines.push_back(std::to_string(i));
  auto pair = std::make_unique<LivePair>(test::fake_lines("LEFT", lines), test::fake_lines("RIGHT", {}));
  pair->options.method = Method::sketch;
  return pair;
}

bool are_many_lines(const std::vector<SeenChange>& changes) {
  std::size_t line = 0;
  return changes.size() == kManyLines && std::ranges::all_of(changes, [&line](const SeenChange& change) {
           return change.kind == Change::Kind::removed && change.left == std::to_string(line++);
         });
}

TEST(PlannedSketch, IsMadeForADifferenceThatTheFirstTableDoesNotList) {
  const auto pair = many_lines();
  pair->source(Side::left).behaviour.rows_said_for_each = 10;
  const Compared found = pair->compare();
  EXPECT_EQ(found.report().method, Method::sketch);
  EXPECT_EQ(found.report().reason, Reason::table_was_planned);
  EXPECT_EQ(found.report().passes, 3U);
  ASSERT_TRUE(found.report().estimate);
  EXPECT_LE(found.report().estimate->least.value, kManyLines);
  EXPECT_GE(found.report().estimate->most.value, kManyLines);
  EXPECT_GT(found.report().cells, kManyLines);
  EXPECT_EQ(pair->watch.stages(),
            (StageList{Watch::Stage::reading, Watch::Stage::reading_again, Watch::Stage::fetching_rows}));
  EXPECT_TRUE(are_many_lines(found.changes));
}

TEST(PlannedSketch, IsNotMadeForALargeShareOfTheRows) {
  const auto pair = many_lines();
  const Compared found = pair->compare();
  EXPECT_EQ(found.report().method, Method::exact);
  EXPECT_EQ(found.report().reason, Reason::large_share);
  EXPECT_EQ(found.report().passes, 2U);
  EXPECT_EQ(found.report().cells, 0U);
  EXPECT_EQ(found.report().pair_error, 0);
  EXPECT_EQ(found.report().spilled_bytes, 0U);
  EXPECT_TRUE(are_many_lines(found.changes));
}

TEST(PlannedSketch, IsNotMadeBeyondTheMemoryAllowed) {
  const auto pair = many_lines();
  pair->options.memory_bytes = std::uint64_t{4} << 20;
  pair->source(Side::left).behaviour.rows_said_for_each = 10;
  const Compared found = pair->compare();
  EXPECT_EQ(found.report().reason, Reason::table_beyond_memory);
  EXPECT_GT(found.report().spilled_bytes, 1'000'000U);
  EXPECT_EQ(pair->spill.open(), 0U);
  EXPECT_TRUE(are_many_lines(found.changes));
}

TEST(LiveSketch, AsksAnIndexForTheKeysInQuestionAndNoOthers) {
  IdRows left = id_range(1, 100);
  IdRows right = left;
  right[6].value = "y";             // 7 changed
  right.erase(right.begin() + 40);  // 41 was removed
  right.push_back({1'000, "x"});
  LivePair pair = databases(left, right);
  pair.options.method = Method::sketch;
  const Compared found = pair.compare();
  EXPECT_EQ(found.changes, id_changes(left, right));
  const auto asked = [&pair](Side side) {
    auto keys = pair.source(side).asked_for();
    for (auto& of_pass : keys) std::ranges::sort(of_pass);
    return keys;
  };
  EXPECT_EQ(asked(Side::left), (std::vector<std::vector<std::string>>{{"41", "7"}}));
  EXPECT_EQ(asked(Side::right), (std::vector<std::vector<std::string>>{{"1000", "7"}}));
  EXPECT_EQ(found.report().rows_left, 100U);  // of the pass that read them all
  EXPECT_EQ(found.report().passes, 2U);
}

TEST(LiveSketch, ReadsTheSideThatHasNoIndexAgain) {
  const IdRows left = id_range(1, 100);
  const IdRows right = id_range(2, 100, "x");
  LivePair pair(id_table("LEFT", left), id_database("RIGHT", right));
  pair.options.method = Method::sketch;
  EXPECT_EQ(pair.compare().changes, id_changes(left, right));
  EXPECT_TRUE(pair.source(Side::left).asked_for().empty());
  EXPECT_EQ(pair.source(Side::right).asked_for(), (std::vector<std::vector<std::string>>{{"101"}}));
}

TEST(LiveSketch, ReadsAllRowsAgainIfManyAreInQuestion) {
  const IdRows left = id_range(1, 80);
  const IdRows right = id_range(11, 70);  // ten of 80 are an eighth
  LivePair pair = databases(left, right);
  pair.options.method = Method::sketch;
  EXPECT_EQ(pair.compare().changes, id_changes(left, right));
  EXPECT_TRUE(pair.source(Side::left).asked_for().empty());
}

// A database whose keys are texts of so many letters, numbered from `first` on.
std::unique_ptr<FakeSource> name_database(std::size_t letters, std::size_t first, bool key_is_unique) {
  test::FakeRows rows;
  for (std::size_t i = first; i < 40; ++i) {
    rows.push_back(
        {{}, {test::text_cell(std::string(letters, 'k') + std::to_string(i)), test::text_cell("x")}});
  }
  auto source =
      std::make_unique<FakeSource>("DB",
                                   rows::Schema{.is_table = true,
                                                .columns = {"name", "value"},
                                                .has_names = true,
                                                .types = {rows::ColumnType::text, rows::ColumnType::text},
                                                .key = {"name"},
                                                .key_is_unique = key_is_unique},
                                   std::move(rows));
  source->behaviour.indexed = {"name"};
  return source;
}

TEST(LiveSketch, ReadsAllRowsAgainIfAKeyIsTooLongForAnItem) {
  for (const std::size_t letters : {5U, 50U}) {
    LivePair pair(name_database(letters, 0, false), name_database(letters, 1, false));
    pair.options.method = Method::sketch;
    const Compared found = pair.compare();
    EXPECT_EQ(found.report().reason, Reason::fits_first_table);
    EXPECT_EQ(found.report().removed, 1U);
    EXPECT_EQ(pair.source(Side::left).asked_for().empty(), letters == 50);
  }
}

// Cells of xor sums have no limbs.
TEST(LiveSketch, HasSmallerCellsIfKeysAreUniqueOnBothSides) {
  const auto sketch_bytes = [](bool left_is_unique, bool right_is_unique) {
    LivePair pair(name_database(5, 0, left_is_unique), name_database(5, 1, right_is_unique));
    pair.options.method = Method::sketch;
    const Compared found = pair.compare();
    EXPECT_EQ(found.report().removed, 1U);
    return found.report().sketch_bytes;
  };
  EXPECT_LT(sketch_bytes(true, true), sketch_bytes(true, false));
  EXPECT_EQ(sketch_bytes(true, false), sketch_bytes(false, false));
}

TEST(LiveSketch, IsRightAboutDatabasesWithUniqueKeys) {
  test::Random random;
  for (int round = 0; round < test::rounds(12); ++round) {
    IdRows left;
    IdRows right;
    for (std::int64_t id = 0; id < 300; ++id) {
      if (random.below(30) > 0) left.push_back({id, "x"});
      if (random.below(30) > 0) right.push_back({id, random.below(30) == 0 ? "y" : "x"});
    }
    LivePair pair = databases(left, right);
    pair.options.method = Method::sketch;
    const Compared found = pair.compare();
    ASSERT_EQ(found.changes, id_changes(left, right));
    ASSERT_EQ(found.report().reason, Reason::fits_first_table);
  }
}

// The index of the right side is not asked for keys that it has as well.
TEST(LiveSketch, IsRightAboutDuplicatesBesideAnIndex) {
  IdRows left = id_range(1, 100);
  left.push_back({7, "x"});
  LivePair pair(id_table("LEFT", left), id_database("RIGHT", id_range(1, 100)));
  pair.options.method = Method::sketch;
  EXPECT_EQ(pair.compare().changes, (std::vector<SeenChange>{{Change::Kind::removed, "7,x", ""}}));
}

}  // namespace
}  // namespace peel::reconcile
