// Rows fetched by key: which keys allow it, that the index is used, and which rows come in which order.
#include "sources/sqlite/row_finder.hpp"

#include "sources/sqlite/owned_cells.hpp"
#include "sources/sqlite/sqlite_reading.hpp"
#include "support/random.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>

namespace peel::sources::sqlite {
namespace {

using test::integer;
using test::open_table;
using test::read_rest;
using test::real;
using test::TemporaryDatabase;
using test::text;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

using Names = std::vector<std::string>;

// Keys that own their cells.
class Keys {
 public:
  void add(std::vector<OwnedCell> key) { keys_.push_back(std::move(key)); }
  std::vector<KeyCells> cells() const {
    std::vector<KeyCells> views;
    for (const auto& key : keys_) {
      KeyCells& view = views.emplace_back();
      for (const OwnedCell& cell : key) view.push_back(cell.view());
    }
    return views;
  }

 private:
  std::vector<std::vector<OwnedCell>> keys_;
};

OwnedCell null() {
  return OwnedCell();
}

std::vector<std::string> found(SqliteSource& source, const Names& columns,
                               std::vector<std::vector<OwnedCell>> keys) {
  Keys owned;
  for (auto& key : keys) owned.add(std::move(key));
  const auto rewound = source.rewind_to(columns, owned.cells());
  EXPECT_TRUE(rewound) << rewound.error().sentence();
  auto reading = read_rest(source);
  EXPECT_EQ(reading.error, "");
  return reading.rows;
}

TEST(SqliteRowFinder, KnowsByWhichColumnsATableCanBeSearched) {
  const TemporaryDatabase file(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, a, b, c, d TEXT COLLATE NOCASE UNIQUE, e, f, UNIQUE (a, b));"
      "CREATE UNIQUE INDEX part ON t(c) WHERE c > 0; CREATE UNIQUE INDEX lowered ON t(lower(e));"
      "CREATE INDEX plain ON t(f); CREATE VIEW v AS SELECT id FROM t;"
      "CREATE TABLE tree(a, b, PRIMARY KEY (a, b)) WITHOUT ROWID;"
      "CREATE TABLE nameless(rowid UNIQUE, _rowid_, oid)");
  const auto table = open_table(file, "t");
  EXPECT_TRUE(table->finds_rows_by(Names{"id"}));
  EXPECT_TRUE(table->finds_rows_by(Names{"a", "b"}));
  EXPECT_TRUE(table->finds_rows_by(Names{"b", "a"}));
  for (const Names& columns : {Names{"a"}, Names{"b"}, Names{"c"}, Names{"d"}, Names{"e"}, Names{"f"},
                               Names{"id", "a"}, Names{}, Names{"none"}}) {
    EXPECT_FALSE(table->finds_rows_by(columns)) << ::testing::PrintToString(columns);
  }
  EXPECT_TRUE(open_table(file, "tree")->finds_rows_by(Names{"b", "a"}));
  EXPECT_FALSE(open_table(file, "tree")->finds_rows_by(Names{"a"}));
  EXPECT_FALSE(open_table(file, "v")->finds_rows_by(Names{"id"}));
  EXPECT_FALSE(open_table(file, "nameless")->finds_rows_by(Names{"rowid"}));
}

TEST(SqliteRowFinder, DoesNotSearchATreeWhoseOrderIsNotItsOwn) {
  const TemporaryDatabase file(
      "CREATE TABLE t(a TEXT COLLATE NOCASE, b UNIQUE, PRIMARY KEY (a)) WITHOUT ROWID;"
      "CREATE UNIQUE INDEX exact ON t(a COLLATE BINARY)");
  EXPECT_FALSE(open_table(file, "t")->finds_rows_by(Names{"a"}));
  EXPECT_FALSE(open_table(file, "t")->finds_rows_by(Names{"b"}));
  const TemporaryDatabase wide;
  std::filesystem::remove(wide.path());
  wide.run("PRAGMA encoding = 'UTF-16be'; CREATE TABLE t(a PRIMARY KEY) WITHOUT ROWID");
  EXPECT_FALSE(open_table(wide, "t")->finds_rows_by(Names{"a"}));
}

TEST(SqliteRowFinder, RefusesColumnsThatItCannotSearch) {
  const TemporaryDatabase file("CREATE TABLE t(a)");
  const auto rewound = open_table(file, "t")->rewind_to(Names{"a"}, {});
  ASSERT_FALSE(rewound);
  EXPECT_EQ(rewound.error().code(), ErrorCode::unsupported);
}

std::string plan_of(Database& database, const std::string& sql) {
  auto plan = database.prepare("EXPLAIN QUERY PLAN " + sql);
  EXPECT_TRUE(plan) << sql;
  std::string steps;
  rows::NumberRoom room;
  while (plan->step().value()) steps += std::string(plan->cell(3, room).payload) + '\n';
  return steps;
}

TEST(SqliteRowFinder, LooksRowsUpInTheIndex) {
  const TemporaryDatabase file(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b INT, n TEXT COLLATE NOCASE, UNIQUE (a, b));"
      "CREATE UNIQUE INDEX exact ON t(n COLLATE BINARY);"
      "CREATE TABLE tree(a, b, c UNIQUE, PRIMARY KEY (b, a)) WITHOUT ROWID");
  const auto snapshot = Snapshot::open(file.path(), std::nullopt, Database::kUsualPatience).value();
  auto plain = Database::open(file.path(), Database::Access::read);
  const auto table =
      select_table(*snapshot, find_table(snapshot->database(), "t").value(), "a > 'x'").value();
  const auto tree =
      select_table(*snapshot, find_table(snapshot->database(), "tree").value(), std::nullopt).value();
  EXPECT_THAT(plan_of(*plain, places_sql(table, Names{"b", "a"})),
              HasSubstr("USING COVERING INDEX sqlite_autoindex_t_1 (a=? AND b=?)"));
  EXPECT_THAT(plan_of(*plain, places_sql(table, Names{"n"})), HasSubstr("INDEX exact (n=?)"));
  EXPECT_THAT(plan_of(*plain, row_sql(table)), HasSubstr("USING INTEGER PRIMARY KEY (rowid=?)"));
  EXPECT_THAT(plan_of(*plain, places_sql(tree, Names{"a", "b"})), HasSubstr("PRIMARY KEY (b=? AND a=?)"));
  EXPECT_THAT(plan_of(*plain, places_sql(tree, Names{"c"})), HasSubstr("sqlite_autoindex_tree_1 (c=?)"));
  EXPECT_THAT(plan_of(*plain, row_sql(tree)), HasSubstr("PRIMARY KEY (b=? AND a=?)"));
}

TEST(SqliteRowFinder, ScansWithoutSorting) {
  const TemporaryDatabase file(
      "CREATE TABLE t(a, b); CREATE INDEX i ON t(a, b);"
      "CREATE TABLE tree(a COLLATE NOCASE, b, PRIMARY KEY (b DESC, a)) WITHOUT ROWID; CREATE INDEX j ON "
      "tree(a)");
  const auto snapshot = Snapshot::open(file.path(), std::nullopt, Database::kUsualPatience).value();
  auto plain = Database::open(file.path(), Database::Access::read);
  for (const char* const name : {"t", "tree"}) {
    const auto table =
        select_table(*snapshot, find_table(snapshot->database(), name).value(), std::nullopt).value();
    EXPECT_THAT(plan_of(*plain, table.all_rows), AllOf(HasSubstr("SCAN"), Not(HasSubstr("TEMP")))) << name;
  }
}

TEST(SqliteRowFinder, HandsOutRowsInTheOrderOfTheTableEachOnce) {
  const TemporaryDatabase file(
      "CREATE TABLE t(k UNIQUE, v); INSERT INTO t VALUES ('z', 1), (1, 2), ('a', 3), (NULL, 4), (2.5, 5), "
      "(NULL, 6)");
  const auto source = open_table(file, "t");
  const Names k{"k"};
  EXPECT_THAT(found(*source, k, {{text("a")}, {text("none")}, {text("z")}, {text("a")}}),
              ElementsAre("t z|i 1", "t a|i 3"));
  EXPECT_THAT(found(*source, k, {{real(1.0)}, {integer(1)}}), ElementsAre("i 1|i 2"));
  EXPECT_THAT(found(*source, k, {{null()}, {real(2.5)}}), ElementsAre("n |i 4", "f 2.5|i 5", "n |i 6"));
  EXPECT_THAT(found(*source, k, {}), IsEmpty());
  ASSERT_TRUE(source->rewind());
  EXPECT_EQ(read_rest(*source).rows.size(), 6U);
}

TEST(SqliteRowFinder, FindsRowsByRowid) {
  const TemporaryDatabase file(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, v); INSERT INTO t VALUES (5, 'a'), (-7, 'b'), "
      "(9223372036854775807, 'c')");
  const auto source = open_table(file, "t");
  EXPECT_THAT(
      found(*source, {"id"}, {{integer(9'223'372'036'854'775'807)}, {integer(-7)}, {integer(6)}, {null()}}),
      ElementsAre("i -7|t b", "i 9223372036854775807|t c"));
}

TEST(SqliteRowFinder, HoldsRowsToTheConditionToo) {
  const TemporaryDatabase file(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, u UNIQUE); INSERT INTO t VALUES (1, 10), (2, 20), (3, 30);"
      "CREATE TABLE tree(a PRIMARY KEY, b) WITHOUT ROWID; INSERT INTO tree VALUES (1, 10), (2, 20)");
  const auto source = open_table(file, "t", "u > 15 OR u < 5");
  EXPECT_THAT(found(*source, {"id"}, {{integer(1)}, {integer(3)}}), ElementsAre("i 3|i 30"));
  EXPECT_THAT(found(*source, {"u"}, {{integer(10)}, {integer(20)}}), ElementsAre("i 2|i 20"));
  EXPECT_THAT(found(*open_table(file, "tree", "b > 15"), {"a"}, {{integer(1)}, {integer(2)}}),
              ElementsAre("i 2|i 20"));
}

// A value that others are equal or nearly equal to.
OwnedCell any_cell(test::Random& random) {
  const auto number = static_cast<std::int64_t>(random.below(6));
  switch (random.below(5)) {
    case 0:
      return null();
    case 1:
      return integer(number);
    case 2:
      return real(static_cast<double>(number) / 2);
    case 3:
      return text(std::to_string(number));
    default:
      return OwnedCell(rows::Cell{rows::CellTag::blob, std::to_string(number)});
  }
}

// Rows by a scan whose key cells are one of the keys, tag and payload; those are to be found at least, each
// once, among the rows of the scan and in its order.
void expect_found_like_by_scan(const TemporaryDatabase& file, const std::string& table,
                               test::Random& random) {
  const auto source = open_table(file, table);
  const auto all = read_rest(*source).rows;
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < all.size(); ++i) places[all[i]] = i;
  ASSERT_EQ(places.size(), all.size());
  std::vector<std::vector<OwnedCell>> keys;
  std::vector<std::string> wanted;
  for (int i = 0; i < 10; ++i) {
    std::vector<OwnedCell> key{any_cell(random), any_cell(random)};
    const std::string spelt = test::spelt(key[0].view()) + "|" + test::spelt(key[1].view()) + "|";
    for (const std::string& row : all) {
      if (row.starts_with(spelt)) wanted.push_back(row);
    }
    keys.push_back(std::move(key));
  }
  std::size_t behind = 0;
  std::vector<std::string> rows = found(*source, {"a", "b"}, keys);
  for (const std::string& row : rows) {
    ASSERT_TRUE(places.contains(row));
    ASSERT_GE(places[row], behind) << row;
    behind = places[row] + 1;
  }
  for (const std::string& row : wanted) EXPECT_THAT(rows, ::testing::Contains(row));
}

TEST(SqliteRowFinder, FindsInRandomTablesWhatAScanFinds) {
  test::Random random;
  for (const char* const form :
       {"(a, b, c INTEGER, UNIQUE (b, a))", "(a INTEGER, b TEXT, c INTEGER, UNIQUE (a, b))",
        "(a, b, c INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID",
        "(a NUMERIC, b TEXT, c INTEGER PRIMARY KEY, UNIQUE (b, a)) WITHOUT ROWID"}) {
    for (int round = 0; round < test::rounds(10); ++round) {
      const TemporaryDatabase file(std::string("CREATE TABLE t") + form);
      {
        auto database = Database::open(file.path(), Database::Access::write);
        ASSERT_TRUE(database && database->run("PRAGMA synchronous = OFF; BEGIN"));
        auto insert = database->prepare("INSERT OR IGNORE INTO t VALUES (?, ?, ?)");
        for (int i = 0; i < 60; ++i) {
          ASSERT_TRUE(insert->bind(0, any_cell(random).view()) && insert->bind(1, any_cell(random).view()));
          ASSERT_TRUE(insert->bind(2, integer(i * 7 % 61).view()) && insert->step());
        }
        insert->reset();
        ASSERT_TRUE(database->run("COMMIT"));
      }
      expect_found_like_by_scan(file, "t", random);
      if (::testing::Test::HasFatalFailure()) FAIL() << form;
    }
  }
}

}  // namespace
}  // namespace peel::sources::sqlite
