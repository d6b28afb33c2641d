// The patch as text: what it says of itself, and that SQLite's own shell makes of it what we mean.
#include "sources/sqlite/patch_text.hpp"

#include "sources/sqlite/patching.hpp"
#include "sources/temporary_file.hpp"

#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace peel::sources::sqlite {
namespace {

using test::PatchedPair;
using ::testing::HasSubstr;

TEST(PatchText, SaysWhatItDoesAndIsOneTransaction) {
  PatchedPair pair("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT);");
  pair.left.run("INSERT INTO t VALUES (1, 'x'), (2, 'y')");
  pair.right.run("INSERT INTO t VALUES (1, 'it''s'), (3, NULL)");
  EXPECT_EQ(PatchedPair::text(pair.plan()),
            "-- Turns left into right.\n"
            "-- table t: 1 updated, 1 deleted, 1 inserted\n"
            "-- One transaction, which must end at the first error: sqlite3 -bail DATABASE < PATCH\n"
            "BEGIN;\n"
            "PRAGMA defer_foreign_keys = ON;\n"
            "UPDATE \"t\" SET \"a\" = 'it''s' WHERE \"id\" IS 1;\n"
            "DELETE FROM \"t\" WHERE \"id\" IS 2;\n"
            "INSERT INTO \"t\"(\"id\", \"a\") VALUES (3, NULL);\n"
            "COMMIT;\n");
}

TEST(PatchText, SaysThatThereIsNothingToBeDone) {
  PatchedPair pair("CREATE TABLE t (a);");
  EXPECT_EQ(PatchedPair::text(pair.plan()), "-- Turns left into right.\n-- There is nothing to be done.\n");
}

TEST(PatchText, HasItsNotes) {
  PatchedPair pair("CREATE TABLE t (a); CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT 1; END;");
  pair.right.run("INSERT INTO t VALUES (1)");
  EXPECT_THAT(PatchedPair::text(pair.plan()), HasSubstr("-- Note: table t has triggers: r; what they do"));
}

TEST(PatchText, RepeatsTheInsertOfARowThatIsThereSeveralTimes) {
  PatchedPair pair("CREATE TABLE t (a);");
  pair.right.run("INSERT INTO t VALUES (1), (1), (1)");
  EXPECT_THAT(PatchedPair::text(pair.plan()),
              HasSubstr("VALUES (1);\nINSERT INTO \"t\"(\"a\") VALUES (1);\nINSERT"));
  pair.expect_text_applies();
}

TEST(PatchText, CannotBeBrokenByNames) {
  const std::string name = "\"a\nDROP TABLE t; -- \"\"'\"";
  PatchedPair pair("CREATE TABLE " + name + " (" + name + " PRIMARY KEY, \"?\" UNIQUE, \"--\");");
  pair.left.run("INSERT INTO " + name + " VALUES (1, 2, 3), (2, 3, 4)");
  pair.right.run("INSERT INTO " + name + " VALUES (1, 3, '?'), (2, 2, NULL)");
  pair.expect_text_applies(RowCheck::old_values);
}

TEST(PatchText, ComesInParts) {
  PatchedPair pair("CREATE TABLE t (a);");
  pair.right.run(
      "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10000) INSERT INTO t SELECT i FROM n");
  std::size_t longest = 0, parts = 0;
  const auto written = write_patch(pair.plan(), {"a", "b"}, [&](std::string_view part) -> Result<void> {
    longest = std::max(longest, part.size());
    ++parts;
    return {};
  });
  EXPECT_TRUE(written.has_value());
  EXPECT_GT(parts, 3U);
  EXPECT_LT(longest, 100'000U);
}

TEST(PatchText, EndsWhereItIsNoLongerTaken) {
  PatchedPair pair("CREATE TABLE t (a);");
  pair.right.run("INSERT INTO t VALUES (1)");
  const auto written = write_patch(pair.plan(), {"a", "b"}, [](std::string_view) -> Result<void> {
    return failure(ErrorCode::io, "full");
  });
  EXPECT_EQ(written.error().sentence(), "full");
}

// The shell reads lines, and takes some of them for its own.
int run_shell(const std::string& database, const std::string& patch) {
  const test::TemporaryFile file(patch, ".sql");
  return std::system(
      ("sqlite3 -batch -bail '" + database + "' < '" + file.path() + "' 2> /dev/null").c_str());
}

TEST(PatchText, MeansTheSameToTheShell) {
  PatchedPair pair("CREATE TABLE t (id INTEGER PRIMARY KEY, a, b);");
  pair.right.run(
      "INSERT INTO t(a, b) VALUES (char(10) || '.quit' || char(10), char(13, 10) || 'x'), (';', '--'), "
      "('/*', '''\"`['),"
      "(char(0) || 'a', char(26, 27, 0, 9, 127, 133)), (x'00', CAST(x'ff00fe' AS TEXT)), (-0.0, 9e999), "
      "(5e-324, 1e-300),"
      "(-9223372036854775808, 0.1 + 0.2), ('go', char(10) || 'go' || char(10)), ('\\', '\\n' || char(10)), "
      "(NULL, '')");
  const std::string patch = PatchedPair::text(pair.plan());
  ASSERT_EQ(run_shell(pair.left.path(), patch), 0) << patch;
  pair.expect_equal(patch);
}

TEST(PatchText, ChangesNothingInTheShellIfAStatementFails) {
  PatchedPair pair("CREATE TABLE t (id INTEGER PRIMARY KEY, a);");
  pair.right.run("INSERT INTO t VALUES (1, 'x'), (2, 'y')");
  const std::string patch = PatchedPair::text(pair.plan());
  pair.left.run("INSERT INTO t VALUES (2, 'theirs')");
  EXPECT_NE(run_shell(pair.left.path(), patch + "\n") & 0xFF00, 0);
  EXPECT_EQ(test::contents(*pair.left, "t", {"id"}).rows.size(), 1U);
}

}  // namespace
}  // namespace peel::sources::sqlite
