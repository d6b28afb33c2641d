// Two sources that can be read: each road leads to the difference that a model says.
#include "reconcile/live_pair.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace peel::reconcile {
namespace {

using enum Change::Kind;
using test::Compared;
using test::id_changes;
using test::id_range;
using test::IdRows;
using test::LivePair;
using test::SeenChange;
using test::tables;
using Stages = std::vector<Watch::Stage>;

struct Road {
  std::string name;
  void (*prepare)(LivePair& pair);
  Method method;
  Reason reason;

  friend void PrintTo(const Road& road, std::ostream* to) { *to << road.name; }
};

const Road kRoads[] = {
    {"InStep", [](LivePair& pair) { pair.source(Side::left).behaviour.in_step_until = 10'000; },
     Method::in_step, Reason::same_order},
    {"StepIsLost", [](LivePair& pair) { pair.source(Side::left).behaviour.in_step_until = 3; },
     Method::sketch, Reason::fits_first_table},
    {"Sketch", [](LivePair& pair) { pair.options.method = Method::sketch; }, Method::sketch,
     Reason::fits_first_table},
    {"Exact", [](LivePair& pair) { pair.options.method = Method::exact; }, Method::exact, Reason::asked_for},
    {"ExactAndSpilled",
     [](LivePair& pair) {
       pair.options.method = Method::exact;
       pair.options.memory_bytes = 5'000;
     },
     Method::exact, Reason::asked_for},
    {"SmallSources",
     [](LivePair& pair) {
       pair.source(Side::left).behaviour.size = std::uint64_t{2} << 20;
       pair.source(Side::right).behaviour.size = std::uint64_t{2} << 20;
     },
     Method::exact, Reason::small_sources},
    {"RowsBeyondMemory",
     [](LivePair& pair) {
       pair.options.method = Method::sketch;
       pair.options.memory_bytes = 4'000;
     },
     Method::exact, Reason::rows_beyond_memory},
};

class EveryRoad : public testing::TestWithParam<Road> {};
INSTANTIATE_TEST_SUITE_P(Of, EveryRoad, testing::ValuesIn(kRoads),
                         [](const auto& road) { return road.param.name; });

TEST_P(EveryRoad, LeadsToTheDifferenceOfTheModel) {
  test::Random random;
  for (int round = 0; round < test::rounds(12); ++round) {
    IdRows left;
    IdRows right;
    for (int i = 0; i < 200; ++i) {  // equal rows, changed ones, some of one side, duplicates
      const auto id = static_cast<std::int64_t>(random.below(150));
      left.push_back({id, "x"});
      right.push_back({id, random.below(10) == 0 ? "y" : "x"});
      if (random.below(20) == 0) left.pop_back();
      if (random.below(20) == 0) right.pop_back();
    }
    LivePair pair = tables(left, right);
    GetParam().prepare(pair);
    Compared found = pair.compare();
    // Of equal rows, those in step are passed over, whichever they are: this moves the others.
    std::vector<SeenChange> model = id_changes(left, right);
    std::ranges::sort(found.changes);
    std::ranges::sort(model);
    ASSERT_EQ(found.changes, model);
    ASSERT_EQ(found.report().method, GetParam().method);
    ASSERT_EQ(found.report().reason, GetParam().reason);
  }
}

TEST_P(EveryRoad, ComesToChangesInTheOrderOfTheSides) {
  const IdRows left{{9, "x"}, {5, "x"}, {7, "x"}, {1, "x"}, {2, "x"}, {8, "x"}, {3, "x"}};
  const IdRows right{{4, "x"}, {2, "x"}, {7, "x"}, {5, "y"}, {9, "y"}, {6, "x"}, {0, "x"}};
  LivePair pair = tables(left, right);
  GetParam().prepare(pair);
  EXPECT_EQ(pair.compare().changes, id_changes(left, right));
}

TEST_P(EveryRoad, CountsRowsAndChanges) {
  LivePair pair = tables({{1, "x"}, {2, "x"}, {3, "x"}, {3, "x"}, {4, "x"}}, {{4, "y"}, {1, "x"}, {5, "x"}});
  GetParam().prepare(pair);
  const Compared found = pair.compare();
  const Report& report = found.report();
  EXPECT_EQ(report.rows_left, 5U);
  EXPECT_EQ(report.rows_right, 3U);
  EXPECT_EQ(report.removed, 3U);
  EXPECT_EQ(report.changed, 1U);
  EXPECT_EQ(report.added, 1U);
  EXPECT_EQ(report.changes, 4U);
  EXPECT_TRUE(report.complete());
  EXPECT_FALSE(report.same());
  EXPECT_EQ(found.changes.size(), 4U);
  EXPECT_EQ(found.changes[1], (SeenChange{removed, "3,x", "", 2}));
}

TEST_P(EveryRoad, FindsLinesToo) {
  LivePair pair(test::fake_lines("LEFT", {"one", "two", "two", "", "three"}),
                test::fake_lines("RIGHT", {"three", "two", "four"}));
  GetParam().prepare(pair);
  EXPECT_EQ(pair.compare().changes,
            (std::vector<SeenChange>{
                {removed, "one", ""}, {removed, "two", ""}, {removed, "", ""}, {added, "", "four"}}));
}

TEST_P(EveryRoad, DropsChangesThatAToleranceCovers) {
  LivePair pair(
      test::fake_table("LEFT", {"id", "price"}, {{"1", "1.40"}, {"2", "1.60"}, {"3", "1.6"}, {"4", "x"}}),
      test::fake_table("RIGHT", {"id", "price"}, {{"1", "0.6"}, {"2", "1.40"}, {"3", "2.61"}, {"4", "y"}}));
  pair.request.tolerances = {{"price", *rows::Tolerance::from("1")}};
  GetParam().prepare(pair);
  const Compared found = pair.compare();
  EXPECT_EQ(found.changes, (std::vector<SeenChange>{{changed, "3,1.6", "3,2.61"}, {changed, "4,x", "4,y"}}));
  EXPECT_EQ(found.report().changed, 2U);
}

TEST_P(EveryRoad, StopsAtASinkThatFails) {
  LivePair pair = tables(id_range(1, 5), id_range(1, 2));
  GetParam().prepare(pair);
  const Terms terms = *agree(pair.left.party(), pair.right.party(), pair.request);
  test::SeenChanges sink(test::RowForm::cells, 1);
  const auto report = reconcile(pair.left, pair.right, terms, pair.options, sink, pair.watch);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().sentence(), "nobody takes this change");
}

TEST(InStep, NeedsOnePassAndNoTable) {
  LivePair pair = tables(id_range(1, 50), id_range(1, 40));
  pair.source(Side::left).behaviour.in_step_until = 100;
  const Compared found = pair.compare();
  EXPECT_EQ(found.report().passes, 1U);
  EXPECT_EQ(found.report().cells, 0U);
  EXPECT_EQ(found.report().sketch_bytes, 0U);
  EXPECT_EQ(found.report().pair_error, 0);
  EXPECT_EQ(pair.watch.stages(), Stages{Watch::Stage::reading});
}

// What was passed over in step is in no table; what came after step was lost is in both.
TEST(InStep, IsFollowedByASketchOfTheRestIfItIsLost) {
  LivePair pair = tables(id_range(1, 50), id_range(1, 30));
  pair.source(Side::left).behaviour.in_step_until = 5;
  const Compared found = pair.compare();
  EXPECT_EQ(found.changes, id_changes(id_range(1, 50), id_range(1, 30)));
  EXPECT_EQ(found.report().passes, 2U);
  EXPECT_EQ(found.report().rows_left, 50U);
}

TEST(InStep, IsFollowedByASketchIfTooManyRowsHadNoPartner) {
  const std::string long_value(200'000, 'v');
  IdRows left = id_range(1, 60, long_value);
  LivePair pair = tables(left, {});
  pair.source(Side::left).behaviour.in_step_until = 100;
  pair.options.memory_bytes = std::uint64_t{256} << 20;
  const Compared found = pair.compare();
  EXPECT_EQ(found.changes, id_changes(left, {}));
  EXPECT_EQ(found.report().method, Method::sketch);
  EXPECT_EQ(found.report().passes, 2U);
}

}  // namespace
}  // namespace peel::reconcile
