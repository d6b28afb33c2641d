// What two sides agree on.
#include "peel/reconcile/terms.hpp"

#include "reconcile/column_names.hpp"
#include "reconcile/schemas.hpp"

#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>

namespace peel::reconcile {
namespace {

using rows::ColumnType;
using test::database_schema;
using test::json_schema;
using test::Strings;
using test::terms_between;
using test::text_schema;
using test::tolerance;

// A table without a header and without rows.
const rows::Schema kBlankSchema{.is_table = true};

TEST(FindTerms, OfLinesHaveNoColumns) {
  const auto terms = terms_between({}, {});
  ASSERT_TRUE(terms);
  EXPECT_FALSE(terms->is_table);
  EXPECT_EQ(terms->left_place, rows::RowPlace::line);
  EXPECT_EQ(terms->right_place, rows::RowPlace::rowid);
}

TEST(FindTerms, ComparesWholeRowsOfTablesWithoutAKey) {
  const auto terms = terms_between(text_schema({"a", "b"}), text_schema({"b", "a"}));
  ASSERT_TRUE(terms);
  EXPECT_TRUE(terms->is_table);
  EXPECT_FALSE(terms->has_key);
  EXPECT_EQ(terms->columns, (rows::Columns{{"a", "b"}, 2}));
  EXPECT_EQ(terms->typing, Typing::text);
  EXPECT_TRUE(terms->right_names.empty());
  EXPECT_EQ(terms->place_of(Side::right), rows::RowPlace::rowid);
}

TEST(FindTerms, PutsTheKeyFirstAndRemembersHowTheLeftSideHasIt) {
  const auto terms =
      terms_between(text_schema({"a", "b", "c"}), text_schema({"a", "b", "c"}), {.key = {"c", "1"}});
  ASSERT_TRUE(terms);
  EXPECT_TRUE(terms->has_key);
  EXPECT_EQ(terms->columns, (rows::Columns{{"c", "a", "b"}, 2}));
  EXPECT_EQ(terms->display, (std::vector<std::size_t>{1, 2, 0}));
}

TEST(FindTerms, TakesTheKeyThatATableHasItself) {
  const auto own = database_schema({"id", "v"}, {ColumnType::integer, ColumnType::text}, {"id"});
  EXPECT_EQ(terms_between(own, text_schema({"id", "v"}))->columns.key_columns, 1U);
  EXPECT_EQ(terms_between(text_schema({"id", "v"}), own)->columns.key_columns, 1U);
  const auto asked = terms_between(own, own, {.key = {"v"}});
  EXPECT_EQ(asked->columns, (rows::Columns{{"v", "id"}, 1}));
  EXPECT_FALSE(asked->key_is_unique);
  const auto ignored = terms_between(own, own, {.ignore = {"id"}});
  EXPECT_FALSE(ignored->has_key);
  EXPECT_EQ(ignored->columns.names, Strings{"v"});
}

TEST(FindTerms, TrustsAKeyToBeUniqueOnlyIfBothSidesSaySo) {
  const auto own = database_schema({"id", "v"}, {ColumnType::integer, ColumnType::text}, {"id"});
  const auto keyless = database_schema({"id", "v"}, {ColumnType::integer, ColumnType::text});
  EXPECT_TRUE(terms_between(own, own)->key_is_unique);
  EXPECT_FALSE(terms_between(own, keyless)->key_is_unique);
  EXPECT_FALSE(terms_between(keyless, own)->key_is_unique);
  EXPECT_FALSE(terms_between(own, text_schema({"id", "v"}))->key_is_unique);
}

TEST(FindTerms, ComparesTheColumnsThatWereAskedForBesideTheKey) {
  const auto terms = terms_between(text_schema({"a", "b", "c"}), text_schema({"x", "c", "a", "b"}),
                                   {.key = {"a"}, .columns = {"c"}});
  ASSERT_TRUE(terms);
  EXPECT_EQ(terms->columns, (rows::Columns{{"a", "c"}, 1}));
}

TEST(FindTerms, LeavesOutColumnsOfEitherSide) {
  const auto terms = terms_between(text_schema({"a", "b", "mine"}), text_schema({"a", "b", "yours"}),
                                   {.ignore = {"mine", "yours"}});
  ASSERT_TRUE(terms);
  EXPECT_EQ(terms->columns.names, (Strings{"a", "b"}));
}

TEST(FindTerms, MapsWhatTheRightSideCallsOtherwise) {
  const auto terms = terms_between(text_schema({"id", "price"}), text_schema({"cost", "number"}),
                                   {.key = {"id"}, .map = {{"id", "number"}, {"price", "cost"}}});
  ASSERT_TRUE(terms);
  EXPECT_EQ(terms->names_of(Side::left), (Strings{"id", "price"}));
  EXPECT_EQ(terms->names_of(Side::right), (Strings{"number", "cost"}));
  const Terms swapped = with_sides_swapped(*terms);
  EXPECT_EQ(swapped.names_of(Side::left), (Strings{"number", "cost"}));
  EXPECT_EQ(swapped.names_of(Side::right), (Strings{"id", "price"}));
  EXPECT_EQ(swapped.left_place, rows::RowPlace::rowid);
  EXPECT_EQ(swapped.right_place, rows::RowPlace::line);
}

TEST(FindTerms, PairsNamesOfDatabasesThatDifferInCase) {
  const auto left = database_schema({"Id", "V"}, {ColumnType::integer, ColumnType::text}, {"Id"});
  const auto right = database_schema({"v", "ID"}, {ColumnType::text, ColumnType::integer}, {"ID"});
  const auto terms = terms_between(left, right);
  ASSERT_TRUE(terms);
  EXPECT_EQ(terms->names_of(Side::right), (Strings{"ID", "v"}));
  EXPECT_TRUE(terms->key_is_unique);
  EXPECT_FALSE(terms_between(text_schema({"Id"}), text_schema({"ID"})));
}

TEST(FindTerms, ReadsCellsAsTheSidesHaveThem) {
  const auto text = text_schema({"a", "b"});
  const auto typed = database_schema({"a", "b"}, {ColumnType::integer, ColumnType::real});
  const std::vector<ColumnType> types{ColumnType::integer, ColumnType::real};
  EXPECT_EQ(terms_between(typed, typed)->typing, Typing::strict);
  EXPECT_EQ(terms_between(typed, typed)->types, types);
  EXPECT_EQ(terms_between(typed, text)->typing, Typing::lent);
  EXPECT_EQ(terms_between(text, typed)->types, types);
  EXPECT_TRUE(terms_between(text, text)->types.empty());
}

TEST(FindTerms, TakesTheTypesOfADatabaseBesideJson) {
  const auto json = json_schema({"a", "b"});
  const auto typed = database_schema({"a", "b"}, {ColumnType::integer, ColumnType::real});
  for (const auto& terms : {terms_between(json, typed, {.columns = {"a", "b"}}),
                            terms_between(typed, json, {.columns = {"a", "b"}})}) {
    ASSERT_TRUE(terms);
    EXPECT_EQ(terms->typing, Typing::lent);
    EXPECT_EQ(terms->types, (std::vector{ColumnType::integer, ColumnType::real}));
    EXPECT_FALSE(terms->is_json);
  }
  const auto both = terms_between(json, json);
  EXPECT_EQ(both->typing, Typing::strict);
  EXPECT_TRUE(both->is_json);
}

TEST(FindTerms, LetsAnEmptyTableHaveTheColumnsOfTheOther) {
  EXPECT_EQ(terms_between(kBlankSchema, text_schema({"a", "b"}))->columns.names, (Strings{"a", "b"}));
  EXPECT_EQ(terms_between(text_schema({"a", "b"}), kBlankSchema)->columns.names, (Strings{"a", "b"}));
  EXPECT_EQ(terms_between(text_schema({"a", "b"}), kBlankSchema, {.key = {"b"}})->columns.names,
            (Strings{"b", "a"}));
  EXPECT_TRUE(terms_between(kBlankSchema, kBlankSchema)->columns.names.empty());
}

TEST(FindTerms, LetsTheRightSideBeBlankOnlyIfThatIsAllowed) {
  const rows::Schema header_of_nothing = text_schema({});
  EXPECT_FALSE(terms_between(text_schema({"a"}), header_of_nothing));
  TermsRequest request{.key = {"a"}};
  request.right_may_be_blank = true;
  EXPECT_TRUE(terms_between(text_schema({"a"}), header_of_nothing, request));
  EXPECT_FALSE(terms_between(header_of_nothing, text_schema({"a"}), request));
}

TEST(FindTerms, GivesTolerancesToTheirColumns) {
  const auto terms = terms_between(text_schema({"price", "id"}), text_schema({"price", "id"}),
                                   {.key = {"id"}, .tolerances = {{"price", tolerance("0.01")}}});
  ASSERT_TRUE(terms);
  ASSERT_EQ(terms->tolerances.size(), 2U);
  EXPECT_FALSE(terms->tolerances[0]);
  EXPECT_TRUE(terms->tolerances[1]);
}

TEST(TermsOfOneSide, AreThoseOfASketch) {
  const auto schema = database_schema({"v", "id"}, {ColumnType::text, ColumnType::integer}, {"id"});
  const auto terms = find_terms(Party{"DB", schema}, {});
  ASSERT_TRUE(terms);
  EXPECT_EQ(terms->columns, (rows::Columns{{"id", "v"}, 1}));
  EXPECT_EQ(terms->typing, Typing::strict);
  EXPECT_EQ(terms->types, (std::vector{ColumnType::integer, ColumnType::text}));
  EXPECT_TRUE(terms->key_is_unique);
  EXPECT_EQ(find_terms(Party{"DB", schema}, {.key = {"no"}}).error().kind,
            Disagreement::Kind::no_such_column);
  const rows::Schema lines;
  EXPECT_FALSE(find_terms(Party{"LOG", lines}, {})->is_table);
  EXPECT_FALSE(find_terms(Party{"LOG", lines}, {.columns = {"a"}}));
}

TEST(TermsOfOneSide, ComeBackFromTheDescriptionOfItsSketch) {
  const auto schema = database_schema({"v", "id"}, {ColumnType::text, ColumnType::integer}, {"id"});
  for (const auto& side : {schema, text_schema({"a", "b"}), json_schema({"a"}), rows::Schema{}}) {
    const Terms terms = *find_terms(Party{"SIDE", side}, {});
    const SketchDescription description = description_of(terms, side.has_names, 20);
    EXPECT_TRUE(validate(description));
    EXPECT_EQ(description.key_bytes, terms.has_key ? 20 : 0);
    EXPECT_EQ(description.has_header, side.has_names);
    const Terms again = terms_of(description);
    EXPECT_EQ(again.is_table, terms.is_table);
    EXPECT_EQ(again.has_key, terms.has_key);
    EXPECT_EQ(again.columns, terms.columns);
    EXPECT_EQ(again.typing, terms.typing);
    EXPECT_EQ(again.types, terms.types);
    EXPECT_EQ(again.is_json, terms.is_json);
    EXPECT_EQ(description_of(again, side.has_names, 20), description);
  }
}

TEST(MissingColumn, IsLookedForByTheNameOfTheSide) {
  const Terms terms = *terms_between(text_schema({"a", "b"}), text_schema({"a", "y"}), {.map = {{"b", "y"}}});
  const auto schema = text_schema({"a", "b"});
  EXPECT_EQ(missing_column(Party{"SIDE", schema}, terms, Side::left), std::nullopt);
  EXPECT_EQ(missing_column(Party{"SIDE", schema}, terms, Side::right), "y");
  EXPECT_EQ(missing_column(Party{"SIDE", kBlankSchema}, terms, Side::right), std::nullopt);
}

TEST(ColumnNames, GoBothWays) {
  ColumnNames names;
  EXPECT_TRUE(names.empty());
  EXPECT_TRUE(names.add({"price", "cost"}));
  EXPECT_EQ(names.to_right("price"), "cost");
  EXPECT_EQ(names.to_left("cost"), "price");
  EXPECT_EQ(names.to_right("id"), "id");
  EXPECT_EQ(names.to_left(Strings{"id", "cost"}), (Strings{"id", "price"}));
  EXPECT_FALSE(names.empty());
}

TEST(ColumnNames, AreInOnePairAtMost) {
  ColumnNames names;
  ASSERT_TRUE(names.add({"a", "x"}));
  EXPECT_FALSE(names.add({"a", "y"}));
  EXPECT_FALSE(names.add({"b", "x"}));
  EXPECT_EQ(names.to_right("b"), "b");
  EXPECT_EQ(names.to_left("y"), "y");
}

TEST(ColumnNames, PairOtherCasesUnlessTheyArePairedAlready) {
  ColumnNames names;
  ASSERT_TRUE(names.add({"A", "z"}));
  names.add_other_cases({"A", "B", "same", "\xC3\x84"}, {"a", "b", "same", "\xC3\xA4"});
  EXPECT_EQ(names.to_right("A"), "z");
  EXPECT_EQ(names.to_right("B"), "b");
  EXPECT_EQ(names.to_right("same"), "same");
  EXPECT_EQ(names.to_right("\xC3\x84"), "\xC3\x84");  // no ASCII letter
}

}  // namespace
}  // namespace peel::reconcile
