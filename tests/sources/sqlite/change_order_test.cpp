// The order of changes: over all small tables, over rotations of any length, and how long finding it takes.
#include "sources/sqlite/change_order.hpp"

#include "sources/sqlite/owned_cells.hpp"
#include "sources/sqlite/patching.hpp"

#include <algorithm>
#include <ctime>
#include <gtest/gtest.h>
#include <numeric>

namespace peel::sources::sqlite {
namespace {

using test::integer;
using test::PatchedPair;

// One state of a table of three rows: for each row its a and b, or nothing.
struct SmallRow {
  int a = 0;  // 0: the row is not there; kNull: NULL
  int b = 0;
};
constexpr int kNull = 9;
using SmallTable = std::array<SmallRow, 3>;

bool is_unique(const SmallTable& table) {
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const bool both = table[i].a != 0 && table[j].a != 0;
      if (both && table[i].a != kNull && table[i].a == table[j].a) return false;
      if (both && table[i].b == table[j].b) return false;
    }
  }
  return true;
}

// Every way in which three rows can have values from 1 to 3, those of b all different, or be away.
std::vector<SmallTable> all_tables(bool with_null) {
  std::vector<SmallRow> rows{{0, 0}};
  for (int b = 1; b <= 3; ++b) {
    for (int a = 1; a <= 3; ++a) rows.push_back({a, b});
    if (with_null) rows.push_back({kNull, b});
  }
  std::vector<SmallTable> tables;
  for (const SmallRow& first : rows) {
    for (const SmallRow& second : rows) {
      for (const SmallRow& third : rows) {
        if (const SmallTable table{first, second, third}; is_unique(table)) tables.push_back(table);
      }
    }
  }
  return tables;
}

std::string filling(const SmallTable& table, const std::array<std::string, 4>& values) {
  std::string sql = "DELETE FROM t;";
  for (std::size_t i = 0; i < 3; ++i) {
    const SmallRow& row = table[i];
    if (row.a == 0) continue;
    sql += "INSERT INTO t VALUES (" + std::to_string(i + 1) + ", " +
           (row.a == kNull ? "NULL" : values[static_cast<std::size_t>(row.a)]) + ", " +
           values[static_cast<std::size_t>(row.b)] + ");";
  }
  return sql;
}

// From each of the three ways in which all rows are there with a = b to each table.
void expect_all_small_tables_work(const std::string& schema, const std::array<std::string, 4>& values,
                                  bool with_null) {
  PatchedPair pair(schema);
  const SmallTable start{SmallRow{1, 1}, SmallRow{2, 2}, SmallRow{3, 3}};
  int number = 0;
  for (const SmallTable& wanted : all_tables(with_null)) {
    pair.left.run(filling(start, values));
    pair.right.run(filling(wanted, values));
    const RowCheck check = ++number % 2 == 0 ? RowCheck::key_only : RowCheck::old_values;
    if (number % 3 == 0) {
      pair.expect_text_applies(check);
    } else {
      pair.expect_applies(check);
    }
    if (::testing::Test::HasFailure()) return;
  }
}

constexpr std::array<std::string_view, 4> kIntegers{"0", "10", "20", "30"};

std::array<std::string, 4> owned(const std::array<std::string_view, 4>& values) {
  return {std::string(values[0]), std::string(values[1]), std::string(values[2]), std::string(values[3])};
}

TEST(EverySmallTable, IsReachedWithTwoUniqueColumns) {
  expect_all_small_tables_work("CREATE TABLE t (id INTEGER PRIMARY KEY, a UNIQUE, b UNIQUE);",
                               owned(kIntegers), true);
}

TEST(EverySmallTable, IsReachedWithoutNullsAndWithoutRowid) {
  expect_all_small_tables_work(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER NOT NULL UNIQUE, b TEXT NOT NULL UNIQUE) WITHOUT "
      "ROWID;",
      owned(kIntegers), false);
}

TEST(EverySmallTable, IsReachedWithAUniquePairOfColumns) {
  expect_all_small_tables_work(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a NOT NULL, b NOT NULL UNIQUE, UNIQUE (a, b), UNIQUE (b, "
      "id));",
      owned(kIntegers), false);
}

TEST(EverySmallTable, IsReachedWhereTextsDifferInCaseOnly) {
  // In the index of a all three are different, in that of b they are too, but only by bytes.
  expect_all_small_tables_work(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT UNIQUE, b TEXT NOT NULL);"
      "CREATE UNIQUE INDEX i ON t (b DESC);",
      {"", "'x'", "'X'", "'x '"}, true);
}

TEST(EverySmallTable, IsReachedWhereTheCollationIgnoresCase) {
  expect_all_small_tables_work(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT COLLATE NOCASE UNIQUE, b TEXT COLLATE RTRIM UNIQUE);",
      {"", "'x'", "'Y'", "'z '"}, true);
}

TEST(EverySmallTable, IsReachedWhereTheKeyIsAnotherColumn) {
  // Compared by b: then id and a change.
  PatchedPair pair("CREATE TABLE t (id INTEGER PRIMARY KEY, a UNIQUE, b NOT NULL UNIQUE);");
  pair.use_key({"b"});
  const auto values = owned(kIntegers);
  const SmallTable start{SmallRow{1, 1}, SmallRow{2, 2}, SmallRow{3, 3}};
  for (const SmallTable& wanted : all_tables(true)) {
    pair.left.run(filling(start, values));
    pair.right.run(filling(wanted, values));
    pair.expect_applies(RowCheck::old_values);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(EverySmallTable, IsReachedWithoutAKey) {
  PatchedPair pair("CREATE TABLE t (id, a UNIQUE, b UNIQUE);");
  const auto values = owned(kIntegers);
  const SmallTable start{SmallRow{1, 1}, SmallRow{2, 2}, SmallRow{3, 3}};
  for (const SmallTable& wanted : all_tables(true)) {
    pair.left.run(filling(start, values));
    pair.right.run(filling(wanted, values));
    pair.expect_applies();
    if (::testing::Test::HasFailure()) return;
  }
}

// A table of `columns` unique columns beside its key; row i has i in all of them, and `next[c][i]`
// afterwards.
PatchedRows moved(const std::vector<std::vector<std::int64_t>>& next) {
  PatchedRows rows;
  rows.info.name = rows.changes.table = "t";
  rows.info.rowid_column = "id";
  rows.info.rowid_name = "rowid";
  rows.info.primary_key = rows.changes.key = {"id"};
  rows.info.columns = {{"id", "INTEGER", rows::ColumnType::integer, "BINARY", true, false}};
  for (std::size_t column = 0; column < next.size(); ++column) {
    const std::string name = "c" + std::to_string(column);
    rows.info.columns.push_back({name, "INTEGER", rows::ColumnType::integer, "BINARY", true, false});
    rows.info.unique_keys.emplace_back().columns = {name};
  }
  rows.changes.columns = test::column_names(rows.info);
  for (std::size_t i = 0; i < next[0].size(); ++i) {
    TableChange change{TableChange::Kind::update, {}, {}};
    const auto number = static_cast<std::int64_t>(i);
    change.before.assign(next.size() + 1, integer(number));
    change.after = {integer(number)};
    for (const auto& column : next) change.after.push_back(integer(column[i]));
    rows.changes.changes.push_back(std::move(change));
  }
  return rows;
}

// Of this program alone: the machine may be busy.
double seconds_since(std::clock_t begin) {
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

struct Count {
  std::size_t steps = 0;
  std::size_t parks = 0;
  double seconds = 0;
};

Count planned(const std::vector<std::vector<std::int64_t>>& next) {
  std::vector<PatchedRows> tables;
  tables.push_back(moved(next));
  const std::clock_t begin = std::clock();
  const auto plan = plan_patch(std::move(tables), RowCheck::key_only);
  Count count;
  count.seconds = seconds_since(begin);
  EXPECT_TRUE(plan.has_value());
  count.steps = plan->steps().size();
  count.parks =
      static_cast<std::size_t>(std::ranges::count(plan->steps(), PatchStep::Kind::park, &PatchStep::kind));
  EXPECT_TRUE(plan->notes().empty());
  return count;
}

// So many that a step for each pair of them would be noticed.
constexpr std::int64_t kMany = 100'000;
constexpr double kMostSeconds = 5;  // without sanitizers it takes 0.3 to 0.5

std::vector<std::int64_t> rotation(std::int64_t size, std::int64_t stride) {
  std::vector<std::int64_t> next(static_cast<std::size_t>(size));
  for (std::int64_t i = 0; i < size; ++i) next[static_cast<std::size_t>(i)] = (i + stride) % size;
  return next;
}

TEST(ChangeOrder, ParksOneRowOfALongRotation) {
  const Count count = planned({rotation(5'000, 1)});
  EXPECT_EQ(count.parks, 1U);
  EXPECT_EQ(count.steps, 5'001U);
}

TEST(ChangeOrder, ParksOneRowOfEachSwap) {
  std::vector<std::int64_t> next(5'000);
  for (std::size_t i = 0; i < next.size(); ++i) next[i] = static_cast<std::int64_t>(i ^ 1);
  EXPECT_EQ(planned({next}).parks, 2'500U);
}

TEST(ChangeOrder, ParksNobodyInAChain) {
  std::vector<std::int64_t> next(5'000);
  std::iota(next.begin(), next.end(), 1);
  EXPECT_EQ(planned({next}).parks, 0U);
}

TEST(ChangeOrder, TakesNoLongerForCyclesThatCross) {
  EXPECT_LT(planned({rotation(kMany, 1), rotation(kMany, kMany - 1)}).seconds, kMostSeconds);
}

TEST(ChangeOrder, TakesNoLongerWhereAllTextsFoldToOne) {
  // Seventeen letters in all cases: different by bytes, the same for a fold that must cover every collation.
  PatchedRows rows = moved({rotation(kMany, 1)});
  rows.info.unique_keys[0].is_ascending_binary = false;
  rows.info.columns[1].type = rows::ColumnType::text;
  const auto spelling = [](std::uint64_t bits) {
    std::string text;
    for (int i = 0; i < 17; ++i) text += (bits >> i & 1) != 0 ? 'A' : 'a';
    return OwnedCell({rows::CellTag::text, text});
  };
  for (std::size_t i = 0; i < rows.changes.changes.size(); ++i) {
    rows.changes.changes[i].before[1] = spelling(i);
    rows.changes.changes[i].after[1] = spelling((i + 1) % kMany);
  }
  std::vector<PatchedRows> tables;
  tables.push_back(std::move(rows));
  const std::clock_t begin = std::clock();
  ASSERT_TRUE(plan_patch(std::move(tables), RowCheck::key_only).has_value());
  EXPECT_LT(seconds_since(begin), kMostSeconds);
}

}  // namespace
}  // namespace peel::sources::sqlite
