// Conditions and queries that users write: what they select, and that they can do nothing else.
#include "sources/sqlite/sqlite_reading.hpp"
#include "sources/sqlite/sqlite_source.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace peel::sources::sqlite {
namespace {

using namespace std::chrono_literals;
using rows::ColumnType;
using test::read_rest;
using test::rows_of;
using test::TemporaryDatabase;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kFruit =
    "CREATE TABLE fruit(id INTEGER PRIMARY KEY, name TEXT, price REAL);"
    "INSERT INTO fruit VALUES (1, 'apple', 2.5), (2, 'pear', NULL), (3, 'plum', 1.0)";

std::string refusal_of_argument(const SqliteSpec& spec) {
  const auto source = open_sqlite(spec);
  EXPECT_FALSE(source);
  if (source) return "opened";
  EXPECT_EQ(source.error().code(), ErrorCode::invalid_argument);
  return source.error().sentence();
}

std::string refusal_of_query(const TemporaryDatabase& file, const std::string& query) {
  return refusal_of_argument({{file.path(), std::nullopt, query}});
}

std::string refusal_of_where(const TemporaryDatabase& file, const std::string& where) {
  return refusal_of_argument({{file.path(), "fruit"}, where});
}

std::unique_ptr<SqliteSource> open_query(const TemporaryDatabase& file, const std::string& query) {
  auto source = open_sqlite({{file.path(), std::nullopt, query}});
  EXPECT_TRUE(source) << source.error().sentence();
  return source ? std::move(*source) : nullptr;
}

TEST(SqliteWhere, LeavesOutOtherRows) {
  const TemporaryDatabase file(kFruit);
  EXPECT_THAT(rows_of(file, "fruit", "price > 1 -- dear"), ElementsAre("i 1|t apple|f 2.5"));
  EXPECT_THAT(rows_of(file, "fruit", "id = 1 OR id = 3"),
              ElementsAre("i 1|t apple|f 2.5", "i 3|t plum|f 1.0"));
  EXPECT_THAT(rows_of(file, "fruit", "id IN (SELECT max(id) FROM fruit)"), ElementsAre("i 3|t plum|f 1.0"));
}

TEST(SqliteWhere, MustBeOneExpression) {
  const TemporaryDatabase file(kFruit);
  const std::vector<std::string> wrong = {"1) OR (1",
                                          "1; DROP TABLE fruit",
                                          "1; DROP TABLE fruit --",
                                          "1) UNION SELECT 1, 2, 3 --",
                                          "1) --",
                                          "1 /*",
                                          "1) LIMIT (1",
                                          "",
                                          "id = ?",
                                          "id =",
                                          "1)",
                                          "(1",
                                          "1 THEN 1 END FROM fruit WHERE (1"};
  for (const std::string& where : wrong) {
    EXPECT_THAT(refusal_of_where(file, where), StartsWith(where + ": no condition on the columns of fruit"));
  }
  EXPECT_THAT(refusal_of_where(file, std::string("1\0", 2)), HasSubstr("NUL byte"));
  EXPECT_THAT(rows_of(file, "fruit"), ElementsAre("i 1|t apple|f 2.5", "i 2|t pear|n ", "i 3|t plum|f 1.0"));
}

TEST(SqliteWhere, DoesNotTakeAMisspeltColumnForText) {
  const TemporaryDatabase file(kFruit);
  EXPECT_THAT(refusal_of_where(file, "\"prize\" > 1"), HasSubstr("no such column: prize"));
}

TEST(SqliteWhere, IsForTablesOnly) {
  const TemporaryDatabase file(kFruit);
  EXPECT_THAT(refusal_of_argument({{file.path(), std::nullopt, "SELECT 1"}, "1"}),
              HasSubstr("a condition in SQL is for tables"));
}

TEST(SqliteQuery, YieldsTypedRows) {
  const TemporaryDatabase file(kFruit);
  const auto source =
      open_query(file, "SELECT name, price AS cost, id + 1 AS next FROM fruit ORDER BY name DESC; -- done");
  EXPECT_THAT(source->schema().columns, ElementsAre("name", "cost", "next"));
  EXPECT_THAT(source->schema().types, ElementsAre(ColumnType::text, ColumnType::real, ColumnType::any));
  EXPECT_TRUE(source->schema().key.empty());
  EXPECT_EQ(source->size(), std::nullopt);
  const std::vector<std::string> expected = {"t plum|f 1.0|i 4", "t pear|n |i 3", "t apple|f 2.5|i 2"};
  EXPECT_EQ(read_rest(*source).rows, expected);
  ASSERT_TRUE(source->rewind());
  EXPECT_EQ(read_rest(*source).rows, expected);
}

TEST(SqliteQuery, MayUseEverythingThatReads) {
  const TemporaryDatabase file(kFruit);
  EXPECT_THAT(read_rest(*open_query(file, "WITH n AS (SELECT 1 AS a) SELECT a FROM n")).rows,
              ElementsAre("i 1"));
  EXPECT_THAT(read_rest(*open_query(file, "VALUES (1), ('x')")).rows, ElementsAre("i 1", "t x"));
  EXPECT_THAT(read_rest(*open_query(file, "SELECT name FROM pragma_table_info('fruit') WHERE pk")).rows,
              ElementsAre("t id"));
}

TEST(SqliteQuery, RefusesTwoColumnsOfOneName) {
  const TemporaryDatabase file(kFruit);
  EXPECT_EQ(refusal_of_query(file, "SELECT id, name, id FROM fruit"),
            file.path() + ": columns 1 and 3 of the query are both named 'id'; name one with AS");
}

TEST(SqliteQuery, RefusesWhatIsNotOneSelect) {
  const TemporaryDatabase file(kFruit);
  const std::vector<std::string> wrong = {"",
                                          "DELETE FROM fruit",
                                          "INSERT INTO fruit VALUES (9, '', 0) RETURNING id",
                                          "SELECT 1; SELECT 2",
                                          "SELECT 1; DROP TABLE fruit",
                                          "COMMIT",
                                          "SAVEPOINT s",
                                          "ATTACH ':memory:' AS m",
                                          "PRAGMA journal_mode = WAL",
                                          "PRAGMA query_only",
                                          "CREATE TEMP TABLE x(a)",
                                          "VACUUM",
                                          "SELECT load_extension('x')",
                                          "SELECT ?",
                                          "SELEC 1"};
  for (const std::string& query : wrong) EXPECT_NE(refusal_of_query(file, query), "opened") << query;
}

TEST(SqliteTimeout, StopsAQueryThatNeverEnds) {
  const TemporaryDatabase file;
  SqliteSpec spec{{file.path(), std::nullopt,
                   "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT sum(i) FROM n"}};
  spec.timeout = 50ms;
  const auto source = open_sqlite(spec);
  ASSERT_TRUE(source) << source.error().sentence();
  const auto reading = read_rest(**source);
  EXPECT_EQ(reading.code, ErrorCode::timed_out);
  EXPECT_EQ(reading.error, "reading " + file.path() + " took longer than 0.05 s");
}

TEST(SqliteTimeout, CountsFromTheOpening) {
  const TemporaryDatabase file(
      "CREATE TABLE t(a); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 5000)"
      "INSERT INTO t SELECT i FROM n");
  SqliteSpec spec{{file.path(), "t"}};
  spec.timeout = 0ms;
  const auto source = open_sqlite(spec);
  const ErrorCode code = source ? read_rest(**source).code.value_or(ErrorCode::io) : source.error().code();
  EXPECT_EQ(code, ErrorCode::timed_out);
}

}  // namespace
}  // namespace peel::sources::sqlite
