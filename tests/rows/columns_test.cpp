#include "peel/rows/columns.hpp"

#include <gtest/gtest.h>

namespace peel::rows {
namespace {

using Names = std::vector<std::string>;

const Names kNames = {"id", "name", "3", "price"};
const TableColumns kTable{"fruit.csv", kNames};

TEST(ChooseColumns, PutsTheKeyFirstAndTheRestInTheTablesOrder) {
  const auto columns = choose_columns(kTable, {Names{"price", "name"}, {}});
  ASSERT_TRUE(columns);
  EXPECT_EQ(columns->names, (Names{"price", "name", "id", "3"}));
  EXPECT_EQ(columns->key_columns, 2U);
}

TEST(ChooseColumns, TakesNumbersFromOne) {
  EXPECT_EQ(choose_columns(kTable, {Names{"1"}, Names{"4"}})->names, (Names{"id", "price"}));
}

TEST(ChooseColumns, PrefersANameToANumber) {
  EXPECT_EQ(choose_columns(kTable, {Names{"3"}, Names{"3"}})->names, (Names{"3"}));
}

TEST(ChooseColumns, ComparesOnlyWhatIsNamed) {
  const auto columns = choose_columns(kTable, {Names{"id"}, Names{"price", "id"}});
  EXPECT_EQ(columns->names, (Names{"id", "price"}));
  EXPECT_EQ(columns->key_columns, 1U);
}

TEST(ChooseColumns, NamesTheColumnsThatThereAreForOneThatIsNot) {
  for (const char* missing : {"weight", "0", "5", "-1", "1.0"}) {
    const auto columns = choose_columns(kTable, {Names{missing}, {}});
    ASSERT_FALSE(columns) << missing;
    EXPECT_EQ(columns.error().sentence(),
              std::string("fruit.csv has no column ") + missing + "; its columns are id, name, 3, price");
  }
}

TEST(ChooseColumns, RefusesAColumnGivenTwice) {
  EXPECT_EQ(choose_columns(kTable, {Names{"id", "1"}, {}}).error().sentence(), "column 1 is given twice");
}

TEST(ColumnPlaces, FindEachColumnByItsNameAndNoOther) {
  const ColumnPlaces places(kNames);
  EXPECT_EQ(places.find("id"), 0U);
  EXPECT_EQ(places.find("price"), 3U);
  EXPECT_EQ(places.find("4"), std::nullopt);
}

TEST(FindColumns, FindsThemWhereverTheyAre) {
  const Names other = {"price", "colour", "id"};
  const auto fields = find_columns({"b.csv", other}, {{"id", "price"}, 1});
  ASSERT_TRUE(fields);
  EXPECT_EQ(fields->positions, (std::vector<std::uint32_t>{2, 0}));
  EXPECT_EQ(fields->key_columns, 1U);
}

TEST(FindColumns, NamesTheOneThatIsMissing) {
  const Names other = {"price"};
  const auto fields = find_columns({"b.csv", other}, {{"id", "price"}, 1});
  ASSERT_FALSE(fields);
  EXPECT_EQ(fields.error().code(), ErrorCode::incompatible);
  EXPECT_EQ(fields.error().sentence(), "b.csv has no column id; its columns are price");
}

}  // namespace
}  // namespace peel::rows
