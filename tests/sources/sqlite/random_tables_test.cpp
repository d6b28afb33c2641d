// Patches between random tables: every storage class, NULLs and duplicates, keys of every kind.
#include "sources/sqlite/patching.hpp"
#include "support/random.hpp"

#include <gtest/gtest.h>

namespace peel::sources::sqlite {
namespace {

using test::PatchedPair;
using test::Random;

template <std::size_t size>
std::string one_of(Random& random, const char* const (&choices)[size]) {
  return choices[random.below(size)];
}

// A small pool, so that values meet.
std::string random_value(Random& random) {
  switch (random.below(8)) {
    case 0:
      return "NULL";
    case 1:
      return one_of(random, {"0", "1", "2", "-1", "9223372036854775807", "-9223372036854775808"});
    case 2:
      return one_of(random,
                    {"0.0", "-0.0", "1.0", "2.5", "9e999", "-9e999", "5e-324", "9.2233720368547758e18"});
    case 3:
      return one_of(random, {"'a'", "'A'", "'a '", "''", "'1'", "'1.0'", "'it''s'", "char(0)",
                             "'a' || char(0)", "char(13, 10)", "CAST(x'ff' AS TEXT)", "'\xC3\xA9'"});
    case 4:
      return one_of(random, {"x''", "x'00'", "x'61'", "x'ff'"});
    default:
      return std::to_string(random.below(30));
  }
}

struct RandomSchema {
  std::string sql;
  std::size_t columns = 0;
  bool has_generated = false;
};

RandomSchema random_schema(Random& random) {
  RandomSchema schema;
  schema.columns = 1 + random.below(4);
  std::string columns, uniques;
  const bool has_key = random.below(3) > 0;
  const bool is_without_rowid = has_key && random.below(3) == 0;
  for (std::size_t i = 0; i < schema.columns; ++i) {
    const std::string name = "c" + std::to_string(i);
    columns += (i == 0 ? "" : ", ") + name + " " +
               one_of(random, {"", "TEXT", "INTEGER", "REAL", "NUMERIC", "BLOB", "TEXT COLLATE NOCASE",
                               "TEXT COLLATE RTRIM", "VARCHAR(10) COLLATE NOCASE"}) +
               one_of(random, {"", "", " NOT NULL", " UNIQUE", " NOT NULL UNIQUE", " CHECK (1)"});
  }
  if (random.below(4) == 0) {
    schema.has_generated = true;
    columns +=
        one_of(random, {", g AS (c0 || '!')", ", g TEXT AS (upper(c0)) STORED", ", g AS (c0) VIRTUAL"});
  }
  if (has_key && random.below(3) == 0) {
    uniques += ", PRIMARY KEY (c0" + std::string(schema.columns > 1 ? ", c1" : "") + ")";
  } else if (has_key) {
    uniques += ", PRIMARY KEY (c" + std::to_string(random.below(schema.columns)) + ")";
  }
  if (schema.columns > 2 && random.below(2) == 0) uniques += ", UNIQUE (c1, c2)";
  schema.sql = "CREATE TABLE t (" + columns + uniques + ")" + (is_without_rowid ? " WITHOUT ROWID;" : ";");
  if (random.below(4) == 0) schema.sql += "CREATE UNIQUE INDEX i ON t (c0 COLLATE NOCASE DESC);";
  return schema;
}

std::string random_rows(Random& random, const RandomSchema& schema, std::uint64_t count) {
  std::string names, sql;
  for (std::size_t i = 0; i < schema.columns; ++i) names += (i == 0 ? "c" : ", c") + std::to_string(i);
  for (std::uint64_t row = 0; row < count; ++row) {
    std::string values;
    for (std::size_t i = 0; i < schema.columns; ++i) values += (i == 0 ? "" : ", ") + random_value(random);
    sql += "INSERT OR IGNORE INTO t(" + names + ") VALUES (" + values + ");";
    if (random.below(10) == 0) sql += "INSERT OR IGNORE INTO t(" + names + ") VALUES (" + values + ");";
  }
  return sql;
}

// Some rows, the same in every run.
std::string some(Random& random, std::uint64_t share) {
  return " WHERE (length(quote(c0)) + 13 * unicode(quote(c0)) + 7 * unicode(substr(quote(c0), 2)) + " +
         std::to_string(random.below(100)) + ") % " + std::to_string(share) + " = 0;";
}

// Changes values here and there, moves them round, and deletes.
std::string random_edits(Random& random, const RandomSchema& schema) {
  std::string sql;
  for (std::uint64_t edit = random.below(6); edit > 0; --edit) {
    const std::string column = "c" + std::to_string(random.below(schema.columns));
    switch (random.below(4)) {
      case 0:
        sql += "DELETE FROM t" + some(random, 5);
        break;
      case 1:
        sql += "UPDATE OR IGNORE t SET " + column + " = " + random_value(random) +
               " WHERE abs(random()) % 4 = 0;";
        break;
      case 2:
        sql += "UPDATE OR IGNORE t SET " + column + " = (SELECT " + column +
               " FROM t ORDER BY quote(c0) LIMIT 1 OFFSET " + std::to_string(random.below(10)) + ")" +
               some(random, 2);
        break;
      default:
        sql += random_rows(random, schema, 2);
    }
  }
  return sql;
}

// Rows hand the values of one column round, in cycles of `length`.
std::string column_rotation(Random& random, const RandomSchema& schema, std::uint64_t length) {
  const std::uint64_t moved = random.below(schema.columns);
  const std::string n = std::to_string(length);
  std::string names, values;
  for (std::size_t i = 0; i < schema.columns; ++i) {
    const std::string name = "c" + std::to_string(i);
    names += (i == 0 ? "" : ", ") + name;
    values += (i == 0 ? "" : ", ") +
              (i != moved ? name
                          : "coalesce((SELECT q." + name + " FROM p AS q WHERE q.n / " + n + " = p.n / " + n +
                                " AND q.n % " + n + " = (p.n + 1) % " + n + "), " + name + ")");
  }
  return "CREATE TEMP TABLE p AS SELECT *, row_number() OVER (ORDER BY quote(c0)) - 1 AS n FROM t;DELETE "
         "FROM t;"
         "INSERT OR IGNORE INTO t(" +
         names + ") SELECT " + values + " FROM p;DROP TABLE p;";
}

void run_leniently(test::QuickDatabase& database, const std::string& sql) {
  for (std::size_t at = 0; at < sql.size();) {
    const std::size_t end = sql.find(';', at);
    static_cast<void>((*database).run(std::string_view(sql).substr(at, end - at)));
    at = end + 1;
  }
}

// The right table is the left one after some edits, or another one altogether.
void fill(Random& random, PatchedPair& pair, const RandomSchema& schema) {
  const std::uint64_t count = random.below(40);
  const std::string rows = random_rows(random, schema, count);
  run_leniently(pair.left, rows);
  run_leniently(pair.right, random.below(3) == 0 ? random_rows(random, schema, count) : rows);
  if (random.below(2) == 0) run_leniently(pair.right, column_rotation(random, schema, 2 + random.below(5)));
  run_leniently(pair.right, random_edits(random, schema));
}

void expect_random_tables_work(int rounds) {
  Random random;
  for (int round = 0; round < rounds && !::testing::Test::HasFailure(); ++round) {
    const RandomSchema schema = random_schema(random);
    SCOPED_TRACE(schema.sql);
    PatchedPair pair(schema.sql);
    fill(random, pair, schema);
    if (random.below(4) == 0) pair.use_key({});
    if (random.below(6) == 0) pair.use_key({"c0"});
    const RowCheck check = random.below(2) == 0 ? RowCheck::key_only : RowCheck::old_values;
    if (random.below(3) == 0) {
      pair.expect_text_applies(check);
    } else {
      pair.expect_applies(check);
    }
  }
}

TEST(RandomTables, AreMadeEqual) {
  expect_random_tables_work(100);
}

// Rows from 0 to 7, the values of each column in random order.
std::string shuffled_rows(Random& random) {
  std::vector<std::string> columns[2];
  for (auto& column : columns) {
    for (int i = 0; i < 8; ++i) column.push_back(std::to_string(i));
    for (std::size_t i = 7; i > 0; --i) std::swap(column[i], column[random.below(i + 1)]);
  }
  std::string sql = "DELETE FROM t;";
  for (std::size_t i = 0; i < 8; ++i) {
    sql += "INSERT INTO t(id, a, b) VALUES (" + std::to_string(i) + ", " + columns[0][i] + ", " +
           columns[1][i] + ");";
  }
  return sql;
}

// No row can be parked where the unique keys are of generated columns, so rows are taken out.
TEST(RandomCycles, AreBrokenWhetherRowsCanBeParkedOrNot) {
  Random random;
  PatchedPair parked("CREATE TABLE t (id INTEGER PRIMARY KEY, a NOT NULL UNIQUE, b NOT NULL UNIQUE);");
  PatchedPair taken_out(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a, b, ga AS (a) UNIQUE, gb AS (b + 1) UNIQUE);");
  PatchedPair mixed("CREATE TABLE t (id INTEGER PRIMARY KEY, a UNIQUE, b NOT NULL, gb AS (b + 1) UNIQUE);");
  for (PatchedPair* pair : {&parked, &taken_out, &mixed}) {
    for (int round = 0; round < test::rounds(60) && !::testing::Test::HasFailure(); ++round) {
      pair->left.run(shuffled_rows(random));
      pair->right.run(shuffled_rows(random));
      pair->expect_applies(random.below(2) == 0 ? RowCheck::key_only : RowCheck::old_values);
    }
  }
}

// Rows of both tables where every child has its parent.
std::string random_family(Random& random) {
  std::string sql;
  for (std::uint64_t id = 0; id < 8; ++id) {
    if (random.below(3) > 0)
      sql += "INSERT INTO parent VALUES (" + std::to_string(id) + ", " + random_value(random) + ");";
  }
  for (std::uint64_t id = 0; id < 12; ++id) {
    if (random.below(3) == 0) continue;
    sql += "INSERT INTO child SELECT " + std::to_string(id) + ", (SELECT id FROM parent ORDER BY abs(id - " +
           std::to_string(random.below(8)) + ") LIMIT 1);";
    sql += "INSERT INTO grandchild SELECT " + std::to_string(id) +
           ", (SELECT id FROM child WHERE id <= " + std::to_string(random.below(12)) +
           " ORDER BY id DESC LIMIT 1);";
  }
  return sql;
}

TEST(RandomFamilies, AreMadeEqualWhereForeignKeysActAtOnce) {
  Random random;
  for (int round = 0; round < test::rounds(40) && !::testing::Test::HasFailure(); ++round) {
    const std::string action = one_of(random, {"CASCADE", "SET NULL", "RESTRICT", "NO ACTION"});
    PatchedPair pair(
        "CREATE TABLE parent (id INTEGER PRIMARY KEY, v);"
        "CREATE TABLE child (id INTEGER PRIMARY KEY, p REFERENCES parent ON DELETE " +
        action +
        ");"
        "CREATE TABLE grandchild (id INTEGER PRIMARY KEY, c REFERENCES child ON DELETE " +
        action + ");");
    pair.left.run(random_family(random));
    pair.right.run(random_family(random));
    pair.left.run("PRAGMA foreign_keys = ON");
    pair.expect_applies(random.below(2) == 0 ? RowCheck::key_only : RowCheck::old_values);
  }
}

}  // namespace
}  // namespace peel::sources::sqlite
