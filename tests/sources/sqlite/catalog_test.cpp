// What is read of a database's schema.
#include "sources/sqlite/catalog.hpp"

#include "sources/sqlite/temporary_database.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace peel::sources::sqlite {
namespace {

using rows::ColumnType;
using test::TemporaryDatabase;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<TableInfo> catalog_of(const std::string& sql) {
  const TemporaryDatabase file(sql);
  auto database = Database::open(file.path(), Database::Access::read);
  EXPECT_TRUE(database) << database.error().sentence();
  auto catalog = read_catalog(*database);
  EXPECT_TRUE(catalog) << catalog.error().sentence();
  return catalog.value_or(std::vector<TableInfo>());
}

// The table of a database that has no other.
TableInfo table_of(const std::string& sql) {
  auto tables = catalog_of(sql);
  EXPECT_EQ(tables.size(), 1U);
  return tables.empty() ? TableInfo() : tables.front();
}

std::vector<std::string> names_of(const std::vector<TableInfo>& tables) {
  std::vector<std::string> names;
  for (const TableInfo& table : tables) names.push_back(table.name);
  return names;
}

std::vector<std::string> names_of(const std::vector<ColumnInfo>& columns) {
  std::vector<std::string> names;
  for (const ColumnInfo& column : columns) names.push_back(column.name);
  return names;
}

TEST(SqliteCatalog, ListsTablesAndViewsByNameWithoutSqlitesOwn) {
  const auto tables = catalog_of(
      "CREATE TABLE b(x INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO b VALUES (1); CREATE TABLE a(x);"
      "CREATE VIEW c AS SELECT x FROM a; ANALYZE");
  EXPECT_THAT(names_of(tables), ElementsAre("a", "b", "c"));
  EXPECT_EQ(tables[2].kind, TableInfo::Kind::view);
  EXPECT_EQ(tables[0].sql, "CREATE TABLE a(x)");
}

TEST(SqliteCatalog, KnowsTheRowidByItsColumn) {
  const auto table = table_of("CREATE TABLE t(a TEXT, id INTEGER PRIMARY KEY)");
  EXPECT_EQ(table.rowid_column, "id");
  EXPECT_THAT(table.primary_key, ElementsAre("id"));
  EXPECT_THAT(table.unique_keys, IsEmpty());
  EXPECT_TRUE(table.columns[1].not_null);
}

TEST(SqliteCatalog, TakesADescendingIntegerKeyForWhatItIs) {
  // By an old mistake that SQLite keeps, this is an ordinary index.
  const auto table = table_of("CREATE TABLE t(id INTEGER PRIMARY KEY DESC)");
  EXPECT_EQ(table.rowid_column, "");
  ASSERT_EQ(table.unique_keys.size(), 1U);
  EXPECT_FALSE(table.columns[0].not_null);
}

TEST(SqliteCatalog, ReadsTheKeyInItsOwnOrder) {
  const auto table = table_of("CREATE TABLE t(a, b, c, PRIMARY KEY (c, a)) WITHOUT ROWID");
  EXPECT_TRUE(table.is_without_rowid);
  EXPECT_THAT(table.primary_key, ElementsAre("c", "a"));
  ASSERT_EQ(table.unique_keys.size(), 1U);
  EXPECT_THAT(table.unique_keys[0].columns, ElementsAre("c", "a"));
  EXPECT_TRUE(table.columns[0].not_null);
  EXPECT_FALSE(table.columns[1].not_null);
  EXPECT_EQ(table.rowid_name, "");
}

TEST(SqliteCatalog, FindsANameForTheRowidThatNoColumnHas) {
  EXPECT_EQ(table_of("CREATE TABLE t(a)").rowid_name, "rowid");
  EXPECT_EQ(table_of("CREATE TABLE t(RowId, a)").rowid_name, "_rowid_");
  EXPECT_EQ(table_of("CREATE TABLE t(rowid, _rowid_)").rowid_name, "oid");
  EXPECT_EQ(table_of("CREATE TABLE t(rowid, _rowid_, OID)").rowid_name, "");
}

TEST(SqliteCatalog, TellsUniqueKeysThatHoldForAllRowsFromOthers) {
  const auto table = table_of(
      "CREATE TABLE t(a UNIQUE, b, c); CREATE UNIQUE INDEX i1 ON t(b) WHERE b > 1;"
      "CREATE UNIQUE INDEX i2 ON t(c, lower(b)); CREATE UNIQUE INDEX i3 ON t(c DESC);"
      "CREATE UNIQUE INDEX i4 ON t(c COLLATE NOCASE); CREATE INDEX i5 ON t(c)");
  ASSERT_EQ(table.unique_keys.size(), 5U);
  EXPECT_TRUE(table.unique_keys[0].is_partial);
  EXPECT_TRUE(table.unique_keys[1].has_expressions);
  EXPECT_THAT(table.unique_keys[1].columns, ElementsAre("c"));
  EXPECT_FALSE(table.unique_keys[2].is_ascending_binary);
  EXPECT_FALSE(table.unique_keys[3].is_ascending_binary);
  EXPECT_THAT(table.unique_keys[4].columns, ElementsAre("a"));
  EXPECT_TRUE(table.unique_keys[4].is_ascending_binary);
}

TEST(SqliteCatalog, MarksGeneratedColumns) {
  const auto table = table_of("CREATE TABLE t(a, b AS (a + 1), c AS (a) STORED)");
  ASSERT_EQ(table.columns.size(), 3U);
  EXPECT_FALSE(table.columns[0].is_generated);
  EXPECT_TRUE(table.columns[1].is_generated);
  EXPECT_TRUE(table.columns[2].is_generated);
}

TEST(SqliteCatalog, LeavesOutHiddenColumnsAndKnowsShadowTables) {
  const auto tables = catalog_of("CREATE VIRTUAL TABLE f USING fts5(body)");
  ASSERT_EQ(tables.front().name, "f");
  EXPECT_EQ(tables.front().kind, TableInfo::Kind::virtual_table);
  EXPECT_THAT(names_of(tables.front().columns), ElementsAre("rowid", "body"));
  EXPECT_EQ(tables.front().rowid_column, "rowid");
  EXPECT_EQ(tables.back().kind, TableInfo::Kind::shadow);
}

TEST(SqliteCatalog, GivesColumnsTheTypeOfTheirAffinity) {
  const std::vector<std::pair<std::string, ColumnType>> expected = {
      {"", ColumnType::any},
      {"INTEGER", ColumnType::integer},
      {"unsigned big int", ColumnType::integer},
      {"CHARINT", ColumnType::integer},
      {"FLOATING POINT", ColumnType::integer},
      {"VARCHAR(20)", ColumnType::text},
      {"Clob", ColumnType::text},
      {"BLOB", ColumnType::blob},
      {"DOUBLE PRECISION", ColumnType::real},
      {"float", ColumnType::real},
      {"DECIMAL(10,2)", ColumnType::numeric},
      {"DATETIME", ColumnType::numeric},
      {"STRING", ColumnType::numeric},
  };
  for (const auto& [declared, type] : expected) EXPECT_EQ(type_of_declaration(declared), type) << declared;
}

TEST(SqliteCatalog, TakesAnyOfAStrictTableForAny) {
  EXPECT_EQ(table_of("CREATE TABLE t(a ANY) STRICT").columns[0].type, ColumnType::any);
  EXPECT_EQ(table_of("CREATE TABLE t(a ANY)").columns[0].type, ColumnType::numeric);
}

TEST(SqliteCatalog, GivesColumnsOfAViewTheTypeOfWhatTheyShow) {
  const auto tables =
      catalog_of("CREATE TABLE t(a INTEGER, b TEXT); CREATE VIEW v AS SELECT b, a, a + 1 AS c FROM t");
  const TableInfo& view = tables.back();
  EXPECT_THAT(names_of(view.columns), ElementsAre("b", "a", "c"));
  EXPECT_EQ(view.columns[0].type, ColumnType::text);
  EXPECT_EQ(view.columns[1].type, ColumnType::integer);
  EXPECT_EQ(view.columns[2].type, ColumnType::any);
  EXPECT_THAT(view.primary_key, IsEmpty());
}

TEST(SqliteCatalog, ListsAViewOfWhatIsGoneWithoutColumns) {
  const auto tables = catalog_of("CREATE TABLE t(a); CREATE VIEW v AS SELECT gone FROM t");
  EXPECT_THAT(names_of(tables), ElementsAre("t", "v"));
  EXPECT_THAT(tables[1].columns, IsEmpty());
}

TEST(SqliteCatalog, KnowsCollations) {
  const auto table = table_of("CREATE TABLE t(a TEXT COLLATE NOCASE, b)");
  EXPECT_EQ(table.columns[0].collation, "NOCASE");
  EXPECT_EQ(table.columns[1].collation, "BINARY");
}

TEST(SqliteCatalog, KnowsTriggersAndForeignKeys) {
  const auto tables = catalog_of(
      "CREATE TABLE parent(id INTEGER PRIMARY KEY); CREATE TABLE plain(p REFERENCES parent);"
      "CREATE TABLE acting(p REFERENCES Parent ON DELETE CASCADE, q REFERENCES plain);"
      "CREATE TRIGGER watch AFTER DELETE ON parent BEGIN SELECT 1; END");
  ASSERT_THAT(names_of(tables), ElementsAre("acting", "parent", "plain"));
  EXPECT_THAT(tables[0].references, ElementsAre("Parent", "plain"));
  EXPECT_THAT(tables[1].acted_on_by, ElementsAre("acting"));
  EXPECT_THAT(tables[1].triggers, ElementsAre("watch"));
  EXPECT_THAT(tables[2].acted_on_by, IsEmpty());
}

TEST(SqliteCatalog, FindsATableWhateverTheCaseOfItsName) {
  const TemporaryDatabase file(
      "CREATE TABLE \"Odd \"\"Name\"(a); CREATE TABLE c(x REFERENCES \"odd \"\"name\" ON UPDATE SET NULL)");
  auto database = Database::open(file.path(), Database::Access::read);
  ASSERT_TRUE(database);
  const auto table = find_table(*database, "oDD \"nAME");
  ASSERT_TRUE(table) << table.error().sentence();
  EXPECT_EQ(table->name, "Odd \"Name");
  EXPECT_THAT(table->acted_on_by, ElementsAre("c"));
}

TEST(SqliteCatalog, NamesTheTablesThereAreInPlaceOfAMissingOne) {
  const TemporaryDatabase file("CREATE TABLE apples(a); CREATE TABLE pears(a)");
  auto database = Database::open(file.path(), Database::Access::read);
  ASSERT_TRUE(database);
  const auto table = find_table(*database, "plums");
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().code(), ErrorCode::invalid_argument);
  EXPECT_EQ(table.error().sentence(), file.path() + " has no table or view 'plums'; it has apples, pears");
}

}  // namespace
}  // namespace peel::sources::sqlite
