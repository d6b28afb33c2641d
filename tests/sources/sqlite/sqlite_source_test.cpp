// Tables of every kind, with values of every kind, as rows.
#include "sources/sqlite/sqlite_source.hpp"

#include "sources/sqlite/sqlite_reading.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace peel::sources::sqlite {
namespace {

using rows::ColumnType;
using test::open_table;
using test::read_rest;
using test::rows_of;
using test::TemporaryDatabase;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Gt;
using ::testing::IsEmpty;
using ::testing::Lt;

std::string refusal_of_source(const SqliteSpec& spec) {
  const auto source = open_sqlite(spec);
  EXPECT_FALSE(source);
  return source ? "opened" : source.error().sentence();
}

TEST(SqliteSource, SaysWhatItsTableIs) {
  const TemporaryDatabase file("CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, size REAL, other)");
  const auto source = open_table(file, "T");
  const Schema& schema = source->schema();
  EXPECT_TRUE(schema.is_table && schema.has_names && schema.is_typed());
  EXPECT_THAT(schema.columns, ElementsAre("id", "name", "size", "other"));
  EXPECT_THAT(schema.types,
              ElementsAre(ColumnType::integer, ColumnType::text, ColumnType::real, ColumnType::any));
  EXPECT_THAT(schema.key, ElementsAre("id"));
  EXPECT_TRUE(schema.key_is_unique);
  EXPECT_EQ(source->name(), file.path() + " (t)");
}

TEST(SqliteSource, PromisesAUniqueKeyOnlyWhereNullsCannotBe) {
  const TemporaryDatabase file(
      "CREATE TABLE nulls(a TEXT PRIMARY KEY); CREATE TABLE full(a TEXT NOT NULL PRIMARY KEY);"
      "CREATE TABLE half(a NOT NULL, b, PRIMARY KEY (a, b)); CREATE TABLE none(a UNIQUE NOT NULL);"
      "CREATE TABLE tree(a, b, PRIMARY KEY (b, a)) WITHOUT ROWID");
  const auto unique = [&](const std::string& table) {
    return open_table(file, table)->schema().key_is_unique;
  };
  EXPECT_FALSE(unique("nulls"));
  EXPECT_TRUE(unique("full"));
  EXPECT_FALSE(unique("half"));
  EXPECT_FALSE(unique("none"));
  EXPECT_TRUE(unique("tree"));
  EXPECT_THAT(open_table(file, "none")->schema().key, IsEmpty());
  EXPECT_THAT(open_table(file, "tree")->schema().key, ElementsAre("b", "a"));
}

TEST(SqliteSource, KeepsTheStorageClassOfEveryValueInAnyColumn) {
  const TemporaryDatabase file(
      "CREATE TABLE t(v); INSERT INTO t VALUES (NULL), (0), (9223372036854775807), (-9223372036854775808),"
      "(1), (1.0), ('1'), (x'31'), (9e999), (-9e999), (''), (x''), (0.1), (1e300)");
  EXPECT_THAT(rows_of(file, "t"),
              ElementsAre("n ", "i 0", "i 9223372036854775807", "i -9223372036854775808", "i 1", "f 1.0",
                          "t 1", "b 1", "f Inf", "f -Inf", "t ", "b ", "f 0.1", "f 1e+300"));
}

TEST(SqliteSource, TakesValuesThatDoNotFitTheirColumnAsTheyAre) {
  const TemporaryDatabase file(
      "CREATE TABLE t(i INTEGER, r REAL, s TEXT, b BLOB);"
      "INSERT INTO t VALUES ('x', 'y', x'00', 7), (x'', NULL, 3, 2.5), ('5', 5, '5', '5')");
  EXPECT_THAT(rows_of(file, "t"), ElementsAre("t x|t y|b " + std::string(1, '\0') + "|i 7", "b |n |t 3|f 2.5",
                                              "i 5|f 5.0|t 5|t 5"));
}

TEST(SqliteSource, ReadsMinusZeroAndBytesThatAreNoText) {
  const TemporaryDatabase file("CREATE TABLE t(v)");
  {
    auto database = Database::open(file.path(), Database::Access::write);
    ASSERT_TRUE(database);
    auto insert = database->prepare("INSERT INTO t VALUES (?)");
    ASSERT_TRUE(insert);
    rows::NumberRoom room;
    for (const rows::Cell& cell : {rows::real_cell(-0.0, room), rows::Cell{rows::CellTag::text, {"a\0b", 3}},
                                   rows::Cell{rows::CellTag::text, "\xFF\xC0"}}) {
      ASSERT_TRUE(insert->bind(0, cell));
      ASSERT_TRUE(insert->step());
    }
  }
  EXPECT_THAT(rows_of(file, "t"), ElementsAre("f -0.0", "t a" + std::string(1, '\0') + "b", "t \xFF\xC0"));
}

TEST(SqliteSource, ReadsTextOfAUtf16DatabaseInUtf8) {
  const TemporaryDatabase file;
  std::filesystem::remove(file.path());
  file.run(
      "PRAGMA encoding = 'UTF-16le'; CREATE TABLE t(v); INSERT INTO t VALUES ('\u00e4\u20ac\U0001F600')");
  EXPECT_THAT(rows_of(file, "t"), ElementsAre("t \u00e4\u20ac\U0001F600"));
}

TEST(SqliteSource, GoesByRowidAndNumbersRowsByIt) {
  const TemporaryDatabase file(
      "CREATE TABLE t(a); CREATE INDEX i ON t(a);"  // an index that has all columns, in another order
      "INSERT INTO t(rowid, a) VALUES (5, 'e'), (-3, 'z'), (9223372036854775807, 'b'),"
      "(-9223372036854775808, 'y')");
  auto source = open_table(file, "t");
  const auto reading = read_rest(*source);
  EXPECT_THAT(reading.rows, ElementsAre("t y", "t z", "t e", "t b"));
  EXPECT_THAT(reading.orders,
              ElementsAre(0, (std::uint64_t{1} << 63) - 3, (std::uint64_t{1} << 63) + 5, ~std::uint64_t{0}));
}

TEST(SqliteSource, GoesByThePrimaryKeyWhereThatIsTheOrder) {
  const TemporaryDatabase file(
      "CREATE TABLE t(a, b, PRIMARY KEY (b, a)) WITHOUT ROWID; CREATE INDEX i ON t(a, b);"
      "INSERT INTO t VALUES (1, 'x'), (2, x'00'), (3, 7), (4, 'x'), (5, 'X')");
  auto source = open_table(file, "t");
  const auto reading = read_rest(*source);
  EXPECT_THAT(reading.rows,
              ElementsAre("i 3|i 7", "i 5|t X", "i 1|t x", "i 4|t x", "i 2|b " + std::string(1, '\0')));
  EXPECT_TRUE(std::ranges::is_sorted(reading.orders, std::ranges::less_equal()));
}

TEST(SqliteSource, ReadsAKeyWithAnOrderOfItsOwn) {
  const TemporaryDatabase file(
      "CREATE TABLE t(a TEXT COLLATE NOCASE, b, PRIMARY KEY (a DESC, b)) WITHOUT ROWID;"
      "CREATE INDEX i ON t(b, a); INSERT INTO t VALUES ('B', 1), ('a', 2), ('c', 3), ('A', 1)");
  EXPECT_THAT(rows_of(file, "t"), ElementsAre("t c|i 3", "t B|i 1", "t A|i 1", "t a|i 2"));
}

TEST(SqliteSource, ReadsTablesWhoseColumnsTakeTheNamesOfTheRowid) {
  const TemporaryDatabase file(
      "CREATE TABLE one(rowid TEXT); INSERT INTO one(_rowid_, rowid) VALUES (2, 'a'), (1, 'b');"
      "CREATE TABLE all_names(rowid, _rowid_, oid); CREATE INDEX i ON all_names(rowid, _rowid_, oid);"
      "INSERT INTO all_names VALUES (2, 1, 0), (1, 2, 3);"
      "CREATE TABLE key(rowid INTEGER PRIMARY KEY, _rowid_, oid); INSERT INTO key VALUES (9, 1, 1), (3, 2, "
      "2)");
  EXPECT_THAT(rows_of(file, "one"), ElementsAre("t b", "t a"));
  EXPECT_THAT(rows_of(file, "all_names"), ElementsAre("i 2|i 1|i 0", "i 1|i 2|i 3"));
  EXPECT_THAT(rows_of(file, "all_names", "rowid > 0"), ElementsAre("i 2|i 1|i 0", "i 1|i 2|i 3"));
  EXPECT_THAT(rows_of(file, "key"), ElementsAre("i 3|i 2|i 2", "i 9|i 1|i 1"));
}

TEST(SqliteSource, ReadsGeneratedColumns) {
  const TemporaryDatabase file(
      "CREATE TABLE t(a, b AS (a * 2), c AS (a || '!') STORED); INSERT INTO t VALUES (4)");
  EXPECT_THAT(rows_of(file, "t"), ElementsAre("i 4|i 8|t 4!"));
}

TEST(SqliteSource, ReadsAView) {
  const TemporaryDatabase file(
      "CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT); INSERT INTO t VALUES (1, 'x'), (2, 'y');"
      "CREATE VIEW v AS SELECT b, a + 0.5 AS c FROM t");
  auto source = open_table(file, "v");
  EXPECT_THAT(source->schema().key, IsEmpty());
  EXPECT_THAT(source->schema().types, ElementsAre(ColumnType::text, ColumnType::any));
  EXPECT_THAT(read_rest(*source).rows, ElementsAre("t x|f 1.5", "t y|f 2.5"));
}

TEST(SqliteSource, ReadsVirtualTables) {
  const TemporaryDatabase file(
      "CREATE VIRTUAL TABLE f USING fts5(body); INSERT INTO f VALUES ('some words');"
      "CREATE VIRTUAL TABLE r USING rtree(id, low, high); INSERT INTO r VALUES (1, 0.5, 2)");
  EXPECT_THAT(rows_of(file, "f"), ElementsAre("i 1|t some words"));
  EXPECT_THAT(rows_of(file, "r"), ElementsAre("i 1|f 0.5|f 2.0"));
}

TEST(SqliteSource, ReadsNamesOfAnyBytes) {
  const TemporaryDatabase file(
      "CREATE TABLE \"se\"\"lect 'x' \u00e4%\"(\"from\" INTEGER PRIMARY KEY, \"a\"\"b\", \"\", \"[c]\");"
      "INSERT INTO \"se\"\"lect 'x' \u00e4%\" VALUES (1, 2, 3, 4); CREATE TABLE \"\"(x); INSERT INTO \"\" "
      "VALUES (5)");
  auto source = open_table(file, "se\"lect 'x' \u00e4%");
  EXPECT_THAT(source->schema().columns, ElementsAre("from", "a\"b", "", "[c]"));
  EXPECT_THAT(read_rest(*source).rows, ElementsAre("i 1|i 2|i 3|i 4"));
  EXPECT_THAT(rows_of(file, ""), ElementsAre("i 5"));
  EXPECT_EQ(refusal_of_source({{file.path(), std::string("\0", 1)}}).find(file.path() + " has no table"), 0U);
}

TEST(SqliteSource, ReadsATableWithoutRows) {
  const TemporaryDatabase file("CREATE TABLE t(a, b)");
  EXPECT_THAT(rows_of(file, "t"), IsEmpty());
  EXPECT_EQ(open_table(file, "t")->size(), 0U);
}

TEST(SqliteSource, ReadsAsManyColumnsAsATableCanHave) {
  std::string names;
  std::string values;
  for (int i = 0; i < 2'000; ++i) {
    names += (i == 0 ? "c" : ", c") + std::to_string(i);
    values += (i == 0 ? "" : ", ") + std::to_string(i);
  }
  const TemporaryDatabase file("CREATE TABLE t(" + names + "); INSERT INTO t VALUES (" + values +
                               "); INSERT INTO t SELECT * FROM t");
  const auto rows = rows_of(file, "t");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(std::ranges::count(rows[1], '|'), 1'999);
  EXPECT_TRUE(rows[1].ends_with("i 1999"));
}

TEST(SqliteSource, ReadsTheSameAgain) {
  const TemporaryDatabase file(
      "CREATE TABLE t(a, b); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3000)"
      "INSERT INTO t SELECT i, hex(i) FROM n");
  auto source = open_table(file, "t");
  const auto first = read_rest(*source);
  const std::uint64_t bytes = source->bytes_read();
  ASSERT_EQ(first.rows.size(), 3'000U);
  ASSERT_TRUE(source->rewind());
  EXPECT_EQ(source->rows_read(), 0U);
  RowBatch batch;
  ASSERT_TRUE(source->next(batch));
  EXPECT_EQ(batch.size(), kBatchRows);
  ASSERT_TRUE(source->rewind());  // also from the middle
  EXPECT_EQ(read_rest(*source).rows, first.rows);
  EXPECT_EQ(source->bytes_read(), bytes);
}

TEST(SqliteSource, EndsABatchWhenItHasManyBytes) {
  const TemporaryDatabase file(
      "CREATE TABLE t(a); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20)"
      "INSERT INTO t SELECT zeroblob(30000) FROM n");
  auto source = open_table(file, "t");
  RowBatch batch;
  ASSERT_TRUE(source->next(batch));
  EXPECT_EQ(batch.size(), 3U);
}

TEST(SqliteSource, RefusesARowThatIsTooLongOnceAllBeforeItWereHandedOut) {
  const TemporaryDatabase file("CREATE TABLE t(a, b); INSERT INTO t VALUES (1, 2), (x'0102', x'0304')");
  SqliteSpec spec{{file.path(), "t"}};
  spec.row_bytes = 3;
  const auto source = open_sqlite(spec);
  ASSERT_TRUE(source);
  const auto reading = read_rest(**source);
  EXPECT_THAT(reading.rows, ElementsAre("i 1|i 2"));
  EXPECT_EQ(reading.code, ErrorCode::limit_exceeded);
  EXPECT_EQ(reading.error, file.path() + " (t): a row of more than 3 bytes, which is the most that is read");
}

TEST(SqliteSource, EstimatesItsBytesFromSomeRows) {
  const TemporaryDatabase file(
      "CREATE TABLE t(a); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000)"
      "INSERT INTO t(rowid, a) SELECT 7 * i, printf('%0100d', i) FROM n");
  auto source = open_table(file, "t");
  ASSERT_TRUE(source->size());
  EXPECT_THAT(*source->size(), AllOf(Gt(1'900'000U), Lt(2'100'000U)));
  read_rest(*source);
  EXPECT_EQ(source->bytes_read(), 2'000'000U);
}

TEST(SqliteSource, NeedsNoTableNameWhereThereIsOnlyOne) {
  const TemporaryDatabase file("CREATE TABLE t(a)");
  EXPECT_TRUE(open_sqlite({{file.path()}}));
  file.run("CREATE VIEW v AS SELECT a FROM t");
  EXPECT_EQ(refusal_of_source({{file.path()}}),
            file.path() + " has 2 tables; name one with sqlite:PATH?table=NAME");
  const TemporaryDatabase empty;
  EXPECT_EQ(refusal_of_source({{empty.path()}}),
            empty.path() + " has no tables; name one with sqlite:PATH?table=NAME");
}

TEST(SqliteSource, SaysWhyAViewCannotBeRead) {
  const TemporaryDatabase file("CREATE TABLE t(a); CREATE VIEW v AS SELECT gone FROM t");
  EXPECT_EQ(refusal_of_source({{file.path(), "v"}}), file.path() + ": no such column: gone");
}

TEST(SqliteSource, OpensSeveralTablesOfOneSnapshot) {
  const TemporaryDatabase file("PRAGMA journal_mode = WAL; CREATE TABLE a(x); CREATE TABLE b(x)");
  const auto snapshot = Snapshot::open(file.path(), std::nullopt, Database::kUsualPatience);
  ASSERT_TRUE(snapshot);
  const auto a =
      sqlite::open_table(*snapshot, find_table((*snapshot)->database(), "a").value(), std::nullopt);
  ASSERT_TRUE(a);
  file.run("INSERT INTO b VALUES (1)");
  const auto b =
      sqlite::open_table(*snapshot, find_table((*snapshot)->database(), "b").value(), std::nullopt);
  ASSERT_TRUE(b);
  EXPECT_THAT(read_rest(**b).rows, IsEmpty());
}

}  // namespace
}  // namespace peel::sources::sqlite
