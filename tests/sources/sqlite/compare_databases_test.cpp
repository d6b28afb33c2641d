// All tables of two databases compared: what the sink is told, and what the report counts.
#include "peel/sources/compare_databases.hpp"

#include "sources/recorded_tables.hpp"
#include "sources/sqlite/temporary_database.hpp"
#include "sources/watching.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace peel::sources {
namespace {

using reconcile::Gap;
using reconcile::Side;
using test::TemporaryDatabase;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// Remembers which tables were not compared, too.
class RecordedDatabases : public test::RecordedTables {
 public:
  Result<void> only_in(Side side, const std::string& table, std::uint64_t rows) override {
    others.push_back(table + (side == Side::left ? " left " : " right ") + std::to_string(rows));
    return {};
  }
  Result<void> not_compared(const std::string& table, const Error& why) override {
    others.push_back(table + ": " + why.sentence());
    return {};
  }

  std::vector<std::string> others;
};

struct ComparedDatabases {
  explicit ComparedDatabases(const std::string& left_sql, const std::string& right_sql)
      : left(left_sql), right(right_sql) {}

  TemporaryDatabase left;
  TemporaryDatabase right;
  DatabasesRequest request = {.left = *classify(left.path()), .right = *classify(right.path())};
  RecordedDatabases shown = {};

  Result<DatabasesReport> run() {
    reconcile::Watch watch;
    return compare_databases(request, shown, watch);
  }
};

TEST(CompareDatabases, ShowsOneTableAfterTheOther) {
  ComparedDatabases databases(
      "CREATE TABLE u (a); INSERT INTO u VALUES (1);"
      "CREATE TABLE T (id INTEGER PRIMARY KEY, v); INSERT INTO T VALUES (1, 'a'), (2, 'b')",
      "CREATE TABLE u (a); INSERT INTO u VALUES (1);"
      "CREATE TABLE t (id INTEGER PRIMARY KEY, v); INSERT INTO t VALUES (1, 'A'), (3, 'c')");
  const auto report = databases.run();
  ASSERT_TRUE(report) << report.error().sentence();
  EXPECT_THAT(databases.shown.tables, ElementsAre("T", "u"));
  EXPECT_THAT(databases.shown.changes, ElementsAre("~ 1,a -> 1,A", "- 2,b", "+ 3,c"));
  ASSERT_THAT(databases.shown.reports, SizeIs(2));
  EXPECT_TRUE(databases.shown.reports[1].same());
  const reconcile::Report& total = report->total;
  EXPECT_EQ((std::vector{total.changes, total.removed, total.added, total.changed}),
            (std::vector<std::uint64_t>{3, 1, 1, 1}));
  EXPECT_EQ((std::vector{total.rows_left, total.rows_right}), (std::vector<std::uint64_t>{3, 3}));
  EXPECT_TRUE(total.complete());
}

TEST(CompareDatabases, CountsTablesOfOneSideAsChanges) {
  ComparedDatabases databases("CREATE TABLE l (a); INSERT INTO l VALUES (1), (2)",
                              "CREATE TABLE r (a); INSERT INTO r VALUES (1)");
  const auto report = databases.run();
  ASSERT_TRUE(report);
  EXPECT_THAT(databases.shown.others, ElementsAre("l left 2", "r right 1"));
  EXPECT_THAT(databases.shown.tables, IsEmpty());
  EXPECT_EQ(report->total.changes, 2U);
  EXPECT_EQ(report->total.removed, 2U);
  EXPECT_EQ(report->total.added, 1U);
}

TEST(CompareDatabases, ComparesTheOthersIfOneTableCannotBe) {
  ComparedDatabases databases("CREATE TABLE t (a, b); CREATE TABLE u (a); INSERT INTO u VALUES (1)",
                              "CREATE TABLE t (a); CREATE TABLE u (a)");
  const auto report = databases.run();
  ASSERT_TRUE(report);
  EXPECT_THAT(databases.shown.others, ElementsAre(HasSubstr("t: ")));
  EXPECT_THAT(databases.shown.changes, ElementsAre("- 1"));
  EXPECT_EQ(report->total.gap, Gap::unreadable);
  EXPECT_FALSE(report->total.same());
}

TEST(CompareDatabases, ExplainsADisagreementAsTheCallerDoes) {
  ComparedDatabases databases("CREATE TABLE t (a, b)", "CREATE TABLE t (a)");
  databases.request.explain = [](const auto& disagreement, const auto&, const auto&) {
    return Error(ErrorCode::incompatible, "no " + disagreement.column);
  };
  ASSERT_TRUE(databases.run());
  EXPECT_THAT(databases.shown.others, ElementsAre("t: no b"));
}

TEST(CompareDatabases, IgnoresAColumnWhereThereIsOne) {
  ComparedDatabases databases("CREATE TABLE t (a, seen); INSERT INTO t VALUES (1, 2); CREATE TABLE u (b)",
                              "CREATE TABLE t (a, seen); INSERT INTO t VALUES (1, 3); CREATE TABLE u (b)");
  databases.request.terms.ignore = {"seen"};
  EXPECT_TRUE(databases.run()->total.same());
}

TEST(CompareDatabases, CountsDifferencesOfSchemas) {
  ComparedDatabases databases("CREATE TABLE t (a); CREATE INDEX i ON t (a)", "CREATE TABLE t (a)");
  const auto report = databases.run();
  ASSERT_THAT(report->schema_differences, SizeIs(1));
  EXPECT_EQ(report->schema_differences[0].name, "i");
  EXPECT_EQ(report->total.changes, 1U);
}

TEST(CompareDatabases, EndsIfTheSinkFails) {
  class FullDisk : public reconcile::ChangeSink {
    Result<void> take(const reconcile::Change&) override { return failure(ErrorCode::io, "full"); }
  };
  class FullSink : public RecordedDatabases {
   public:
    Result<reconcile::ChangeSink*> begin(const reconcile::Terms&) override { return &disk_; }

   private:
    FullDisk disk_;
  };
  const ComparedDatabases databases("CREATE TABLE t (a); CREATE TABLE u (a); INSERT INTO t VALUES (1)",
                                    "CREATE TABLE t (a); CREATE TABLE u (a)");
  FullSink sink;
  reconcile::Watch watch;
  const auto report = compare_databases(databases.request, sink, watch);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().sentence(), "full");
  EXPECT_THAT(sink.others, IsEmpty());
}

TEST(CompareDatabases, EndsIfItIsCancelled) {
  ComparedDatabases databases("CREATE TABLE t (a); INSERT INTO t VALUES (1)", "CREATE TABLE t (a)");
  test::CancelledWatch watch;
  EXPECT_EQ(compare_databases(databases.request, databases.shown, watch).error().code(),
            ErrorCode::cancelled);
}

TEST(CompareDatabases, TakesWholeDatabases) {
  ComparedDatabases databases("CREATE TABLE t (a)", "CREATE TABLE t (a)");
  databases.request.left = *classify("sqlite:" + databases.left.path() + "?table=t");
  EXPECT_EQ(databases.run().error().code(), ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace peel::sources
