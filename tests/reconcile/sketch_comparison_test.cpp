// A sketch in the place of one side, or of both: what is known of each row, and what stays open.
#include "peel/reconcile/row_sketch.hpp"

#include "reconcile/compared.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace peel::reconcile {
namespace {

using enum Change::Kind;
using test::Compared;
using test::FakeSource;
using test::id_range;
using test::id_table;
using test::IdRows;
using test::SeenChange;

constexpr std::uint64_t kCapacity = 200;

Sketch sketch_of(FakeSource& source, ItemCount capacity = ItemCount(kCapacity), Seed seed = kDefaultSeed) {
  TermsRequest request;
  if (source.schema().is_table && source.schema().key.empty()) request.key = {"id"};
  const Terms terms = *find_terms(Party::of(source), request);
  Sketch sketch = *planned_sketch(description_of(terms, source.schema().has_names, kLeastKeyBytes), capacity,
                                  KeyHasher(HashFamily::fast, seed));
  Watch watch;
  EXPECT_TRUE(fill_sketch(sketch, source, terms, watch));
  return sketch;
}

Sketch sketch_of(const IdRows& rows, ItemCount capacity = ItemCount(kCapacity), Seed seed = kDefaultSeed) {
  return sketch_of(*id_table("FILE", rows), capacity, seed);
}

SketchEndpoint endpoint_of(Sketch sketch, std::string name = "SKETCH") {
  auto endpoint = SketchEndpoint::from(std::move(name), std::move(sketch));
  EXPECT_TRUE(endpoint) << endpoint.error().sentence();
  return *std::move(endpoint);
}

// By the terms of whichever side is a sketch.
Compared compared_by_sketch(Endpoint& left, Endpoint& right) {
  const Sketch* const sketch = left.sketch() != nullptr ? left.sketch() : right.sketch();
  Watch watch;
  return test::compared(left, right, terms_of(sketch->description), {}, watch);
}

Compared sketch_and_table(const IdRows& left, const IdRows& right,
                          ItemCount capacity = ItemCount(kCapacity)) {
  SketchEndpoint sketch = endpoint_of(sketch_of(left, capacity));
  RowsEndpoint table(id_table("TABLE", right));
  return compared_by_sketch(sketch, table);
}

const IdRows kMonday{{1, "x"}, {2, "x"}, {3, "x"}, {4, "x"}, {4, "x"}};
const IdRows kTuesday{{9, "x"}, {1, "x"}, {3, "y"}, {6, "x"}};

TEST(SketchComparison, KnowsKeysOfTheSketchAndRowsOfTheSourceOnTheRight) {
  EXPECT_EQ(sketch_and_table(kMonday, kTuesday).changes, (std::vector<SeenChange>{{removed, "2?", ""},
                                                                                  {changed, "3?", "3,y"},
                                                                                  {removed, "4?", "", 2},
                                                                                  {added, "", "9,x"},
                                                                                  {added, "", "6,x"}}));
}

TEST(SketchComparison, KnowsRowsOfTheSourceAndKeysOfTheSketchOnTheRight) {
  RowsEndpoint table(id_table("TABLE", kMonday));
  SketchEndpoint sketch = endpoint_of(sketch_of(kTuesday));
  EXPECT_EQ(compared_by_sketch(table, sketch).changes, (std::vector<SeenChange>{{removed, "2,x", ""},
                                                                                {changed, "3,x", "3?"},
                                                                                {removed, "4,x", "", 2},
                                                                                {added, "", "6?"},
                                                                                {added, "", "9?"}}));
}

TEST(SketchComparison, KnowsKeysOfTwoSketches) {
  SketchEndpoint left = endpoint_of(sketch_of(kMonday));
  SketchEndpoint right = endpoint_of(sketch_of(kTuesday));
  const Compared found = compared_by_sketch(left, right);
  EXPECT_EQ(found.changes, (std::vector<SeenChange>{{removed, "2?", ""},
                                                    {changed, "3?", "3?"},
                                                    {removed, "4?", "", 2},
                                                    {added, "", "6?"},
                                                    {added, "", "9?"}}));
  EXPECT_EQ(found.report().passes, 0U);
  EXPECT_EQ(found.report().rows_left, 5U);
  EXPECT_EQ(found.report().rows_right, 4U);
}

TEST(SketchComparison, ReportsWhatItDid) {
  const Compared found = sketch_and_table(kMonday, kTuesday);
  const Report& report = found.report();
  EXPECT_EQ(report.method, Method::sketch_file);
  EXPECT_EQ(report.reason, Reason::side_is_sketch);
  EXPECT_TRUE(report.complete());
  EXPECT_EQ(report.passes, 2U);
  EXPECT_EQ(report.rows_left, 5U);
  EXPECT_EQ(report.rows_right, 4U);
  EXPECT_EQ(report.removed, 3U);
  EXPECT_EQ(report.changed, 1U);
  EXPECT_EQ(report.added, 2U);
  EXPECT_EQ(report.changes, 5U);
  EXPECT_EQ(report.bytes_read, 2U * 4 * 4);  // four lines such as "9,x", twice
  EXPECT_GE(report.cells, kCapacity);
  EXPECT_DOUBLE_EQ(report.pair_error, 0x1p-64);
  EXPECT_GT(report.other_error, 0);
  EXPECT_DOUBLE_EQ(report.error_bound(), 5 * 4 * 0x1p-64 + report.other_error);
}

TEST(SketchComparison, NeedsOnePassIfTheSourceHasNoRowInQuestion) {
  const Compared found = sketch_and_table(kMonday, {{1, "x"}, {2, "x"}, {3, "x"}, {4, "x"}});
  EXPECT_EQ(found.report().passes, 1U);
  EXPECT_EQ(found.changes, (std::vector<SeenChange>{{removed, "4?", ""}}));
  EXPECT_TRUE(sketch_and_table(kMonday, kMonday).report().same());
  EXPECT_EQ(sketch_and_table({}, {}).report().rows_left, 0U);
}

TEST(SketchComparison, KnowsADigestOfAKeyThatIsTooLong) {
  const std::string id(40, '7');
  const auto one_row = [&id](std::string value) {
    return test::fake_table("TABLE", {"id", "value"}, {{id, std::move(value)}});
  };
  SketchEndpoint sketch = endpoint_of(sketch_of(*one_row("x")));
  RowsEndpoint table(one_row("y"));
  const Compared found = compared_by_sketch(sketch, table);
  ASSERT_EQ(found.changes.size(), 1U);
  EXPECT_EQ(found.changes[0].kind, changed);
  EXPECT_EQ(found.changes[0].left.size(), 1U + 2 * 16);
  EXPECT_EQ(found.changes[0].left[0], '#');
  EXPECT_EQ(found.changes[0].right, id + ",y");
}

TEST(SketchComparison, KnowsDigestsOfLines) {
  SketchEndpoint sketch = endpoint_of(sketch_of(*test::fake_lines("LOG", {"one", "two", "two"})));
  RowsEndpoint lines(test::fake_lines("LINES", {"two", "three"}));
  const Compared found = compared_by_sketch(sketch, lines);
  ASSERT_EQ(found.changes.size(), 3U);
  for (const std::size_t i : {0U, 1U}) {
    EXPECT_EQ(found.changes[i].kind, removed);
    EXPECT_EQ(found.changes[i].left.size(), 1U + 2 * 14);
  }
  EXPECT_EQ(found.changes[2], (SeenChange{added, "", "three"}));
  EXPECT_DOUBLE_EQ(found.report().pair_error, 0x1p-112);
}

TEST(SketchComparison, GivesDigestsOfValuesAndPlacesOfRows) {
  struct KnownRows : ChangeSink {
    Result<void> take(const Change& change) override {
      for (const KnownRow* known : {&change.left, &change.right}) {
        digests.push_back(known->value_digest);
        orders.push_back(known->order);
      }
      return {};
    }
    std::vector<std::optional<std::uint64_t>> digests, orders;
  } sink;
  SketchEndpoint sketch = endpoint_of(sketch_of({{1, "x"}, {2, "x"}}));
  RowsEndpoint table(id_table("TABLE", {{7, "x"}, {1, "y"}, {2, "x"}}));
  Watch watch;
  ASSERT_TRUE(reconcile(sketch, table, terms_of(sketch.sketch()->description), {}, sink, watch));
  ASSERT_EQ(sink.digests.size(), 4U);
  EXPECT_TRUE(sink.digests[0]);
  EXPECT_TRUE(sink.digests[1]);
  EXPECT_NE(sink.digests[0], sink.digests[1]);
  EXPECT_EQ(sink.digests[0], sink.digests[3]);  // the value x of row 1 and of row 7
  EXPECT_EQ(sink.orders, (std::vector<std::optional<std::uint64_t>>{std::nullopt, 2, std::nullopt, 1}));
}

// The same rule, of rows of which one side knows keys alone.
std::vector<SeenChange> keys_of_left(std::vector<SeenChange> changes) {
  for (SeenChange& change : changes) {
    if (change.kind != added) change.left = change.left.substr(0, change.left.find(',')) + "?";
  }
  std::ranges::sort(changes);
  return changes;
}

TEST(SketchComparison, AgreesWithTheModel) {
  test::Random random;
  for (int round = 0; round < test::rounds(100); ++round) {
    const auto some = [&random] {
      IdRows rows;
      for (std::uint64_t i = random.below(25); i > 0; --i)
        rows.push_back({static_cast<std::int64_t>(random.below(12)), std::string(1 + random.below(2), 'x')});
      return rows;
    };
    const IdRows left = some();
    const IdRows right = some();
    Compared found = sketch_and_table(left, right);
    std::ranges::sort(found.changes);
    ASSERT_EQ(found.changes, keys_of_left(test::id_changes(left, right)));
  }
}

TEST(SketchGap, IsBeyondCapacityAndSaysWhatIsNeeded) {
  const IdRows left = id_range(1, 100);
  const Compared found = sketch_and_table(left, {}, ItemCount(10));
  const Report& report = found.report();
  EXPECT_EQ(report.gap, Gap::beyond_capacity);
  EXPECT_FALSE(report.complete());
  EXPECT_FALSE(report.same());
  ASSERT_TRUE(report.estimate);
  EXPECT_LE(report.estimate->least.value, 100U);
  EXPECT_GE(report.capacity_needed, 100U);
  EXPECT_GE(report.about, report.estimate->items.value);
  const Compared again = sketch_and_table(left, {}, ItemCount(report.capacity_needed));
  EXPECT_TRUE(again.report().complete());
  EXPECT_EQ(again.report().removed, 100U);
}

// Of a part of the difference, a row of one side may be a changed one. With one sketch in three, some are
// listed.
TEST(SketchGap, LeavesRowsOfOneSideUncertain) {
  IdRows left = id_range(1, 30);
  IdRows right = id_range(21, 10, "y");
  std::size_t listed = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SketchEndpoint sketch = endpoint_of(sketch_of(left, ItemCount(20), Seed(seed)));
    RowsEndpoint table(id_table("TABLE", right));
    const Compared found = compared_by_sketch(sketch, table);
    if (found.report().complete()) continue;
    listed += found.changes.size();
    for (const SeenChange& change : found.changes) EXPECT_EQ(change.is_certain, change.kind == changed);
  }
  EXPECT_GT(listed, 0U);
}

TEST(SketchGap, LeavesLinesCertain) {
  std::vector<std::string> lines;
  for (int i = 0; i < 25; ++i) lines.push_back(std::to_string(i));
  std::size_t listed = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SketchEndpoint sketch =
        endpoint_of(sketch_of(*test::fake_lines("LOG", lines), ItemCount(14), Seed(seed)));
    RowsEndpoint empty(test::fake_lines("LINES", {}));
    const Compared found = compared_by_sketch(sketch, empty);
    if (found.report().complete()) continue;
    listed += found.changes.size();
    for (const SeenChange& change : found.changes) EXPECT_TRUE(change.is_certain);
  }
  EXPECT_GT(listed, 0U);
}

// One sketch in a thousand does not list what it has room for. Here the first of them is looked for.
TEST(SketchGap, IsBadLuckIfTheTableListsSoMuchAlmostAlways) {
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    Sketch sketch = sketch_of(id_range(1, 20), ItemCount(20), Seed(seed));
    if (sketch.table.list().complete()) continue;
    SketchEndpoint left = endpoint_of(sketch);
    SketchEndpoint right = endpoint_of(empty_like(sketch));
    const Compared found = compared_by_sketch(left, right);
    EXPECT_EQ(found.report().gap, Gap::unlucky_table);
    EXPECT_GE(found.report().capacity_needed, 2 * found.report().about);
    return;
  }
  FAIL() << "all of them listed";
}

TEST(SketchGap, IsBeyondEstimateIfNotEvenTheStrataList) {
  Sketch sketch = sketch_of(IdRows{}, ItemCount(10));
  const StrataShape few = *StrataShape::from({SamplingLevel(0), LevelCount(1), CellCount(4)});
  sketch.strata = StrataEstimator(few, sketch.strata.family(), sketch.strata.seed());
  SketchEndpoint left = endpoint_of(sketch);
  RowsEndpoint table(id_table("TABLE", id_range(1, 100)));
  const Compared found = compared_by_sketch(left, table);
  EXPECT_EQ(found.report().gap, Gap::beyond_estimate);
  EXPECT_EQ(found.report().capacity_needed, 0U);
}

TEST(SketchGap, IsOfRowsThatAreNoLongerInTheSource) {
  SketchEndpoint sketch = endpoint_of(sketch_of({{1, "x"}, {2, "x"}}));
  RowsEndpoint table(id_table("TABLE", {{1, "y"}, {2, "x"}, {3, "x"}}));
  test::source_of(table).behaviour.rows_from_pass[2] = {test::text_row({"3", "x"})};
  const Compared found = compared_by_sketch(sketch, table);
  EXPECT_EQ(found.report().gap, Gap::rows_not_found);
  EXPECT_EQ(found.report().missing, 1U);
  EXPECT_EQ(found.changes, (std::vector<SeenChange>{{changed, "1?", "1?"}, {added, "", "3,x"}}));
}

}  // namespace
}  // namespace peel::reconcile
