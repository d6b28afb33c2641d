// Each way in which two sides do not agree, and what a program can tell somebody of it.
#include "peel/reconcile/terms.hpp"

#include "reconcile/schemas.hpp"

#include <gtest/gtest.h>
#include <string>

namespace peel::reconcile {
namespace {

using rows::ColumnType;
using test::database_schema;
using test::json_schema;
using test::Strings;
using test::terms_between;
using test::text_schema;
using test::tolerance;

using DisagreementKind = Disagreement::Kind;

Disagreement trouble_between(const rows::Schema& left, const rows::Schema& right,
                             const TermsRequest& request = {}) {
  auto terms = terms_between(left, right, request);
  EXPECT_FALSE(terms);
  return terms ? Disagreement{.error = Error(ErrorCode::cancelled, "none")} : terms.error();
}

TEST(Disagreement, IsOfLinesBesideATable) {
  const Disagreement trouble = trouble_between({}, text_schema({"a"}));
  EXPECT_EQ(trouble.kind, DisagreementKind::lines_and_table);
  EXPECT_EQ(trouble.error.sentence(), "RIGHT is read as a table and LEFT as lines");
  EXPECT_EQ(trouble_between(json_schema({"a"}), {}).error.sentence(),
            "LEFT is read as JSON Lines and RIGHT as lines");
}

TEST(Disagreement, IsOfColumnsThatLinesCannotHave) {
  EXPECT_EQ(trouble_between({}, {}, {.key = {"id"}}).kind, DisagreementKind::other);
}

TEST(Disagreement, NamesTheSideThatLacksAWantedColumn) {
  const Disagreement left = trouble_between(text_schema({"a"}), text_schema({"a", "b"}), {.key = {"b"}});
  EXPECT_EQ(left.kind, DisagreementKind::no_such_column);
  EXPECT_EQ(left.side, Side::left);
  EXPECT_EQ(left.column, "b");
  EXPECT_TRUE(left.is_wanted);
  EXPECT_EQ(left.error.sentence(), "LEFT has no column b; its columns are a");
  const Disagreement right = trouble_between(text_schema({"a", "b"}), text_schema({"a"}), {.columns = {"2"}});
  EXPECT_EQ(right.kind, DisagreementKind::no_such_column);
  EXPECT_EQ(right.side, Side::right);
  EXPECT_EQ(right.column, "b");
  EXPECT_TRUE(right.is_wanted);
}

TEST(Disagreement, NamesAColumnThatOnlyTheLeftSideHas) {
  const Disagreement trouble = trouble_between(text_schema({"a", "b"}), text_schema({"a"}));
  EXPECT_EQ(trouble.kind, DisagreementKind::no_such_column);
  EXPECT_EQ(trouble.side, Side::right);
  EXPECT_EQ(trouble.column, "b");
  EXPECT_FALSE(trouble.is_wanted);
}

TEST(Disagreement, NamesAnIgnoredColumnThatNobodyHas) {
  const Disagreement trouble = trouble_between(text_schema({"a"}), text_schema({"a"}), {.ignore = {"b"}});
  EXPECT_EQ(trouble.kind, DisagreementKind::no_such_column);
  EXPECT_EQ(trouble.column, "b");
}

TEST(Disagreement, NamesAColumnThatIsNotShared) {
  const Disagreement right = trouble_between(text_schema({"a"}), text_schema({"a", "b"}));
  EXPECT_EQ(right.kind, DisagreementKind::unshared_column);
  EXPECT_EQ(right.side, Side::right);
  EXPECT_EQ(right.error.code(), ErrorCode::incompatible);
  EXPECT_EQ(right.error.sentence(), "RIGHT has a column b that LEFT has not");
  const Disagreement left = trouble_between(database_schema({"a", "b"}, {ColumnType::any, ColumnType::any}),
                                            database_schema({"a"}, {ColumnType::any}));
  EXPECT_EQ(left.kind, DisagreementKind::unshared_column);
  EXPECT_EQ(left.side, Side::left);
  EXPECT_EQ(left.column, "b");
}

TEST(Disagreement, IsOfNamesThatAreMappedTwice) {
  const Disagreement trouble =
      trouble_between(text_schema({"a", "b"}), text_schema({"x", "y"}), {.map = {{"a", "x"}, {"b", "x"}}});
  EXPECT_EQ(trouble.kind, DisagreementKind::mapped_twice);
  EXPECT_EQ(trouble.pair.left, "b");
  EXPECT_EQ(trouble.pair.right, "x");
}

TEST(Disagreement, NamesTheSideThatLacksAMappedColumn) {
  const auto left = text_schema({"a", "b"});
  const Disagreement of_left = trouble_between(left, text_schema({"x", "b"}), {.map = {{"A", "x"}}});
  EXPECT_EQ(of_left.kind, DisagreementKind::mapped_column_missing);
  EXPECT_EQ(of_left.side, Side::left);
  EXPECT_EQ(of_left.column, "A");
  EXPECT_EQ(of_left.pair.right, "x");
  const Disagreement of_right = trouble_between(left, text_schema({"x", "b"}), {.map = {{"a", "X"}}});
  EXPECT_EQ(of_right.side, Side::right);
  EXPECT_EQ(of_right.column, "X");
}

TEST(Disagreement, IsOfTolerancesOfKeysAndOfNothing) {
  const auto schema = text_schema({"id", "price"});
  const Disagreement key =
      trouble_between(schema, schema, {.key = {"id"}, .tolerances = {{"id", tolerance("1")}}});
  EXPECT_EQ(key.kind, DisagreementKind::tolerance_of_key);
  EXPECT_EQ(key.column, "id");
  const Disagreement nothing =
      trouble_between(schema, schema, {.key = {"id"}, .tolerances = {{"Price", tolerance("1")}}});
  EXPECT_EQ(nothing.kind, DisagreementKind::tolerance_of_no_column);
  EXPECT_EQ(nothing.column, "Price");
  EXPECT_EQ(nothing.compared, (Strings{"id", "price"}));
}

TEST(Disagreement, IsOfJsonWhoseColumnsOrKeyNobodySaid) {
  const auto json = json_schema({"id", "v"});
  const auto table = database_schema({"id", "v"}, {ColumnType::integer, ColumnType::text}, {"id"});
  const Disagreement columns = trouble_between(json, table);
  EXPECT_EQ(columns.kind, DisagreementKind::json_without_columns);
  EXPECT_EQ(columns.side, Side::left);
  const Disagreement key = trouble_between(table, json, {.columns = {"v"}});
  EXPECT_EQ(key.kind, DisagreementKind::json_without_key);
  EXPECT_EQ(key.side, Side::right);
  EXPECT_TRUE(terms_between(table, json, {.key = {"id"}, .columns = {"v"}}));
}

TEST(Disagreement, SaysTheRestInASentence) {
  const auto schema = text_schema({"a", "b"});
  const Disagreement trouble = trouble_between(schema, schema, {.ignore = {"a", "b"}});
  EXPECT_EQ(trouble.kind, DisagreementKind::other);
  EXPECT_EQ(trouble.error.sentence(), "no column of LEFT is left to compare");
  const auto terms = agree(Party{"LEFT", schema}, Party{"RIGHT", schema}, {.ignore = {"a", "b"}});
  ASSERT_FALSE(terms);
  EXPECT_EQ(terms.error().sentence(), trouble.error.sentence());
}

}  // namespace
}  // namespace peel::reconcile
