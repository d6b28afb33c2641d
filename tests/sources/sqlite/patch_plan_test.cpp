// What a patch consists of, and in which order.
#include "sources/sqlite/patch_plan.hpp"

#include "sources/sqlite/patching.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace peel::sources::sqlite {
namespace {

using test::PatchedPair;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

// The statements of a patch, without what is the same in all of them.
std::vector<std::string> statements(const PatchPlan& plan) {
  std::vector<std::string> lines;
  std::string text = PatchedPair::text(plan);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    std::string line = text.substr(at, end - at);
    if (!line.starts_with("--") && line != "BEGIN;" && line != "COMMIT;" && !line.starts_with("PRAGMA")) {
      lines.push_back(std::move(line));
    }
    at = end + 1;
  }
  return lines;
}

constexpr const char* kSimple = "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT UNIQUE, b);";

TEST(PatchPlan, SetsOnlyTheColumnsThatChanged) {
  PatchedPair pair(kSimple);
  pair.left.run("INSERT INTO t VALUES (1, 'x', 5)");
  pair.right.run("INSERT INTO t VALUES (1, 'x', 6)");
  EXPECT_THAT(statements(pair.plan()), ElementsAre(R"(UPDATE "t" SET "b" = 6 WHERE "id" IS 1;)"));
}

TEST(PatchPlan, DemandsTheOldValuesAndTheirClassesIfAsked) {
  PatchedPair pair(kSimple);
  pair.left.run("INSERT INTO t VALUES (1, 'x', 5)");
  pair.right.run("INSERT INTO t VALUES (1, 'x', 5.0)");
  EXPECT_THAT(statements(pair.plan(RowCheck::old_values)),
              ElementsAre(R"(UPDATE "t" SET "b" = 5.0 WHERE "id" IS 1 AND "a" IS 'x' AND "b" IS 5 AND )"
                          R"(typeof("b") = 'integer';)"));
}

TEST(PatchPlan, UpdatesThenDeletesThenInserts) {
  PatchedPair pair(kSimple);
  pair.left.run("INSERT INTO t VALUES (1, 'x', 5), (2, 'y', 5)");
  pair.right.run("INSERT INTO t VALUES (3, 'z', 5), (2, 'y', 6)");
  EXPECT_THAT(statements(pair.plan()),
              ElementsAre(R"(UPDATE "t" SET "b" = 6 WHERE "id" IS 2;)", R"(DELETE FROM "t" WHERE "id" IS 1;)",
                          R"(INSERT INTO "t"("id", "a", "b") VALUES (3, 'z', 5);)"));
}

TEST(PatchPlan, DeletesFirstWhereAnUpdateTakesTheValueOfTheDeletedRow) {
  PatchedPair pair(kSimple);
  pair.left.run("INSERT INTO t VALUES (1, 'x', 5), (2, 'y', 5)");
  pair.right.run("INSERT INTO t VALUES (2, 'x', 5)");
  EXPECT_THAT(statements(pair.plan()), ElementsAre(R"(DELETE FROM "t" WHERE "id" IS 1;)",
                                                   R"(UPDATE "t" SET "a" = 'x' WHERE "id" IS 2;)"));
}

TEST(PatchPlan, ParksOneRowOfASwapAtNull) {
  PatchedPair pair(kSimple);
  pair.left.run("INSERT INTO t VALUES (1, 'x', 5), (2, 'y', 5)");
  pair.right.run("INSERT INTO t VALUES (1, 'y', 5), (2, 'x', 5)");
  EXPECT_THAT(statements(pair.plan()), ElementsAre(R"(UPDATE "t" SET "a" = NULL WHERE "id" IS 1;)",
                                                   R"(UPDATE "t" SET "a" = 'x' WHERE "id" IS 2;)",
                                                   R"(UPDATE "t" SET "a" = 'y' WHERE "id" IS 1;)"));
  pair.expect_applies(RowCheck::old_values);
}

TEST(PatchPlan, WaitsForAValueThatTheCollationTakesForTheSame) {
  for (const std::string collation : {"NOCASE", "RTRIM"}) {
    const std::string other = collation == "NOCASE" ? "'Y'" : "'y '";
    PatchedPair pair("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT COLLATE " + collation + " UNIQUE);");
    pair.left.run("INSERT INTO t VALUES (1, 'x'), (2, " + other + ")");
    pair.right.run("INSERT INTO t VALUES (1, 'y'), (2, 'z')");
    EXPECT_EQ(pair.plan().steps().size(), 2U);
    pair.expect_applies();
  }
}

TEST(PatchPlan, ParksAtAnUnusedValueOfTheColumnsTypeWhereNullIsForbidden) {
  for (const std::string type : {"TEXT", "INTEGER", "REAL", "BLOB", "NUMERIC", ""}) {
    PatchedPair pair("CREATE TABLE t (id INTEGER PRIMARY KEY, a " + type + " NOT NULL UNIQUE);");
    pair.left.run("INSERT INTO t VALUES (1, 10), (2, 20), (3, 30)");
    pair.right.run("INSERT INTO t VALUES (1, 20), (2, 30), (3, 10)");
    EXPECT_EQ(pair.plan().steps().size(), 4U);
    pair.expect_applies(RowCheck::old_values);
  }
}

TEST(PatchPlan, ParksInStrictTables) {
  for (const std::string type : {"TEXT", "INT", "INTEGER", "REAL", "BLOB", "ANY"}) {
    PatchedPair pair("CREATE TABLE t (id INTEGER PRIMARY KEY, a " + type + " NOT NULL UNIQUE) STRICT;");
    const std::string one = type == "BLOB" ? "x'01'" : "1";
    const std::string two = type == "BLOB" ? "x'02'" : "2";
    pair.left.run("INSERT INTO t VALUES (1, " + one + "), (2, " + two + ")");
    pair.right.run("INSERT INTO t VALUES (1, " + two + "), (2, " + one + ")");
    pair.expect_text_applies();
  }
}

TEST(PatchPlan, MakesAnUpdateOfADeleteAndAnInsertWithTheSameKeyInTheEyesOfTheTable) {
  PatchedPair pair("CREATE TABLE t (k TEXT COLLATE NOCASE PRIMARY KEY, b);");
  pair.left.run("INSERT INTO t VALUES ('abc', 1)");
  pair.right.run("INSERT INTO t VALUES ('ABC', 1)");
  EXPECT_THAT(
      statements(pair.plan()),
      ElementsAre(R"(UPDATE "t" SET "k" = 'ABC' WHERE "k" IS 'abc' AND "k" IS 'abc' COLLATE BINARY;)"));
  pair.expect_applies();
}

TEST(PatchPlan, FindsOneOfSeveralEqualRows) {
  PatchedPair pair("CREATE TABLE t (a, b);");
  pair.left.run("INSERT INTO t VALUES (1, 'x'), (1, 'x'), (1, 'x'), (1.0, 'x')");
  pair.right.run("INSERT INTO t VALUES (1, 'x'), (1.0, 'x')");
  EXPECT_THAT(
      statements(pair.plan()),
      ElementsAre(R"(DELETE FROM "t" WHERE rowid IN (SELECT rowid FROM "t" WHERE "a" IS 1 AND typeof("a") = )"
                  R"('integer' AND "b" IS 'x' LIMIT 2);)"));
  pair.expect_applies();
}

TEST(PatchPlan, FindsRowsOfAsManyColumnsAsThereCanBe) {
  std::string columns, zeros;
  for (int i = 0; i < 1'999; ++i) {
    columns += ", c" + std::to_string(i);
    zeros += ", 0.0";
  }
  PatchedPair pair("CREATE TABLE t (id" + columns + ");");
  pair.left.run("INSERT INTO t VALUES (1" + zeros + "), (2" + zeros + ")");
  pair.right.run("INSERT INTO t VALUES (2" + zeros + ")");
  pair.expect_applies();
  pair.right.run("UPDATE t SET c1000 = 7, c1998 = NULL");
  pair.use_key({"id"});
  pair.expect_text_applies(RowCheck::old_values);
}

TEST(PatchPlan, TellsTheTwoZerosApart) {
  PatchedPair pair("CREATE TABLE t (a);");
  pair.left.run("INSERT INTO t VALUES (0.0), (-0.0), (0.0)");
  pair.right.run("INSERT INTO t VALUES (0.0), (0.0)");
  pair.expect_applies();
  pair.right.run("DELETE FROM t; INSERT INTO t VALUES (-0.0), (0.0), (0.0)");
  pair.expect_text_applies();
}

TEST(PatchPlan, ChangesOneRowWhereTheKeyIsNotUnique) {
  PatchedPair pair("CREATE TABLE t (k, b);");
  pair.use_key({"k"});
  pair.left.run("INSERT INTO t VALUES (1, 'same'), (1, 'old')");
  pair.right.run("INSERT INTO t VALUES (1, 'same'), (1, 'new')");
  EXPECT_EQ(pair.plan().counts(0).updates, 1U);
  pair.expect_applies();
}

TEST(PatchPlan, FindsRowsWithNullInAUniqueKeyByAllTheirValues) {
  PatchedPair pair("CREATE TABLE t (k UNIQUE, b);");
  pair.use_key({"k"});
  pair.left.run("INSERT INTO t VALUES (NULL, 'same'), (NULL, 'old'), (1, 'old')");
  pair.right.run("INSERT INTO t VALUES (NULL, 'same'), (NULL, 'new'), (1, 'new')");
  pair.expect_applies();
}

TEST(PatchPlan, FindsRowsOfATableWithoutRowidByItsPrimaryKey) {
  PatchedPair pair("CREATE TABLE t (p, q, v, PRIMARY KEY (p, q)) WITHOUT ROWID;");
  pair.use_key({});
  pair.left.run("INSERT INTO t VALUES (1, 'a', 5), (1, 'b', 5)");
  pair.right.run("INSERT INTO t VALUES (1, 'b', 5), (2, 'b', 7)");
  pair.expect_applies();
}

TEST(PatchPlan, UsesTheRowidColumnWhereTheRowidHasNoNameLeft) {
  PatchedPair pair("CREATE TABLE t (rowid TEXT, _rowid_ TEXT, oid TEXT, id INTEGER PRIMARY KEY);");
  pair.use_key({});
  pair.use_columns({"rowid", "oid"});
  pair.left.run("INSERT INTO t VALUES ('a', 'b', 'c', 1), ('a', 'b', 'd', 2)");
  pair.right.run("INSERT INTO t VALUES ('a', 'b', 'd', 1)");
  pair.expect_applies();
}

TEST(PatchPlan, RefusesRowsThatNothingTellsApart) {
  PatchedPair pair("CREATE TABLE t (rowid TEXT, _rowid_ TEXT, oid TEXT);");
  pair.left.run("INSERT INTO t VALUES ('a', 'b', 'c')");
  const auto planned = plan_patch(pair.changes(), RowCheck::key_only);
  ASSERT_FALSE(planned.has_value());
  EXPECT_EQ(planned.error().code(), ErrorCode::unsupported);
  EXPECT_THAT(planned.error().sentence(), HasSubstr("cannot be told apart"));
}

TEST(PatchPlan, NeverWritesGeneratedColumns) {
  PatchedPair pair(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a, twice AS (a * 2), stored TEXT AS (a || '!') STORED "
      "UNIQUE);");
  pair.left.run("INSERT INTO t(id, a) VALUES (1, 10), (2, 20), (3, 30)");
  pair.right.run("INSERT INTO t(id, a) VALUES (1, 11), (4, 20)");
  pair.expect_applies(RowCheck::old_values);
}

TEST(PatchPlan, ParksRowsWhoseGeneratedColumnsFollow) {
  PatchedPair pair("CREATE TABLE t (id INTEGER PRIMARY KEY, a UNIQUE, twice AS (a * 2));");
  pair.left.run("INSERT INTO t(id, a) VALUES (1, 10), (2, 20)");
  pair.right.run("INSERT INTO t(id, a) VALUES (1, 20), (2, 10)");
  pair.expect_applies(RowCheck::old_values);
}

TEST(PatchPlan, SaysWhenOnlyGeneratedColumnsDiffer) {
  PatchedPair pair("CREATE TABLE t (id INTEGER PRIMARY KEY, a, twice AS (a * 2));");
  auto changes = pair.changes();
  changes[0].changes.changes.push_back({TableChange::Kind::update,
                                        {OwnedCell(), OwnedCell(), OwnedCell()},
                                        {OwnedCell(), OwnedCell(), OwnedCell({rows::CellTag::text, "x"})}});
  const auto planned = plan_patch(std::move(changes), RowCheck::key_only);
  EXPECT_THAT(planned->steps(), IsEmpty());
  EXPECT_THAT(planned->notes(),
              ElementsAre(HasSubstr("differ in generated columns alone, which cannot be written: 1")));
}

TEST(PatchPlan, LeavesColumnsAloneThatAreNotCompared) {
  PatchedPair pair("CREATE TABLE t (id INTEGER PRIMARY KEY, a, b DEFAULT 'default');");
  pair.use_columns({"id", "a"});
  pair.left.run("INSERT INTO t VALUES (1, 10, 'mine')");
  pair.right.run("INSERT INTO t VALUES (1, 11, 'theirs'), (2, 20, 'theirs')");
  pair.expect_applies();
  const auto all = test::contents(*pair.left, "t", {"b"});
  EXPECT_EQ(all.rows.size(), 2U);
  EXPECT_TRUE(all.rows.contains(test::bytes_of({OwnedCell({rows::CellTag::text, "mine"})})));
  EXPECT_TRUE(all.rows.contains(test::bytes_of({OwnedCell({rows::CellTag::text, "default"})})));
}

// A unique key over a generated column: the column cannot be parked.
constexpr const char* kGeneratedKey =
    "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL, low TEXT AS (lower(a)) UNIQUE);";

TEST(PatchPlan, TakesARowOutOfACycleThatCannotBeParked) {
  PatchedPair pair(kGeneratedKey);
  pair.left.run("INSERT INTO t(id, a) VALUES (1, 'x'), (2, 'y')");
  pair.right.run("INSERT INTO t(id, a) VALUES (1, 'y'), (2, 'x')");
  EXPECT_THAT(statements(pair.plan()), ElementsAre(R"(DELETE FROM "t" WHERE "id" IS 1;)",
                                                   R"(UPDATE "t" SET "a" = 'x' WHERE "id" IS 2;)",
                                                   R"(INSERT INTO "t"("id", "a") VALUES (1, 'y');)"));
  EXPECT_EQ(pair.plan().counts(0).updates, 2U);
  pair.expect_applies();
}

TEST(PatchPlan, TakesARowOutOfACycleWhereACheckMightForbidParking) {
  PatchedPair pair("CREATE TABLE t (id INTEGER PRIMARY KEY, n INT NOT NULL UNIQUE CHECK (n < 10));");
  pair.left.run("INSERT INTO t VALUES (1, 1), (2, 2)");
  pair.right.run("INSERT INTO t VALUES (1, 2), (2, 1)");
  EXPECT_THAT(statements(pair.plan()),
              ElementsAre(R"(DELETE FROM "t" WHERE "id" IS 1;)", R"(UPDATE "t" SET "n" = 1 WHERE "id" IS 2;)",
                          R"(INSERT INTO "t"("id", "n") VALUES (1, 2);)"));
  pair.expect_applies();
}

TEST(PatchPlan, NeverTakesARowOutWhereATriggerWouldNotice) {
  PatchedPair pair(std::string(kGeneratedKey) + "CREATE TRIGGER r AFTER DELETE ON t BEGIN SELECT 1; END;");
  pair.left.run("INSERT INTO t(id, a) VALUES (1, 'x'), (2, 'y')");
  pair.right.run("INSERT INTO t(id, a) VALUES (1, 'y'), (2, 'x')");
  const PatchPlan plan = pair.plan();
  for (const PatchStep& step : plan.steps()) EXPECT_EQ(step.kind, PatchStep::Kind::update);
  EXPECT_THAT(plan.notes(),
              UnorderedElementsAre(HasSubstr("could not be put in order"), HasSubstr("has triggers: r")));
  const auto before = test::contents(*pair.left, "t", {"id", "a"});
  EXPECT_FALSE(apply(*pair.left, plan).has_value());
  EXPECT_TRUE(test::contents(*pair.left, "t", {"id", "a"}) == before);
}

TEST(PatchPlan, NeverTakesARowOutWhereAForeignKeyActs) {
  PatchedPair pair(std::string(kGeneratedKey) + "CREATE TABLE u (r REFERENCES t(id) ON DELETE CASCADE);");
  pair.left.run("INSERT INTO t(id, a) VALUES (1, 'x'), (2, 'y')");
  pair.right.run("INSERT INTO t(id, a) VALUES (1, 'y'), (2, 'x')");
  EXPECT_THAT(pair.plan().notes(),
              UnorderedElementsAre(HasSubstr("could not be put in order"), HasSubstr("rows of u follow")));
}

TEST(PatchPlan, ParksParentsAtAValueSoThatChildrenAreNotLost) {
  PatchedPair pair(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT UNIQUE);"
      "CREATE TABLE u (r REFERENCES t(a) ON UPDATE CASCADE);");
  pair.left.run("INSERT INTO t VALUES (1, 'x'), (2, 'y')");
  pair.right.run("INSERT INTO t VALUES (1, 'y'), (2, 'x')");
  EXPECT_THAT(statements(pair.plan()).front(), HasSubstr("SET \"a\" = 'parked "));
}

TEST(PatchPlan, OverridesWhatTheSchemaDoesAboutConflicts) {
  PatchedPair pair("CREATE TABLE t (id INTEGER PRIMARY KEY, a UNIQUE ON CONFLICT REPLACE);");
  pair.left.run("INSERT INTO t VALUES (1, 'x')");
  pair.right.run("INSERT INTO t VALUES (1, 'y'), (2, 'z')");
  EXPECT_THAT(statements(pair.plan()),
              ElementsAre(HasSubstr("UPDATE OR ABORT"), HasSubstr("INSERT OR ABORT INTO")));
  pair.expect_applies();
}

TEST(PatchPlan, SaysWhichUniqueIndexesItDoesNotUnderstand) {
  PatchedPair pair(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a, b);"
      "CREATE UNIQUE INDEX half ON t(a) WHERE b; CREATE UNIQUE INDEX low ON t(lower(a));");
  pair.left.run("INSERT INTO t VALUES (1, 'x', 1), (2, 'y', 0)");
  EXPECT_THAT(pair.plan().notes(),
              UnorderedElementsAre(HasSubstr("index half holds only where its condition does"),
                                   HasSubstr("index low is of expressions")));
}

TEST(PatchPlan, SaysWhichColumnsDoNotKeepTheValues) {
  PatchedPair pair("CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER);");
  auto changes = pair.changes();
  changes[0].changes.changes.push_back(
      {TableChange::Kind::insert,
       {},
       {OwnedCell({rows::CellTag::integer, "\x01"}), OwnedCell({rows::CellTag::text, "12"})}});
  const auto planned = plan_patch(std::move(changes), RowCheck::key_only);
  EXPECT_THAT(planned->notes(), ElementsAre(HasSubstr("column a of type INTEGER does not keep all values")));
}

TEST(PatchPlan, ChangesReferringTablesFirstAndInsertsTheOtherWayRound) {
  PatchedPair pair(
      "CREATE TABLE a_parent (id INTEGER PRIMARY KEY);"
      "CREATE TABLE b_child (id INTEGER PRIMARY KEY, p REFERENCES a_parent ON DELETE CASCADE);"
      "CREATE TABLE c_grandchild (id INTEGER PRIMARY KEY, c REFERENCES b_child);");
  for (const std::string table : {"a_parent(id)", "b_child(id, p)", "c_grandchild(id, c)"}) {
    const std::string more = table == "a_parent(id)" ? "" : ", 1";
    pair.left.run("INSERT INTO " + table + " VALUES (1" + more + ")");
    pair.right.run("INSERT INTO " + table + " VALUES (2" + (more.empty() ? "" : ", 2") + ")");
  }
  const auto lines = statements(pair.plan());
  ASSERT_EQ(lines.size(), 6U);
  EXPECT_THAT(lines[0], HasSubstr("DELETE FROM \"c_grandchild\""));
  EXPECT_THAT(lines[1], HasSubstr("DELETE FROM \"b_child\""));
  EXPECT_THAT(lines[2], HasSubstr("DELETE FROM \"a_parent\""));
  EXPECT_THAT(lines[3], HasSubstr("INSERT INTO \"a_parent\""));
  EXPECT_THAT(lines[5], HasSubstr("INSERT INTO \"c_grandchild\""));
  pair.left.run("PRAGMA foreign_keys = ON");
  pair.expect_applies(RowCheck::old_values);
}

TEST(PatchPlan, RefusesViews) {
  PatchedPair pair("CREATE VIEW v AS SELECT 1 AS a;");
  const auto planned = plan_patch(pair.changes(), RowCheck::key_only);
  ASSERT_FALSE(planned.has_value());
  EXPECT_EQ(planned.error().sentence(), "'v' is a view; only tables with rows of their own can be changed");
}

TEST(PatchPlan, RefusesValuesThatSqliteDoesNotHave) {
  PatchedPair pair("CREATE TABLE t (a);");
  auto changes = pair.changes();
  changes[0].changes.changes.push_back(
      {TableChange::Kind::insert, {}, {OwnedCell({rows::CellTag::decimal, "15E-1"})}});
  const auto planned = plan_patch(std::move(changes), RowCheck::key_only);
  ASSERT_FALSE(planned.has_value());
  EXPECT_EQ(planned.error().sentence(),
            "column 'a' of table 't' would need a value that SQLite does not have: decimal");
}

TEST(PatchPlan, RefusesChangesOfColumnsThatAreNotThere) {
  PatchedPair pair("CREATE TABLE t (a);");
  auto changes = pair.changes();
  changes[0].changes.columns = {"b"};
  EXPECT_EQ(plan_patch(std::move(changes), RowCheck::key_only).error().sentence(),
            "table 't' has no column 'b'");
}

}  // namespace
}  // namespace peel::sources::sqlite
