#include "peel/frequency/count_min_sketch.hpp"

#include <array>
#include <gtest/gtest.h>

namespace peel {
namespace {

// The worked example of the slides [Maheshwari 2018]: ten columns, three rows, the stream x, y, y. Its
// columns count from 1, ours from 0.
TEST(CountMinSketch, FillsTheTableOfTheSlides) {
  const auto shape = GridShape::from({RowCount(3), ColumnCount(10)});
  ASSERT_TRUE(shape);
  auto sketch = CountMinSketch::make(*shape, CountMinRule::plain, HashFamily::fast, Seed(1));
  ASSERT_TRUE(sketch);
  constexpr std::array<std::uint64_t, 3> kX = {2, 7, 4}, kY = {5, 7, 0};
  sketch->add(Columns{kX});
  sketch->add(Columns{kY});
  sketch->add(Columns{kY});
  constexpr std::uint64_t kTable[3][10] = {
      {0, 0, 1, 0, 0, 2, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 3, 0, 0}, {2, 0, 0, 0, 1, 0, 0, 0, 0, 0}};
  for (std::uint64_t row = 0; row < 3; ++row) {
    for (std::uint64_t column = 0; column < 10; ++column)
      EXPECT_EQ(sketch->counter(RowCount(row), ColumnCount(column)), kTable[row][column]);
  }
  EXPECT_EQ(sketch->bounds(Columns{kX}).upper, 1U);
  EXPECT_EQ(sketch->bounds(Columns{kY}).upper, 2U);
}

}  // namespace
}  // namespace peel
