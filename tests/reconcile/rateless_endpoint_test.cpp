// Rateless sketches as sides of a comparison.
#include "peel/invertible/planned_rateless.hpp"
#include "peel/reconcile/row_sketch.hpp"

#include "reconcile/compared.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace peel::reconcile {
namespace {

using test::Compared;
using test::FakeSource;
using test::id_range;
using test::id_table;
using test::IdRows;
using test::SeenChange;
using testing::HasSubstr;

RatelessSketch rateless_of(const IdRows& rows, ItemCount capacity, Seed seed = kDefaultSeed) {
  const auto source = id_table("FILE", rows);
  const Terms terms = *find_terms(Party::of(*source), {.key = {"id"}});
  RatelessSketch sketch = *planned_rateless_sketch(description_of(terms, true, kLeastKeyBytes), capacity,
                                                   KeyHasher(HashFamily::fast, seed));
  Watch watch;
  EXPECT_TRUE(fill_sketch(sketch, *source, terms, watch));
  return sketch;
}

Compared compared_rateless(Endpoint& left, Endpoint& right, const RatelessSketch& like) {
  Watch watch;
  return test::compared(left, right, terms_of(like.description), {}, watch);
}

TEST(RatelessEndpoint, ListsWhatASourceHasMoreAndLess) {
  const RatelessSketch sketch = rateless_of(id_range(1, 50), ItemCount(400));
  SketchEndpoint endpoint = *SketchEndpoint::from("SKETCH", sketch);
  RowsEndpoint table(id_table("TABLE", id_range(3, 50)));
  const Compared seen = compared_rateless(endpoint, table, sketch);
  EXPECT_EQ(seen.changes.size(), 4U);
  EXPECT_EQ(seen.changes[0], (SeenChange{Change::Kind::removed, "1?", ""}));
  EXPECT_TRUE(seen.report().complete());
  EXPECT_EQ(seen.report().rows_left, 50U);
}

TEST(RatelessEndpoint, ComparesWithOneOfAnotherCapacity) {
  const RatelessSketch sketch = rateless_of(id_range(1, 50), ItemCount(400));
  SketchEndpoint shorter = *SketchEndpoint::from("SHORTER", sketch);
  SketchEndpoint longer = *SketchEndpoint::from("LONGER", rateless_of(id_range(2, 50), ItemCount(5'000)));
  const Compared seen = compared_rateless(longer, shorter, sketch);
  EXPECT_EQ(seen.changes,
            (std::vector<SeenChange>{{Change::Kind::removed, "51?", ""}, {Change::Kind::added, "", "1?"}}));
  EXPECT_EQ(seen.report().cells, sketch.cells.range().end);
}

TEST(RatelessEndpoint, SaysAboutHowMuchDiffersIfThatIsTooMuch) {
  const RatelessSketch sketch = rateless_of(id_range(1, 3'000), ItemCount(200));
  SketchEndpoint endpoint = *SketchEndpoint::from("SKETCH", sketch);
  RowsEndpoint table(id_table("TABLE", id_range(10'000, 2'000)));
  const Compared seen = compared_rateless(endpoint, table, sketch);
  ASSERT_FALSE(seen.report().complete());
  EXPECT_EQ(seen.report().gap, Gap::beyond_capacity);
  ASSERT_TRUE(seen.report().estimate);
  EXPECT_LE(seen.report().estimate->least.value, 5'000U);
  EXPECT_GE(seen.report().estimate->most.value, 5'000U);
  EXPECT_GE(seen.report().capacity_needed, 5'000U);
}

TEST(RatelessEndpoint, RefusesTheDifferenceOfTwo) {
  RatelessSketch difference = rateless_of(id_range(1, 50), ItemCount(200));
  ASSERT_TRUE(difference.subtract(rateless_of(id_range(1, 10), ItemCount(200))));
  const auto endpoint = SketchEndpoint::from("SKETCH", difference);
  ASSERT_FALSE(endpoint);
  EXPECT_EQ(endpoint.error().code(), ErrorCode::incompatible);
  EXPECT_THAT(endpoint.error().sentence(), HasSubstr("the difference of two sketches"));
}

TEST(RatelessEndpoint, RefusesCellsThatNoRowsMake) {
  RatelessSketch sketch = rateless_of(id_range(1, 5), ItemCount(200));
  RatelessSpec spec = sketch.cells.shape().spec();
  spec.arithmetic = CellArithmetic::xor_sums;
  sketch.cells = *RatelessCells::empty(*RatelessShape::from(spec), sketch.cells.hashing(), {0, 10});
  sketch.rows = 0;
  const auto endpoint = SketchEndpoint::from("SKETCH", sketch);
  ASSERT_FALSE(endpoint);
  EXPECT_EQ(endpoint.error().code(), ErrorCode::malformed);
  EXPECT_THAT(endpoint.error().sentence(), HasSubstr("xor cells"));
}

TEST(RatelessEndpoint, IsCutToItsRows) {
  RatelessSketch few = rateless_of(id_range(1, 300), ItemCount(20'000));
  RatelessSketch fewer = rateless_of(id_range(1, 3), ItemCount(20'000));
  ASSERT_TRUE(cut_to_rows(few) && cut_to_rows(fewer));
  EXPECT_EQ(few.cells.range().end, planned_rateless_cells(ItemCount(600)));
  EXPECT_EQ(fewer.cells.range().end, planned_rateless_cells(kFewestIrregular));
  EXPECT_TRUE(few.subtract(fewer));
}

}  // namespace
}  // namespace peel::reconcile
