// Tables of a database made equal to others: what is planned, what is written, and what stops it.
#include "sources/sqlite/database_target.hpp"

#include "sources/recorded_tables.hpp"
#include "sources/sqlite/temporary_database.hpp"
#include "sources/temporary_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace peel::sources::sqlite {
namespace {

using reconcile::SyncOptions;
using test::RecordedTables;
using test::TemporaryDatabase;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr const char* kKeyedTable = "CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT);";
const SyncOptions kApplied{.mode = SyncOptions::Mode::apply};

Argument argument_of_table(const TemporaryDatabase& database, const std::string& table) {
  return *classify("sqlite:" + database.path() + "?table=" + table);
}

TargetRequest sync_of_tables(const TemporaryDatabase& from, const TemporaryDatabase& target) {
  return {.from = argument_of_table(from, "t"), .target = argument_of_table(target, "t")};
}

TargetRequest sync_of_databases(const TemporaryDatabase& from, const TemporaryDatabase& target) {
  return {.from = *classify(from.path()), .target = *classify(target.path())};
}

std::string why_not_opened(const TargetRequest& request) {
  const auto target = DatabaseTarget::open(request);
  return target ? "none" : target.error().sentence();
}

TEST(DatabaseTarget, OfOneTableGetsItsRows) {
  const TemporaryDatabase from(std::string(kKeyedTable) +
                               "INSERT INTO t VALUES (1, 'a'), (2, 'B'), (4, 'd')");
  const TemporaryDatabase database(std::string(kKeyedTable) +
                                   "INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c')");
  auto target = DatabaseTarget::open(sync_of_tables(from, database));
  ASSERT_TRUE(target) << target.error().sentence();
  RecordedTables shown;
  reconcile::Watch watch;
  const auto report = reconcile::sync(*target, kApplied, shown, watch);
  ASSERT_TRUE(report) << report.error().sentence();
  EXPECT_TRUE(report->is_applied && report->is_equal());
  EXPECT_EQ(report->planned.rows_left, 3U);
  EXPECT_EQ(report->planned.rows_right, 3U);
  EXPECT_THAT(shown.changes, ElementsAre("~ 2,b -> 2,B", "- 3,c", "+ 4,d"));
  EXPECT_THAT(shown.tables, ElementsAre(""));
}

TEST(DatabaseTarget, GetsRowsOfAFileInTheTypesOfItsColumns) {
  const test::TemporaryFile from("id,v\n1,7\n", ".csv");
  const TemporaryDatabase database("CREATE TABLE t (id INTEGER PRIMARY KEY, v REAL)");
  auto target =
      DatabaseTarget::open({.from = *classify(from.path()), .target = argument_of_table(database, "t")});
  ASSERT_TRUE(target) << target.error().sentence();
  RecordedTables shown;
  reconcile::Watch watch;
  const auto report = reconcile::sync(*target, kApplied, shown, watch);
  ASSERT_TRUE(report) << report.error().sentence();
  EXPECT_TRUE(report->is_equal());
  const test::OtherConnection other(database.path());
  EXPECT_EQ(
      other.run("CREATE TEMP TABLE proof (x CHECK (x = 'real')); INSERT INTO proof SELECT typeof(v) FROM t"),
      SQLITE_OK);
}

TEST(DatabaseTarget, OfAllTablesShowsOneAfterTheOther) {
  const std::string schema = std::string(kKeyedTable) + "CREATE TABLE u (a, b); CREATE TABLE same (x);";
  const TemporaryDatabase from(schema + "INSERT INTO t VALUES (1, 'a'); INSERT INTO u VALUES (1, 2)");
  const TemporaryDatabase database(schema + "INSERT INTO u VALUES (3, 4)");
  auto target = DatabaseTarget::open(sync_of_databases(from, database));
  ASSERT_TRUE(target) << target.error().sentence();
  EXPECT_THAT(target->tables(), SizeIs(3));
  RecordedTables shown;
  reconcile::Watch watch;
  const auto report = reconcile::sync(*target, kApplied, shown, watch);
  ASSERT_TRUE(report) << report.error().sentence();
  EXPECT_THAT(shown.tables, ElementsAre("same", "t", "u"));
  EXPECT_THAT(shown.changes, ElementsAre("+ 1,a", "- 3,4", "+ 1,2"));
  EXPECT_EQ(report->planned.changes, 3U);
  EXPECT_EQ(report->planned.rows_right, 2U);
  EXPECT_TRUE(report->is_equal());
}

TEST(DatabaseTarget, OfAllTablesHasTheSameTables) {
  const TemporaryDatabase from(kKeyedTable);
  const TemporaryDatabase database;
  EXPECT_EQ(
      why_not_opened(sync_of_databases(from, database)),
      "table t is only in " + from.path() + "; sync changes rows and not tables, so make or drop it first");
}

TEST(DatabaseTarget, OfAllTablesNamesTheTableOfADisagreement) {
  const TemporaryDatabase from("CREATE TABLE t (a, b)");
  const TemporaryDatabase database("CREATE TABLE t (a)");
  EXPECT_THAT(why_not_opened(sync_of_databases(from, database)), HasSubstr("table t: " + from.path()));
}

TEST(DatabaseTarget, OfAllTablesIgnoresAColumnWhereThereIsOne) {
  const TemporaryDatabase from("CREATE TABLE t (a, seen); INSERT INTO t VALUES (1, 2); CREATE TABLE u (b)");
  const TemporaryDatabase database(
      "CREATE TABLE t (a, seen); INSERT INTO t VALUES (1, 3); CREATE TABLE u (b)");
  TargetRequest request = sync_of_databases(from, database);
  request.terms.ignore = {"seen"};
  auto target = DatabaseTarget::open(request);
  ASSERT_TRUE(target) << target.error().sentence();
  RecordedTables shown;
  reconcile::Watch watch;
  EXPECT_TRUE(target->plan(shown, watch)->same());
}

TEST(DatabaseTarget, OfAllTablesHasNoCondition) {
  const TemporaryDatabase from(kKeyedTable);
  TargetRequest request = sync_of_databases(from, from);
  request.reading.where = "id > 1";
  EXPECT_EQ(why_not_opened(request), "a condition in SQL is for one table; name it on both sides");
}

TEST(DatabaseTarget, TellsHowSchemasDiffer) {
  const TemporaryDatabase from(std::string(kKeyedTable) + "CREATE VIEW w AS SELECT id FROM t");
  const TemporaryDatabase database(kKeyedTable);
  const auto target = DatabaseTarget::open(sync_of_databases(from, database));
  ASSERT_TRUE(target);
  ASSERT_THAT(target->schema_differences(), SizeIs(1));
  EXPECT_EQ(target->schema_differences()[0].name, "w");
  EXPECT_TRUE(target->schema_differences()[0].left && !target->schema_differences()[0].right);
}

TEST(DatabaseTarget, LeavesRowsAloneWhoseKeyIsInScopeOnOneSideOnly) {
  const TemporaryDatabase from(std::string(kKeyedTable) +
                               "INSERT INTO t VALUES (1, 'out'), (2, 'in'), (3, 'in')");
  const TemporaryDatabase database(std::string(kKeyedTable) +
                                   "INSERT INTO t VALUES (1, 'in'), (2, 'out'), (4, 'in')");
  TargetRequest request = sync_of_tables(from, database);
  request.reading.where = "v = 'in'";
  auto target = DatabaseTarget::open(request);
  ASSERT_TRUE(target) << target.error().sentence();
  RecordedTables shown;
  reconcile::Watch watch;
  const auto report = reconcile::sync(*target, kApplied, shown, watch);
  ASSERT_TRUE(report) << report.error().sentence();
  EXPECT_THAT(shown.changes, ElementsAre("- 4,in", "+ 3,in"));
  EXPECT_EQ(report->planned.changes, 2U);
  EXPECT_EQ(report->planned.removed, 1U);
  EXPECT_EQ(report->planned.added, 1U);
  EXPECT_EQ(target->left_alone(), 2U);
  EXPECT_TRUE(report->is_equal());
}

TEST(DatabaseTarget, WritesNothingIfARowIsNotWhatWasCompared) {
  const TemporaryDatabase from(std::string(kKeyedTable) + "INSERT INTO t VALUES (1, 'a'), (2, 'b')");
  const TemporaryDatabase database(std::string(kKeyedTable) + "INSERT INTO t VALUES (1, 'x')");
  auto target = DatabaseTarget::open(sync_of_tables(from, database));
  RecordedTables shown;
  reconcile::Watch watch;
  ASSERT_TRUE(target->plan(shown, watch));
  database.run("UPDATE t SET v = 'y'");
  const auto applied = target->apply(watch);
  ASSERT_FALSE(applied);
  EXPECT_EQ(applied.error().code(), ErrorCode::io);
  EXPECT_EQ(applied.error().sentence(), database.path() +
                                            " was changed since it was compared (table t, row id = 1); "
                                            "nothing was written, run the sync again");
  EXPECT_EQ(target->prove(watch)->changes, 2U);
}

TEST(DatabaseTarget, NamesTheTriggersOfTablesThatChange) {
  const std::string trigger = "CREATE TRIGGER after_t AFTER INSERT ON t BEGIN SELECT 1; END;";
  const TemporaryDatabase from(kKeyedTable + trigger + "INSERT INTO t VALUES (1, 'a')");
  const TemporaryDatabase database(kKeyedTable + trigger);
  auto target = DatabaseTarget::open(sync_of_databases(from, database));
  RecordedTables shown;
  reconcile::Watch watch;
  ASSERT_TRUE(target->plan(shown, watch));
  EXPECT_THAT(target->notes().triggers, ElementsAre("after_t"));
  EXPECT_THAT(target->followers(), IsEmpty());
}

TEST(DatabaseTarget, IsNoQuery) {
  const TemporaryDatabase from(kKeyedTable);
  const TemporaryDatabase database(kKeyedTable);
  auto target = DatabaseTarget::open(
      {.from = argument_of_table(from, "t"),
       .target = *classify("sqlite:" + database.path() + "?query=SELECT 1 AS id, 2 AS v")});
  ASSERT_TRUE(target) << target.error().sentence();
  RecordedTables shown;
  reconcile::Watch watch;
  const auto planned = target->plan(shown, watch);
  ASSERT_FALSE(planned);
  EXPECT_EQ(planned.error().sentence(),
            "these rows come from a query, which cannot be changed row by row; accepted is a table");
}

TEST(DatabaseTarget, DoesNotTakeJsonLines) {
  const test::TemporaryFile from("{\"id\":1}\n", ".jsonl");
  const TemporaryDatabase database(kKeyedTable);
  EXPECT_EQ(
      why_not_opened({.from = *classify(from.path()), .target = argument_of_table(database, "t")}),
      from.path() +
          " is JSON Lines, which are not synced into a database; accepted are lines, CSV, TSV and databases");
}

}  // namespace
}  // namespace peel::sources::sqlite
