#include "invertible/rateless/cell_rows.hpp"

#include "peel/hashing/key_hasher.hpp"

#include "support/random.hpp"
#include "support/vector_targets.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace peel {
namespace {

using detail::CellRows;
using detail::fill_rows;
using detail::ItemWalk;

template <RatelessForm form>
bool are_at_the_same_point(ItemWalk<form>& a, ItemWalk<form>& b) {
  return a.cell() == b.cell() && a.state().weyl == b.state().weyl && a.state().sum == b.state().sum &&
         a.state().rescue == b.state().rescue;
}

// Groups of random sizes walk to one end after the other, each beside walks that go alone.
template <RatelessForm form>
void expect_rows_of_lone_walks(const std::vector<CellIndex>& ends) {
  test::Random random;
  const KeyHasher hashing(HashFamily::fast, random.seed());
  const auto rows = std::make_unique<CellRows>();
  std::uint64_t key = 0;
  for (int round = 0; round < 100; ++round) {
    std::array<ItemWalk<form>, CellRows::kWalks> walks, lone;
    const std::size_t count = random.below(CellRows::kWalks + 1);
    for (std::size_t i = 0; i < count; ++i) walks[i] = lone[i] = ItemWalk<form>(hashing(key++));
    for (const CellIndex end : ends) {
      fill_rows(std::span(walks).first(count), end, *rows);
      for (std::size_t i = 0; i < count; ++i) {
        std::vector<CellIndex> found, expected;
        detail::visit_row(*rows, i, walks[i], end, [&](CellIndex cell) { found.push_back(cell); });
        lone[i].visit_until(end, [&](CellIndex cell) { expected.push_back(cell); });
        std::ranges::sort(found);
        std::ranges::sort(expected);
        ASSERT_EQ(found, expected) << "item " << key - count + i << " to " << end;
        ASSERT_TRUE(are_at_the_same_point(walks[i], lone[i])) << "item " << key - count + i;
      }
    }
  }
}

class CellRowsByVectors : public testing::TestWithParam<std::int64_t> {
 protected:
  test::OnlyTarget only_{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Targets, CellRowsByVectors, testing::ValuesIn(test::vector_targets()),
                         [](const auto& target) { return std::string(hwy::TargetName(target.param)); });

TEST_P(CellRowsByVectors, HoldTheCellsOfLoneWalks) {
  const std::vector<CellIndex> ends = {1, 2, 33, 34, 1'056, 1'057, 1'500, 1'500, 100'000};
  expect_rows_of_lone_walks<RatelessForm::regular>(ends);
  expect_rows_of_lone_walks<RatelessForm::irregular>(ends);
}

// Some walks have more cells up to there than a row has room for, and all of them end.
TEST_P(CellRowsByVectors, HoldTheCellsOfWholeWalksOrLeaveTheRestToThem) {
  const auto last = static_cast<CellIndex>(kMaxRatelessCells);
  expect_rows_of_lone_walks<RatelessForm::regular>({last});
  expect_rows_of_lone_walks<RatelessForm::irregular>({last});
}

// The gap to the first point is made of a word of our choice, since fold(1, word) is that word.
template <RatelessForm form>
void expect_the_point_of(std::uint64_t word, CellRows& rows) {
  std::array<ItemWalk<form>, 1> walk = {ItemWalk<form>(KeyHash(word, 2))};
  walk[0].state().weyl = std::uint64_t{1} - kGolden;
  walk[0].state().other = word ^ 1;
  ItemWalk<form> lone = walk[0];
  fill_rows(walk, 1, rows);
  detail::visit_row(rows, 0, walk[0], 1, [](CellIndex) {});
  lone.visit_until(1, [](CellIndex) {});
  ASSERT_TRUE(are_at_the_same_point(walk[0], lone)) << word;
}

TEST_P(CellRowsByVectors, HaveThePointsOfWordsWithAnyNumberOfLeadingZeros) {
  test::Random random;
  const auto rows = std::make_unique<CellRows>();
  for (unsigned zeros = 0; zeros < 64; ++zeros) {
    for (int round = 0; round < 50; ++round) {
      const std::uint64_t word = random.next() >> zeros;
      for (const std::uint64_t tried : {word, ~std::uint64_t{0} >> zeros, word | word >> 1 | word >> 2}) {
        expect_the_point_of<RatelessForm::regular>(tried, *rows);
        expect_the_point_of<RatelessForm::irregular>(tried, *rows);
      }
    }
  }
}

}  // namespace
}  // namespace peel
