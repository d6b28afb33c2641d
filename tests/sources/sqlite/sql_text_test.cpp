// Literals: what SQLite makes of them is the cell that they were made of, bit for bit.
#include "sources/sqlite/sql_text.hpp"

#include "sources/sqlite/database.hpp"
#include "sources/sqlite/owned_cells.hpp"
#include "sources/sqlite/table_change.hpp"
#include "sources/sqlite/temporary_database.hpp"
#include "support/random.hpp"

#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace peel::sources::sqlite {
namespace {

using test::integer;
using test::real;
using test::text;

std::string literal(const OwnedCell& cell) {
  std::string sql;
  append_literal(sql, cell.view());
  return sql;
}

class Asked {
 public:
  explicit Asked(const std::string& schema = "")
      : file_(schema), database_(*Database::open(file_.path(), Database::Access::write)) {}

  OwnedCell one(const std::string& sql) {
    auto statement = database_.prepare(sql);
    EXPECT_TRUE(statement.has_value()) << statement.error().sentence();
    if (!statement || !statement->step().value_or(false)) return {};
    rows::NumberRoom room;
    return OwnedCell(statement->cell(0, room));
  }
  void run(const std::string& sql) {
    const auto done = database_.run(sql);
    EXPECT_TRUE(done.has_value()) << done.error().sentence();
  }

 private:
  test::TemporaryDatabase file_;
  Database database_;
};

void expect_same(Asked& asked, const OwnedCell& cell) {
  const std::string sql = literal(cell);
  ASSERT_EQ(asked.one("SELECT " + sql), cell) << sql;
  ASSERT_EQ(sql.find_first_of(std::string_view("\0\n\r\t", 4)), std::string::npos) << sql;
}

TEST(SqlLiteral, ReadsAsPeopleWriteIt) {
  EXPECT_EQ(literal({}), "NULL");
  EXPECT_EQ(literal(integer(-7)), "-7");
  EXPECT_EQ(literal(real(0.1)), "0.1");
  EXPECT_EQ(literal(real(100)), "100.0");
  EXPECT_EQ(literal(real(-1e300)), "-1e+300");
  EXPECT_EQ(literal(text("it's")), "'it''s'");
  EXPECT_EQ(literal(text("a\nb")), "replace('a\\nb','\\n',char(10))");
  EXPECT_EQ(literal(OwnedCell({rows::CellTag::blob, "\x01\xFF"})), "X'01FF'");
}

TEST(SqlLiteral, KeepsTheEndsOfTheIntegers) {
  Asked asked;
  for (const std::int64_t value : {std::numeric_limits<std::int64_t>::min(), std::int64_t{-1},
                                   std::int64_t{0}, std::numeric_limits<std::int64_t>::max()}) {
    expect_same(asked, integer(value));
  }
}

TEST(SqlLiteral, KeepsTheSmallestIntegerInEveryPlaceOfAStatement) {
  Asked asked("CREATE TABLE t (a); INSERT INTO t VALUES (0);");
  const OwnedCell least = integer(std::numeric_limits<std::int64_t>::min());
  asked.run("UPDATE t SET a = " + literal(least) + " WHERE a IS 0");
  asked.run("INSERT INTO t SELECT count(*) FROM t WHERE a IS " + literal(least) +
            " AND typeof(a) = 'integer'");
  EXPECT_EQ(asked.one("SELECT min(a) FROM t"), least);
  EXPECT_EQ(asked.one("SELECT max(a) FROM t"), integer(1));
}

TEST(SqlLiteral, KeepsInfinitiesAndBothZeros) {
  Asked asked;
  for (const double value :
       {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(), 0.0, -0.0,
        std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::max()}) {
    expect_same(asked, real(value));
  }
}

TEST(SqlLiteral, KeepsEveryPowerOfTwoAndItsNeighbours) {
  Asked asked;
  for (int exponent = -1074; exponent < 1024; ++exponent) {
    const double power = std::ldexp(1.0, exponent);
    expect_same(asked, real(power));
    expect_same(asked, real(std::nextafter(power, 0.0)));
    expect_same(asked, real(-std::nextafter(power, std::numeric_limits<double>::infinity())));
  }
}

constexpr int kManyReals = 25'000;

TEST(SqlLiteral, KeepsRealsOfAnyBits) {
  test::Random random;
  Asked asked;
  for (int i = 0; i < kManyReals && !::testing::Test::HasFailure(); ++i) {
    const auto value = std::bit_cast<double>(random.next());
    if (!std::isnan(value)) expect_same(asked, real(value));
  }
}

TEST(SqlLiteral, KeepsRealsThatPeopleWrite) {
  test::Random random;
  Asked asked;
  for (int i = 0; i < kManyReals && !::testing::Test::HasFailure(); ++i) {
    const auto digits = static_cast<double>(random.below(1'000'000'000'000'000));
    expect_same(asked, real(digits / std::pow(10.0, static_cast<double>(random.below(23)))));
  }
}

TEST(SqlLiteral, KeepsTheTiniestReals) {
  test::Random random;
  Asked asked;
  for (int i = 0; i < kManyReals / 10 && !::testing::Test::HasFailure(); ++i) {
    expect_same(asked, real(std::bit_cast<double>(random.next() >> (2 + random.below(60)))));
  }
}

TEST(SqlLiteral, KeepsTextWithNulQuotesAndBytesThatAreNoText) {
  Asked asked;
  for (const std::string_view bytes :
       {std::string_view(""), std::string_view("a\0b", 3), std::string_view("\0", 1), std::string_view("''"),
        std::string_view("\xFF"), std::string_view("\xED\xA0\x80"), std::string_view("\xC0\x80"),
        std::string_view("caf\xC3\xA9\n"), std::string_view("\xC2\x85\x7F"),
        std::string_view("\r\n.quit\n")}) {
    expect_same(asked, text(bytes));
  }
}

TEST(SqlLiteral, IsNotFooledByTextThatLooksLikeItsStandIns) {
  Asked asked;
  EXPECT_EQ(literal(text("\\n\n")), "replace('\\n\\_n','\\_n',char(10))");
  for (const std::string_view bytes :
       {"\\n\n", "\\\n", "\\_\n\\__n\\n", "\n_\\", "\\x0A\x0B\n\\_", "\\\\\n\r\\r"}) {
    expect_same(asked, text(bytes));
  }
}

TEST(SqlLiteral, KeepsRandomTextMadeOfTroublesomePieces) {
  constexpr std::string_view kPieces[] = {
      "\\", "_", "n",  "r",    "x",        "0",        "\n",  "\r", std::string_view("\0", 1),
      "'",  "a", "\t", "\x0A", "\xC3\xA9", "\xC2\x80", "\x1B"};
  test::Random random;
  Asked asked;
  for (int i = 0; i < 20'000 && !::testing::Test::HasFailure(); ++i) {
    std::string bytes;
    for (std::uint64_t left = random.below(12); left > 0; --left)
      bytes += kPieces[random.below(std::size(kPieces))];
    expect_same(asked, text(bytes));
  }
}

TEST(SqlLiteral, KeepsTextInDatabasesOfOtherEncodings) {
  for (const std::string_view encoding : {"UTF-16le", "UTF-16be"}) {
    Asked asked("PRAGMA encoding = '" + std::string(encoding) + "'; CREATE TABLE t (a);");
    const OwnedCell cell = text(std::string_view("\0caf\xC3\xA9\r\n", 8));
    asked.run("INSERT INTO t VALUES (" + literal(cell) + ")");
    EXPECT_EQ(asked.one("SELECT a FROM t"), cell);
  }
}

TEST(SqlLiteral, KeepsTextOfAllControlCharactersDeepInsideAStatement) {
  Asked asked;
  std::string bytes;
  for (int code = 0; code < 128; ++code) bytes += static_cast<char>(code);
  for (int code = 128; code < 160; ++code) bytes.append("\xC2").push_back(static_cast<char>(code));
  const std::string sql = literal(text(bytes));
  EXPECT_TRUE(asked.one("SELECT 1 WHERE 1 IN (SELECT 1 WHERE 'a' IS 'a' AND " + sql + " IS " + sql + ")") ==
              integer(1));
  EXPECT_TRUE(asked.one("SELECT " + sql) == text(bytes));
}

// What columns make of -0.0, so that what is said of it in documents is seen to be so.
TEST(NegativeZero, StaysOnlyInColumnsWithoutAffinity) {
  Asked asked("CREATE TABLE t (a, b BLOB, r REAL, n NUMERIC, i INTEGER, t TEXT);");
  asked.run("INSERT INTO t VALUES (-0.0, -0.0, -0.0, -0.0, -0.0, -0.0)");
  EXPECT_EQ(asked.one("SELECT a FROM t"), real(-0.0));
  EXPECT_EQ(asked.one("SELECT b FROM t"), real(-0.0));
  EXPECT_EQ(asked.one("SELECT r FROM t"), real(0.0));
  EXPECT_EQ(asked.one("SELECT n FROM t"), integer(0));
  EXPECT_EQ(asked.one("SELECT i FROM t"), integer(0));
  EXPECT_EQ(asked.one("SELECT t FROM t"), text("0.0"));
}

TEST(SqlRemark, StaysOneLineWhateverItSays) {
  std::string sql;
  append_remark(sql, "table a\nDROP TABLE b;\r\x1B[2J\xFF");
  EXPECT_EQ(sql, "-- table a\\nDROP TABLE b;\\r\\x1B[2J\\xFF\n");
}

TEST(IsStorable, RefusesWhatSqliteHasNoClassFor) {
  EXPECT_TRUE(is_storable(OwnedCell().view()));
  EXPECT_TRUE(is_storable(real(-0.0).view()));
  EXPECT_FALSE(is_storable(real(std::numeric_limits<double>::quiet_NaN()).view()));
  EXPECT_FALSE(is_storable({rows::CellTag::decimal, "15E-1"}));
  EXPECT_FALSE(is_storable({rows::CellTag::time, ""}));
}

}  // namespace
}  // namespace peel::sources::sqlite
