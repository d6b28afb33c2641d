// Patches applied: all of it or nothing, and rows that changed meanwhile are noticed.
#include "sources/sqlite/apply.hpp"

#include "sources/sqlite/patching.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace peel::sources::sqlite {
namespace {

using test::PatchedPair;
using ::testing::HasSubstr;

constexpr const char* kTwoRows = "INSERT INTO t VALUES (1, 'x', 5), (2, 'y', 6)";
constexpr const char* kPatchedSchema = "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b);";
const std::vector<std::string> kColumns{"id", "a", "b"};

// A pair in which row 1 is updated and row 2 deleted, and its plan, made before `meanwhile` happens on the
// left.
struct Meanwhile {
  Meanwhile(const std::string& meanwhile, RowCheck check) : pair(kPatchedSchema) {
    pair.left.run(kTwoRows);
    pair.right.run("INSERT INTO t VALUES (1, 'z', 5)");
    PatchPlan plan = pair.plan(check);
    pair.left.run(meanwhile);
    before = test::contents(*pair.left, "t", kColumns);
    outcome = *apply(*pair.left, plan);
    after = test::contents(*pair.left, "t", kColumns);
  }
  PatchedPair pair;
  test::TableContents before;
  test::TableContents after;
  Applied outcome;
};

TEST(Apply, ChangesNothingWhereARowIsGone) {
  const Meanwhile it("DELETE FROM t WHERE id = 2", RowCheck::key_only);
  EXPECT_EQ(it.outcome.outcome, Applied::Outcome::stale);
  EXPECT_EQ(it.outcome.stale_row, "table t, row id = 2");
  EXPECT_TRUE(it.before == it.after);
}

TEST(Apply, ChangesNothingWhereAnotherColumnChangedMeanwhile) {
  const Meanwhile it("UPDATE t SET b = 7 WHERE id = 1", RowCheck::old_values);
  EXPECT_EQ(it.outcome.outcome, Applied::Outcome::stale);
  EXPECT_EQ(it.outcome.stale_row, "table t, row id = 1");
  EXPECT_TRUE(it.before == it.after);
}

TEST(Apply, NoticesAnotherStorageClassOfAnEqualValue) {
  const Meanwhile it("UPDATE t SET b = 5.0 WHERE id = 1", RowCheck::old_values);
  EXPECT_EQ(it.outcome.outcome, Applied::Outcome::stale);
  EXPECT_TRUE(it.before == it.after);
}

TEST(Apply, DoesNotLookAtOtherColumnsUnlessAsked) {
  const Meanwhile it("UPDATE t SET b = 7 WHERE id = 1", RowCheck::key_only);
  EXPECT_EQ(it.outcome.outcome, Applied::Outcome::applied);
  EXPECT_EQ(it.after.rows.size(), 1U);
}

TEST(Apply, NoticesThatSomebodyInsertedTheSameKey) {
  PatchedPair pair(kPatchedSchema);
  pair.right.run(kTwoRows);
  const PatchPlan plan = pair.plan();
  pair.left.run("INSERT INTO t VALUES (2, 'theirs', 0)");
  const auto applied = apply(*pair.left, plan);
  ASSERT_FALSE(applied.has_value());
  EXPECT_EQ(applied.error().code(), ErrorCode::incompatible);
  EXPECT_THAT(applied.error().sentence(), HasSubstr("table t, row id = 2: "));
  EXPECT_THAT(applied.error().sentence(), HasSubstr("UNIQUE constraint failed: t.id"));
  EXPECT_EQ(test::contents(*pair.left, "t", kColumns).rows.size(), 1U);
}

TEST(Apply, SaysWhichRowAConstraintForbids) {
  PatchedPair pair("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b);");
  pair.right.run(kTwoRows);
  auto changes = pair.changes();
  test::QuickDatabase checked("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b CHECK (b < 6));");
  const auto applied = apply(*checked, *plan_patch(std::move(changes), RowCheck::key_only));
  ASSERT_FALSE(applied.has_value());
  EXPECT_THAT(applied.error().sentence(), HasSubstr("table t, row id = 2: "));
  EXPECT_TRUE(test::contents(*checked, "t", kColumns).rows.empty());
}

TEST(Apply, ShowsTheResultBeforeItIsCommitted) {
  PatchedPair pair(kPatchedSchema);
  pair.right.run(kTwoRows);
  std::size_t seen = 0;
  ApplyOptions options;
  options.before_commit = [&](Database& database) -> Result<bool> {
    seen = test::contents(database, "t", kColumns).rows.size();
    return true;
  };
  EXPECT_EQ(apply(*pair.left, pair.plan(), options)->outcome, Applied::Outcome::applied);
  EXPECT_EQ(seen, 2U);
  pair.expect_equal();
}

TEST(Apply, UndoesEverythingIfTheResultIsDeclined) {
  PatchedPair pair(kPatchedSchema);
  pair.right.run(kTwoRows);
  ApplyOptions options;
  options.before_commit = [](Database&) -> Result<bool> { return false; };
  EXPECT_EQ(apply(*pair.left, pair.plan(), options)->outcome, Applied::Outcome::declined);
  EXPECT_TRUE(test::contents(*pair.left, "t", kColumns).rows.empty());
  EXPECT_EQ(apply(*pair.left, pair.plan())->outcome, Applied::Outcome::applied);
}

TEST(Apply, UndoesEverythingIfLookingAtTheResultFails) {
  PatchedPair pair(kPatchedSchema);
  pair.right.run(kTwoRows);
  ApplyOptions options;
  options.before_commit = [](Database&) -> Result<bool> { return failure(ErrorCode::io, "no more"); };
  EXPECT_EQ(apply(*pair.left, pair.plan(), options).error().sentence(), "no more");
  EXPECT_TRUE(test::contents(*pair.left, "t", kColumns).rows.empty());
}

TEST(Apply, FailsWhereAnotherProcessIsWriting) {
  PatchedPair pair(kPatchedSchema);
  pair.right.run(kTwoRows);
  const PatchPlan plan = pair.plan();
  auto impatient = Database::open(pair.left.path(), Database::Access::write, std::chrono::milliseconds(1));
  const test::OtherConnection other(pair.left.path());
  other.run("BEGIN IMMEDIATE");
  const auto applied = apply(*impatient, plan);
  ASSERT_FALSE(applied.has_value());
  EXPECT_EQ(applied.error().code(), ErrorCode::io);
  EXPECT_THAT(applied.error().sentence(), HasSubstr("is locked"));
}

TEST(Apply, FailsWithNothingChangedWhereAReaderDoesNotLetGo) {
  PatchedPair pair(kPatchedSchema);
  pair.right.run(kTwoRows);
  const PatchPlan plan = pair.plan();
  auto impatient = Database::open(pair.left.path(), Database::Access::write, std::chrono::milliseconds(1));
  const test::OtherConnection reader(pair.left.path());
  reader.run("BEGIN; SELECT * FROM t");
  ApplyOptions options;
  options.patience = std::chrono::milliseconds(30);
  const auto applied = apply(*impatient, plan, options);
  ASSERT_FALSE(applied.has_value());
  EXPECT_THAT(applied.error().sentence(), HasSubstr("is locked"));
  reader.run("COMMIT");
  EXPECT_TRUE(test::contents(*pair.left, "t", kColumns).rows.empty());
  EXPECT_EQ(apply(*impatient, plan, options)->outcome, Applied::Outcome::applied);
}

constexpr const char* kFamily =
    "CREATE TABLE child (id INTEGER PRIMARY KEY, p REFERENCES parent ON DELETE CASCADE);"
    "CREATE TABLE parent (id INTEGER PRIMARY KEY);";

TEST(Apply, RefusesToLeaveReferencesToNothingWhereForeignKeysAreEnforced) {
  PatchedPair pair(kFamily);
  pair.right.run("INSERT INTO child VALUES (1, 7)");
  const PatchPlan plan = pair.plan();
  pair.left.run("PRAGMA foreign_keys = ON");
  const auto applied = apply(*pair.left, plan);
  ASSERT_FALSE(applied.has_value());
  EXPECT_THAT(applied.error().sentence(),
              HasSubstr("a row of table child refers to one of table parent that is not there"));
  EXPECT_TRUE(test::contents(*pair.left, "child", {"id"}).rows.empty());
}

TEST(Apply, LeavesReferencesToNothingWhereForeignKeysAreNotEnforced) {
  PatchedPair pair(kFamily);
  pair.right.run("INSERT INTO child VALUES (1, 7)");
  pair.expect_applies();
}

TEST(Apply, DoesNotMindRowsOfTheSameTableThatWentWithTheirParent) {
  PatchedPair pair("CREATE TABLE tree (id INTEGER PRIMARY KEY, p REFERENCES tree ON DELETE CASCADE);");
  pair.left.run("INSERT INTO tree VALUES (1, NULL), (2, 1), (3, 2), (4, NULL)");
  pair.right.run("INSERT INTO tree VALUES (4, NULL)");
  pair.left.run("PRAGMA foreign_keys = ON");
  pair.expect_applies(RowCheck::old_values);
}

TEST(Apply, MindsRowsThatAreGoneWhereForeignKeysAreNotEnforced) {
  PatchedPair pair("CREATE TABLE tree (id INTEGER PRIMARY KEY, p REFERENCES tree ON DELETE CASCADE);");
  pair.left.run("INSERT INTO tree VALUES (1, NULL), (2, 1)");
  const PatchPlan plan = pair.plan();
  pair.left.run("DELETE FROM tree WHERE id = 2");
  EXPECT_EQ(apply(*pair.left, plan)->outcome, Applied::Outcome::stale);
}

TEST(Apply, DoesNotCountWhatTriggersChange) {
  PatchedPair pair(
      "CREATE TABLE log (n);"
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a, b);"
      "CREATE TRIGGER w AFTER UPDATE ON t BEGIN INSERT INTO log VALUES (1), (2), (3); END;");
  pair.left.run(kTwoRows);
  pair.right.run("INSERT INTO t VALUES (1, 'z', 5), (2, 'y', 6); INSERT INTO log VALUES (1), (2), (3)");
  auto changes = pair.changes();
  std::erase_if(changes, [](const PatchedRows& rows) { return rows.info.name == "log"; });
  EXPECT_EQ(apply(*pair.left, *plan_patch(std::move(changes), RowCheck::old_values))->outcome,
            Applied::Outcome::applied);
  pair.expect_equal();
}

TEST(Apply, KeepsFewStatementsHoweverManyFormsThereAre) {
  // Each row has another pattern of storage classes in columns without type: hardly two statements are alike.
  PatchedPair pair("CREATE TABLE t (a, b, c, d, e);");
  for (int i = 0; i < 500; ++i) {
    std::string row;
    for (int place = 0, bits = i; place < 5; ++place, bits /= 4) {
      constexpr const char* kOneOfEachClass[] = {"1", "1.5", "'x'", "x'00'"};
      row += (row.empty() ? "" : ", ") + std::string(kOneOfEachClass[bits % 4]);
    }
    pair.left.run("INSERT INTO t VALUES (" + row + ")");
  }
  EXPECT_GT(pair.plan().forms(), 100U);
  pair.expect_applies();
}

}  // namespace
}  // namespace peel::sources::sqlite
