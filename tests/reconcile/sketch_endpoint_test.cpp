// Which sketches take the place of a side, and which comparisons with them are refused.
#include "peel/reconcile/row_sketch.hpp"

#include "reconcile/compared.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace peel::reconcile {
namespace {

using test::Compared;
using test::FakeSource;
using test::id_database;
using test::id_range;
using test::id_table;
using test::IdRows;
using test::SeenChange;

const KeyHasher kEndpointHashing(HashFamily::fast, kDefaultSeed);

Sketch id_sketch(FakeSource& source, ItemCount capacity = ItemCount(100),
                 const KeyHasher& hashing = kEndpointHashing) {
  const Terms terms = *find_terms(Party::of(source), {.key = {"id"}});
  Sketch sketch = *planned_sketch(description_of(terms, true, kLeastKeyBytes), capacity, hashing);
  Watch watch;
  EXPECT_TRUE(fill_sketch(sketch, source, terms, watch));
  return sketch;
}

Sketch id_sketch(const IdRows& rows, ItemCount capacity = ItemCount(100)) {
  return id_sketch(*id_table("FILE", rows), capacity);
}

Compared compared_with(Endpoint& left, Endpoint& right, const Terms& terms) {
  Watch watch;
  return test::compared(left, right, terms, {}, watch);
}

TEST(SketchEndpoint, SaysWhatItsSketchSays) {
  const SketchEndpoint endpoint =
      *SketchEndpoint::from("SKETCH", id_sketch(*id_database("DB", id_range(1, 3))));
  EXPECT_EQ(endpoint.name(), "SKETCH");
  EXPECT_EQ(endpoint.schema().columns, (std::vector<std::string>{"id", "value"}));
  EXPECT_EQ(endpoint.schema().key, std::vector<std::string>{"id"});
  EXPECT_EQ(endpoint.schema().types, (std::vector{rows::ColumnType::integer, rows::ColumnType::text}));
  EXPECT_TRUE(endpoint.schema().has_names);
  EXPECT_EQ(endpoint.place(), rows::RowPlace::none);
  EXPECT_TRUE(endpoint.offers(ItemScheme::of(endpoint.sketch()->description)));
  EXPECT_FALSE(endpoint.offers(ItemScheme::live()));
}

TEST(SketchEndpoint, SummarisesAsASourceOfTheSameRowsDoes) {
  const IdRows rows = id_range(1, 50);
  SketchEndpoint sketch = *SketchEndpoint::from("SKETCH", id_sketch(rows));
  RowsEndpoint table(id_table("TABLE", rows));
  const Sketch& like = *sketch.sketch();
  const Terms terms = terms_of(like.description);
  const SummaryPlan plan{{terms, Side::left, ItemScheme::of(like.description), kEndpointHashing},
                         like.table.shape(),
                         like.strata.shape()};
  Watch watch;
  Result<Summary> of_sketch = sketch.summarise(plan, watch);
  const Result<Summary> of_table = table.summarise(plan, watch);
  ASSERT_TRUE(of_sketch && of_table);
  EXPECT_EQ(of_sketch->rows, 50U);
  EXPECT_EQ(of_table->rows, 50U);
  EXPECT_EQ(of_sketch->bytes(), of_table->bytes());
  ASSERT_TRUE(of_sketch->subtract(*of_table));
  EXPECT_TRUE(of_sketch->table.empty());
  EXPECT_TRUE(of_sketch->strata.empty());
}

TEST(SketchEndpoint, DoesNotSummariseOtherItemsNorInOtherSizes) {
  SketchEndpoint sketch = *SketchEndpoint::from("SKETCH", id_sketch(id_range(1, 5)));
  const Sketch& like = *sketch.sketch();
  const Sketch larger = id_sketch(IdRows{}, ItemCount(1'000));
  const Terms terms = terms_of(like.description);
  const ItemScheme scheme = ItemScheme::of(like.description);
  const StrataShape& strata = like.strata.shape();
  Watch watch;
  const auto code_of = [&](const SummaryPlan& plan) { return sketch.summarise(plan, watch).error().code(); };
  using enum ErrorCode;
  EXPECT_EQ(code_of({{terms, Side::left, ItemScheme::live(), kEndpointHashing}, like.table.shape(), strata}),
            unsupported);
  EXPECT_EQ(code_of({{terms, Side::left, scheme, kEndpointHashing}, larger.table.shape(), strata}),
            unsupported);
}

TEST(SketchEndpoint, RefusesTheDifferenceOfTwoSketches) {
  Sketch difference = id_sketch(id_range(1, 5));
  ASSERT_TRUE(difference.subtract(id_sketch(id_range(1, 3))));
  const auto endpoint = SketchEndpoint::from("SKETCH", difference);
  ASSERT_FALSE(endpoint);
  EXPECT_EQ(endpoint.error().code(), ErrorCode::incompatible);
  EXPECT_NE(endpoint.error().sentence().find("SKETCH"), std::string::npos);
}

TEST(SketchEndpoint, TakesTheSumOfTwoSketches) {
  Sketch sum = id_sketch(id_range(1, 5));
  ASSERT_TRUE(sum.merge(id_sketch(id_range(6, 5))));
  SketchEndpoint endpoint = *SketchEndpoint::from("SKETCH", sum);
  RowsEndpoint table(id_table("TABLE", id_range(1, 9)));
  EXPECT_EQ(compared_with(endpoint, table, terms_of(sum.description)).changes,
            (std::vector<SeenChange>{{Change::Kind::removed, "10?", ""}}));
}

TEST(SketchEndpoint, RefusesTablesThatNoSketchHas) {
  const Sketch honest = id_sketch(IdRows{});
  IbltSpec spec = honest.table.shape().spec();
  spec.arithmetic = CellArithmetic::xor_sums;
  const Sketch forged{honest.description, 0, Iblt(*IbltShape::from(spec), HashFamily::fast, kDefaultSeed),
                      honest.strata};
  EXPECT_EQ(SketchEndpoint::from("SKETCH", forged).error().code(), ErrorCode::malformed);
}

TEST(TermsOfEndpoints, AreThoseOfTheSketchIfThereIsOne) {
  const SketchEndpoint sketch = *SketchEndpoint::from("SKETCH", id_sketch(id_range(1, 5)));
  const RowsEndpoint table(test::fake_table("TABLE", {"value", "more", "id"}, {}));
  for (const auto& request : {TermsRequest{}, TermsRequest{.key = {"id"}}}) {
    const auto terms = agree(table, sketch, request);
    ASSERT_TRUE(terms) << terms.error().sentence();
    EXPECT_EQ(terms->columns, (rows::Columns{{"id", "value"}, 1}));
    EXPECT_EQ(terms->left_place, rows::RowPlace::line);
    EXPECT_EQ(terms->right_place, rows::RowPlace::none);
  }
}

TEST(TermsOfEndpoints, RefuseWhatTheSketchDoesNotHave) {
  const SketchEndpoint sketch = *SketchEndpoint::from("SKETCH", id_sketch(id_range(1, 5)));
  const RowsEndpoint table(id_table("TABLE", {}));
  for (const TermsRequest& request : {TermsRequest{.key = {"value"}}, TermsRequest{.columns = {"value"}},
                                      TermsRequest{.ignore = {"value"}}, TermsRequest{.map = {{"id", "id"}}},
                                      TermsRequest{.tolerances = {{"value", *rows::Tolerance::from("1")}}}}) {
    EXPECT_EQ(agree(sketch, table, request).error().code(), ErrorCode::incompatible);
  }
}

TEST(TermsOfEndpoints, RefuseSidesThatAreNotLikeTheSketch) {
  const SketchEndpoint sketch = *SketchEndpoint::from("SKETCH", id_sketch(id_range(1, 5)));
  const RowsEndpoint narrow(test::fake_table("NARROW", {"id"}, {}));
  EXPECT_EQ(agree(sketch, narrow, {}).error().sentence(), "NARROW has no column value");
  const RowsEndpoint lines(test::fake_lines("LINES", {}));
  EXPECT_EQ(agree(lines, sketch, {}).error().code(), ErrorCode::incompatible);
}

TEST(TermsOfEndpoints, AreThoseOfTheirPartiesIfBothHaveRows) {
  const RowsEndpoint left(id_table("LEFT", {}));
  const RowsEndpoint right(id_table("RIGHT", {}));
  EXPECT_EQ(agree(left, right, {.key = {"value"}})->columns, (rows::Columns{{"value", "id"}, 1}));
}

TEST(SketchComparison, RefusesSketchesThatDoNotCombine) {
  SketchEndpoint left = *SketchEndpoint::from("MONDAY", id_sketch(id_range(1, 5)));
  const auto table = id_table("FILE", id_range(1, 5));
  const auto renamed = test::fake_table("FILE", {"id", "price"}, {});
  for (Sketch& other : std::vector{id_sketch(*table, ItemCount(100), KeyHasher(HashFamily::fast, Seed(7))),
                                   id_sketch(*table, ItemCount(1'000)), id_sketch(*renamed)}) {
    SketchEndpoint right = *SketchEndpoint::from("TUESDAY", other);
    const Compared found = compared_with(left, right, terms_of(other.description));
    ASSERT_FALSE(found.result);
    EXPECT_EQ(found.code(), ErrorCode::incompatible);
    EXPECT_TRUE(found.sentence().starts_with("MONDAY and TUESDAY: ")) << found.sentence();
  }
}

// An item of another length than its slot says, which no row makes.
TEST(SketchComparison, RefusesItemsThatNoRowCanHaveMade) {
  Sketch forged = id_sketch(IdRows{});
  Bytes item(forged.table.shape().key_width().value, std::byte{0xEE});
  ASSERT_TRUE(forged.table.insert(item));
  forged.rows = 1;
  SketchEndpoint sketch = *SketchEndpoint::from("SKETCH", forged);
  RowsEndpoint table(id_table("TABLE", id_range(1, 3)));
  const Compared found = compared_with(sketch, table, terms_of(forged.description));
  ASSERT_FALSE(found.result);
  EXPECT_EQ(found.code(), ErrorCode::malformed);
  EXPECT_TRUE(found.changes.empty());
}

TEST(SketchComparison, FailsIfTheSourceLacksAColumn) {
  SketchEndpoint sketch = *SketchEndpoint::from("SKETCH", id_sketch(id_range(1, 3)));
  RowsEndpoint table(test::fake_table("TABLE", {"id"}, {}));
  EXPECT_EQ(compared_with(sketch, table, terms_of(sketch.sketch()->description)).code(),
            ErrorCode::incompatible);
}

TEST(SketchComparison, AsksAnIndexForTheRowsInQuestion) {
  IdRows right = id_range(1, 100);
  right[6].value = "y";
  right.push_back({500, "x"});
  SketchEndpoint sketch = *SketchEndpoint::from("SKETCH", id_sketch(*id_database("DB", id_range(1, 100))));
  RowsEndpoint database(id_database("DB", right));
  const Compared found = compared_with(sketch, database, terms_of(sketch.sketch()->description));
  EXPECT_TRUE(found.report().complete());
  EXPECT_EQ(found.changes, (std::vector<SeenChange>{{Change::Kind::changed, "7?", "7,y"},
                                                    {Change::Kind::added, "", "500,x"}}));
  ASSERT_EQ(test::source_of(database).asked_for().size(), 1U);
  EXPECT_EQ(test::source_of(database).asked_for()[0].size(), 2U);
}

TEST(SketchComparison, FindsRowsOfADatabaseForASketchOfText) {
  IdRows right = id_range(1, 100);
  right[6].value = "y";
  SketchEndpoint sketch = *SketchEndpoint::from("SKETCH", id_sketch(id_range(1, 100)));
  RowsEndpoint database(id_database("DB", right));
  const Compared found = compared_with(sketch, database, terms_of(sketch.sketch()->description));
  EXPECT_TRUE(found.report().complete());
  EXPECT_EQ(found.changes, (std::vector<SeenChange>{{Change::Kind::changed, "7?", "7,y"}}));
}

TEST(SketchComparison, RefusesTolerances) {
  SketchEndpoint sketch = *SketchEndpoint::from("SKETCH", id_sketch({{1, "10"}}));
  RowsEndpoint table(id_table("TABLE", {{1, "99"}}));
  Terms terms = terms_of(sketch.sketch()->description);
  terms.tolerances = {std::nullopt, rows::Tolerance::from("1")};
  const Compared found = compared_with(sketch, table, terms);
  ASSERT_FALSE(found.result);
  EXPECT_EQ(found.code(), ErrorCode::unsupported);
}

class SketchStage : public testing::TestWithParam<Watch::Stage> {
 protected:
  SketchEndpoint sketch = *SketchEndpoint::from("SKETCH", id_sketch(id_range(1, 10)));
  RowsEndpoint table{id_table("TABLE", id_range(2, 10))};
  test::StageWatch watch;
  std::size_t pass = GetParam() == Watch::Stage::reading ? 1 : 2;

  Compared compare() {
    return test::compared(sketch, table, terms_of(sketch.sketch()->description), {}, watch);
  }
};
INSTANTIATE_TEST_SUITE_P(Of, SketchStage, testing::Values(Watch::Stage::reading, Watch::Stage::fetching_rows),
                         [](const auto& stage) { return std::to_string(static_cast<int>(stage.param)); });

TEST_P(SketchStage, CanBeCancelled) {
  watch.cancels_in = GetParam();
  const Compared found = compare();
  ASSERT_FALSE(found.result);
  EXPECT_EQ(found.code(), ErrorCode::cancelled);
  EXPECT_EQ(watch.stages().back(), GetParam());
  EXPECT_TRUE(found.changes.empty());
}

TEST_P(SketchStage, FailsAsTheSourceDoes) {
  test::source_of(table).behaviour.before_batch = [this](const FakeSource& source) -> Result<void> {
    if (source.passes() < pass) return {};
    return failure(ErrorCode::io, "TABLE is broken");
  };
  EXPECT_EQ(compare().sentence(), "TABLE is broken");
}

// One that has neither rows nor a sketch.
class NothingEndpoint : public Endpoint {
 public:
  const std::string& name() const override { return name_; }
  const rows::Schema& schema() const override { return schema_; }
  bool offers(const ItemScheme&) const override { return false; }
  Result<Summary> summarise(const SummaryPlan&, Watch&) override {
    return failure(ErrorCode::unsupported, "there is nothing to summarise");
  }
  Result<void> resolve(const ItemPlan&, const WantedItems&, RowVisitor&, Watch&) override { return {}; }

 private:
  std::string name_ = "NOTHING";
  rows::Schema schema_;
};

TEST(Reconcile, RefusesSidesOfWhichNothingCanBeKnown) {
  NothingEndpoint nothing;
  RowsEndpoint lines(test::fake_lines("LINES", {"one"}));
  EXPECT_EQ(compared_with(nothing, lines, Terms{}).code(), ErrorCode::unsupported);
  SketchEndpoint sketch = *SketchEndpoint::from("SKETCH", id_sketch(id_range(1, 3)));
  const Compared found = compared_with(sketch, nothing, terms_of(sketch.sketch()->description));
  EXPECT_EQ(found.sentence(), "there is nothing to summarise");
}

}  // namespace
}  // namespace peel::reconcile
