// What columns make of values, and which values a unique key takes for one: as SQLite itself has it.
#include "sources/sqlite/stored_value.hpp"

#include "sources/sqlite/patching.hpp"

#include <gtest/gtest.h>

namespace peel::sources::sqlite {
namespace {

const std::vector<std::string> kStoredValues{"0",
                                             "1",
                                             "-1",
                                             "9223372036854775807",
                                             "-9223372036854775808",
                                             "9007199254740993",
                                             "0.0",
                                             "-0.0",
                                             "1.0",
                                             "1.5",
                                             "-1.5",
                                             "9.2233720368547758e18",
                                             "-9.2233720368547758e18",
                                             "9e999",
                                             "-9e999",
                                             "9007199254740992.0",
                                             "1e300",
                                             "5e-324",
                                             "''",
                                             "' '",
                                             "'a'",
                                             "'A'",
                                             "'a '",
                                             "' a'",
                                             "'1'",
                                             "'1.0'",
                                             "' 1 '",
                                             "'1 x'",
                                             "'+1'",
                                             "'-1'",
                                             "'1e0'",
                                             "'.5'",
                                             "'5.'",
                                             "'1.5'",
                                             "'0x1'",
                                             "'inf'",
                                             "'nan'",
                                             "'-'",
                                             "'.'",
                                             "'1e'",
                                             "'9223372036854775808'",
                                             "'1e999'",
                                             "'1e-999'",
                                             "'9007199254740993'",
                                             "char(0)",
                                             "'a' || char(0)",
                                             "x''",
                                             "x'61'",
                                             "x'31'",
                                             "'-0.0'",
                                             "'1' || char(10)"};

const std::vector<std::string> kTypes{"", "BLOB", "TEXT", "INTEGER", "REAL", "NUMERIC"};

OwnedCell asked(Database& database, const std::string& sql) {
  auto statement = database.prepare(sql);
  EXPECT_TRUE(statement.has_value() && statement->step().value_or(false)) << sql;
  rows::NumberRoom room;
  return OwnedCell(statement->cell(0, room));
}

TEST(StoredValue, IsKeptWhereItIsSaidToBe) {
  test::QuickDatabase database("");
  for (const std::string& type : kTypes) {
    database.run("DROP TABLE IF EXISTS t; CREATE TABLE t (a " + type + ");");
    for (const std::string& value : kStoredValues) {
      database.run("DELETE FROM t; INSERT INTO t VALUES (" + value + ")");
      const OwnedCell written = asked(*database, "SELECT " + value);
      const bool is_same = asked(*database, "SELECT a FROM t") == written;
      EXPECT_EQ(is_kept(written.view(), type_of_declaration(type)), is_same) << value << " in " << type;
    }
  }
}

bool has_same_fold(const OwnedCell& a, const OwnedCell& b, const std::string& type, TextFold text_fold) {
  std::string first, second;
  append_fold(first, a.view(), type_of_declaration(type), text_fold);
  append_fold(second, b.view(), type_of_declaration(type), text_fold);
  return first == second;
}

// Counts the pairs that conflict in SQLite, so that there are some.
int expect_folds_cover_conflicts(const std::string& type, const std::string& collation, TextFold text_fold) {
  test::QuickDatabase database("CREATE TABLE t (a " + type + " COLLATE " + collation +
                               "); CREATE TABLE v (n, x);");
  std::vector<OwnedCell> cells;
  for (const std::string& value : kStoredValues) {
    cells.push_back(asked(*database, "SELECT " + value));
    database.run("INSERT INTO v VALUES (" + std::to_string(cells.size() - 1) + ", " + value + ")");
  }
  int conflicts = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    database.run("DELETE FROM t; INSERT INTO t VALUES (" + kStoredValues[i] + ")");
    auto statement = (*database).prepare("SELECT n FROM v, t WHERE a = +x");
    while (statement->step().value_or(false)) {
      rows::NumberRoom room;
      const auto j = static_cast<std::size_t>(rows::integer_of(statement->cell(0, room)));
      ++conflicts;
      EXPECT_TRUE(has_same_fold(cells[i], cells[j], type, text_fold))
          << kStoredValues[i] << " and " << kStoredValues[j] << " in " << type << " " << collation;
    }
  }
  return conflicts;
}

TEST(StoredValue, HasTheFoldOfEveryValueThatAUniqueKeyTakesForIt) {
  for (const std::string& type : kTypes) {
    EXPECT_GE(expect_folds_cover_conflicts(type, "BINARY", TextFold::bytes), 40) << type;
    EXPECT_GE(expect_folds_cover_conflicts(type, "NOCASE", TextFold::coarse), 40) << type;
    EXPECT_GE(expect_folds_cover_conflicts(type, "RTRIM", TextFold::coarse), 40) << type;
  }
}

TEST(StoredValue, HasAnotherFoldThanOtherTextWhereBytesCount) {
  const OwnedCell lower({rows::CellTag::text, "a"});
  const OwnedCell upper({rows::CellTag::text, "A"});
  EXPECT_FALSE(has_same_fold(lower, upper, "TEXT", TextFold::bytes));
  EXPECT_TRUE(has_same_fold(lower, upper, "TEXT", TextFold::coarse));
}

}  // namespace
}  // namespace peel::sources::sqlite
