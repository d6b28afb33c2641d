// Changesets: the bytes that SQLite's own session extension writes, and what it makes of ours.
#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include "sources/sqlite/changeset.hpp"

#include "sources/sqlite/patching.hpp"
#include "sources/temporary_file.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <bit>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <sqlite3.h>

namespace peel::sources::sqlite {
namespace {

using test::PatchedPair;
using ::testing::HasSubstr;

Result<std::string> changeset(PatchedPair& pair) {
  std::string bytes;
  auto written = write_changeset(pair.changes(), [&](ByteView part) -> Result<void> {
    bytes += as_text(part);
    return {};
  });
  if (!written) return failure(written.error());
  return bytes;
}

// Each change of a changeset, in words, sorted: changesets have no order of their own.
std::vector<std::string> changes_in(std::string bytes) {
  sqlite3_changeset_iter* iterator = nullptr;
  EXPECT_EQ(sqlite3changeset_start(&iterator, static_cast<int>(bytes.size()), bytes.data()), SQLITE_OK);
  std::vector<std::string> changes;
  while (sqlite3changeset_next(iterator) == SQLITE_ROW) {
    const char* table = nullptr;
    int columns = 0, operation = 0, indirect = 0;
    sqlite3changeset_op(iterator, &table, &columns, &operation, &indirect);
    unsigned char* key = nullptr;
    sqlite3changeset_pk(iterator, &key, nullptr);
    std::string words = std::string(table) + " " + std::to_string(operation) + " " + std::to_string(indirect);
    const auto add = [&](sqlite3_value* value) {
      if (value == nullptr) {
        words += " none";
        return;
      }
      const int type = sqlite3_value_type(value);
      words += " " + std::to_string(type) + ":";
      if (type == SQLITE_INTEGER) words += std::to_string(sqlite3_value_int64(value));
      if (type == SQLITE_FLOAT)
        words += std::to_string(std::bit_cast<std::uint64_t>(sqlite3_value_double(value)));
      if (type != SQLITE_TEXT && type != SQLITE_BLOB) return;
      const auto* const bytes_of_value = static_cast<const char*>(sqlite3_value_blob(value));
      const auto size = static_cast<std::size_t>(sqlite3_value_bytes(value));
      if (size > 0) words.append(bytes_of_value, size);
    };
    for (int i = 0; i < columns; ++i) {
      words += " key " + std::to_string(key[i]);
      sqlite3_value* value = nullptr;
      if (operation != SQLITE_INSERT) add((sqlite3changeset_old(iterator, i, &value), value));
      value = nullptr;
      if (operation != SQLITE_DELETE) add((sqlite3changeset_new(iterator, i, &value), value));
    }
    changes.push_back(std::move(words));
  }
  EXPECT_EQ(sqlite3changeset_finalize(iterator), SQLITE_OK);
  std::ranges::sort(changes);
  return changes;
}

// What the session extension records while `sql` runs on the left database.
std::string recorded(PatchedPair& pair, const std::string& sql) {
  sqlite3_session* session = nullptr;
  EXPECT_EQ(sqlite3session_create((*pair.left).handle(), "main", &session), SQLITE_OK);
  EXPECT_EQ(sqlite3session_attach(session, nullptr), SQLITE_OK);
  pair.left.run(sql);
  int size = 0;
  void* bytes = nullptr;
  EXPECT_EQ(sqlite3session_changeset(session, &size, &bytes), SQLITE_OK);
  std::string result(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
  sqlite3_free(bytes);
  sqlite3session_delete(session);
  return result;
}

int refuse(void*, int, sqlite3_changeset_iter*) {
  return SQLITE_CHANGESET_ABORT;
}

void expect_applies(PatchedPair& pair) {
  auto bytes = changeset(pair);
  ASSERT_TRUE(bytes.has_value()) << bytes.error().sentence();
  ASSERT_EQ(sqlite3changeset_apply((*pair.left).handle(), static_cast<int>(bytes->size()), bytes->data(),
                                   nullptr, refuse, nullptr),
            SQLITE_OK);
  pair.expect_equal();
}

constexpr const char* kSchemaWithKey = "CREATE TABLE t (a, b, c, d, PRIMARY KEY (c, a));";
constexpr const char* kRows =
    "INSERT INTO t VALUES (1, 'x', 2.5, NULL), (2, x'00', 'k', -0.0), (3, '', x'', 9e999),"
    "(-9223372036854775808, 1, 1, 1), (1.5, zeroblob(300), 0, 'it''s');";
constexpr const char* kEdits =
    "UPDATE t SET b = -9223372036854775808 WHERE a = 1; DELETE FROM t WHERE a = 3; UPDATE t SET b = NULL, d "
    "= 1e-320 WHERE a = 2;"
    "INSERT INTO t VALUES ('new', zeroblob(20000), char(0), -1);";

TEST(Changeset, SaysWhatTheSessionExtensionRecords) {
  PatchedPair pair(kSchemaWithKey);
  pair.left.run(kRows);
  pair.right.run(std::string(kRows) + kEdits);
  const std::string ours = *changeset(pair);
  EXPECT_EQ(changes_in(ours), changes_in(recorded(pair, kEdits)));
}

TEST(Changeset, SaysWhatSqldiffWrites) {
  PatchedPair pair(kSchemaWithKey);
  pair.left.run(kRows);
  pair.right.run(std::string(kRows) + kEdits);
  const test::TemporaryFile file;
  ASSERT_EQ(std::system(("sqldiff --changeset '" + file.path() + "' '" + pair.left.path() + "' '" +
                         pair.right.path() + "'")
                            .c_str()),
            0);
  std::ifstream in(file.path(), std::ios::binary);
  EXPECT_EQ(changes_in(*changeset(pair)), changes_in({std::istreambuf_iterator<char>(in), {}}));
}

TEST(Changeset, HasTheBytesOfTheFormat) {
  PatchedPair pair("CREATE TABLE t (id INTEGER PRIMARY KEY, b, c);");
  pair.left.run("INSERT INTO t VALUES (5, 'x', 1), (6, NULL, x'00')");
  pair.right.run("INSERT INTO t VALUES (5, -2.0, 1)");
  EXPECT_EQ(*changeset(pair), std::string("T\3\1\0\0t\0"
                                          "\x17\0\1\0\0\0\0\0\0\0\5\3\1x\0\0\2\xC0\0\0\0\0\0\0\0\0"
                                          "\x09\0\1\0\0\0\0\0\0\0\6\5\4\1\0",
                                          7 + 26 + 15));
}

TEST(Changeset, MakesTablesEqual) {
  PatchedPair pair(std::string(kSchemaWithKey) +
                   "CREATE TABLE u (k TEXT PRIMARY KEY, v UNIQUE) WITHOUT ROWID;");
  pair.left.run(std::string(kRows) + "INSERT INTO u VALUES ('a', 1), ('b', 2);");
  pair.right.run(std::string(kRows) + kEdits + "INSERT INTO u VALUES ('b', 1), ('c', 2);");
  expect_applies(pair);
}

TEST(Changeset, IsEmptyWhereNothingDiffers) {
  PatchedPair pair(kSchemaWithKey);
  EXPECT_EQ(*changeset(pair), "");
}

TEST(Changeset, DeletesAndInsertsWhereTheSpellingOfAKeyChanged) {
  PatchedPair pair("CREATE TABLE t (k TEXT COLLATE NOCASE PRIMARY KEY, v);");
  pair.left.run("INSERT INTO t VALUES ('abc', 1)");
  pair.right.run("INSERT INTO t VALUES ('ABC', 1)");
  expect_applies(pair);
}

TEST(Changeset, MakesRandomTablesEqual) {
  test::Random random;
  PatchedPair pair("CREATE TABLE t (id INTEGER PRIMARY KEY, a, b UNIQUE);");
  for (int round = 0; round < test::rounds(100) && !::testing::Test::HasFailure(); ++round) {
    for (auto* database : {&pair.left, &pair.right}) {
      std::string sql = "DELETE FROM t;";
      // Unique values stay with their rows: no conflict is left to whoever applies it.
      for (int id = 0; id < 30; ++id) {
        if (random.below(3) == 0) continue;
        sql += "INSERT INTO t VALUES (" + std::to_string(id) + ", " + std::to_string(random.below(3)) + ", " +
               std::to_string(id * 3 + static_cast<int>(random.below(3))) + ");";
      }
      database->run(sql);
    }
    expect_applies(pair);
  }
}

std::string refusal(const std::string& schema, const std::string& rows, std::vector<std::string> key = {},
                    std::vector<std::string> columns = {}) {
  PatchedPair pair(schema);
  pair.left.run(rows);
  if (!key.empty()) pair.use_key(std::move(key));
  if (!columns.empty()) pair.use_columns(std::move(columns));
  const auto bytes = changeset(pair);
  EXPECT_FALSE(bytes.has_value());
  return bytes ? "" : bytes.error().sentence();
}

TEST(Changeset, RefusesWhatTheFormatCannotSay) {
  EXPECT_THAT(refusal("CREATE TABLE t (a);", "INSERT INTO t VALUES (1)"), HasSubstr("it has no primary key"));
  EXPECT_THAT(refusal("CREATE TABLE t (a PRIMARY KEY, b AS (a));", "INSERT INTO t VALUES (1)"),
              HasSubstr("it has generated columns"));
  EXPECT_THAT(refusal("CREATE TABLE t (a PRIMARY KEY, b);", "INSERT INTO t VALUES (1, 2)", {"b"}),
              HasSubstr("not compared by its primary key"));
  EXPECT_THAT(refusal("CREATE TABLE t (a PRIMARY KEY, b);", "INSERT INTO t VALUES (1, 2)", {"a"}, {"a"}),
              HasSubstr("not all of its columns are compared"));
  EXPECT_THAT(refusal("CREATE TABLE t (a PRIMARY KEY, b);", "INSERT INTO t VALUES (NULL, 2)"),
              HasSubstr("a row has NULL in its primary key"));
}

TEST(Changeset, RefusesRowsThatExchangeValuesOfAUniqueKey) {
  PatchedPair pair("CREATE TABLE t (id INTEGER PRIMARY KEY, login TEXT UNIQUE);");
  pair.left.run("INSERT INTO t VALUES (1, 'ada'), (2, 'ben'), (3, 'cleo')");
  pair.right.run("INSERT INTO t VALUES (1, 'ben'), (2, 'cleo'), (3, 'ada')");
  const auto bytes = changeset(pair);
  ASSERT_FALSE(bytes.has_value());
  EXPECT_EQ(bytes.error().code(), ErrorCode::unsupported);
  EXPECT_EQ(bytes.error().sentence(),
            "no changeset can be made for table 't': rows exchange values of a unique key, which "
            "sqlite3changeset_apply takes for a conflict; a patch in SQL can change it");
}

}  // namespace
}  // namespace peel::sources::sqlite
