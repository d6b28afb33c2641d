// Our order of values beside SQLite's.
#include "sources/sqlite/cell_order.hpp"

#include "sources/sqlite/database.hpp"
#include "sources/sqlite/temporary_database.hpp"
#include "support/random.hpp"

#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

namespace peel::sources::sqlite {
namespace {

struct Value {
  rows::NumberRoom room = {};
  std::string bytes = {};
  rows::Cell cell = {};
};

// Values that are near each other more often than chance would have it.
void draw(test::Random& random, Value& value) {
  const double near_two_to_63 = std::nextafter(0x1p63, 0);
  const std::vector<double> reals = {-0.0,    0.5,    -1.0,
                                     0x1p53,  0x1p63, near_two_to_63,
                                     -0x1p63, 1e300,  std::numeric_limits<double>::infinity()};
  const std::vector<std::int64_t> integers = {0,
                                              -1,
                                              1,
                                              (std::int64_t{1} << 53) + 1,
                                              std::numeric_limits<std::int64_t>::max(),
                                              std::numeric_limits<std::int64_t>::min(),
                                              std::numeric_limits<std::int64_t>::max() - 1023};
  switch (random.below(5)) {
    case 0:
      value.cell = {};
      break;
    case 1:
      value.cell = rows::integer_cell(integers[random.below(integers.size())], value.room);
      break;
    case 2:
      value.cell = rows::real_cell(reals[random.below(reals.size())], value.room);
      break;
    default:
      value.bytes.clear();
      for (std::uint64_t i = random.below(3); i > 0; --i)
        value.bytes += static_cast<char>(random.next() & 0x81);
      value.cell = {random.below(2) == 0 ? rows::CellTag::text : rows::CellTag::blob, value.bytes};
  }
}

TEST(SqliteCellOrder, IsTheOneOfSqlite) {
  const test::TemporaryDatabase file;
  auto database = Database::open(file.path(), Database::Access::read);
  ASSERT_TRUE(database);
  // NULL has no place among comparisons; it is the first in an ORDER BY.
  auto order = database->prepare(
      "SELECT CASE WHEN ?1 IS ?2 THEN 0 WHEN ?1 IS NULL THEN -1 WHEN ?2 IS NULL THEN 1 "
      "WHEN ?1 < ?2 THEN -1 ELSE 1 END");
  ASSERT_TRUE(order);
  test::Random random;
  for (int i = 0; i < 20'000; ++i) {
    Value left, right;
    draw(random, left);
    draw(random, right);
    ASSERT_TRUE(order->bind(0, left.cell) && order->bind(1, right.cell) && order->step());
    rows::NumberRoom room;
    const std::int64_t expected = rows::integer_of(order->cell(0, room));
    const auto ours = order_of(left.cell, right.cell);
    ASSERT_EQ(ours < 0   ? -1
              : ours > 0 ? 1
                         : 0,
              expected)
        << rows::text_of(left.cell) << " and " << rows::text_of(right.cell);
    order->reset();
  }
}

}  // namespace
}  // namespace peel::sources::sqlite
