#include "invertible/rateless/item_walk.hpp"

#include "peel/analysis/rateless.hpp"
#include "peel/hashing/key_hasher.hpp"

#include "support/random.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

namespace peel {
namespace {

using detail::ItemWalk;
using detail::kNoCell;

template <RatelessForm form>
std::vector<CellIndex> visited(const KeyHash& hash, CellIndex end) {
  std::vector<CellIndex> cells;
  ItemWalk<form>(hash).visit_until(end, [&](CellIndex cell) { cells.push_back(cell); });
  return cells;
}

template <RatelessForm form>
std::vector<CellIndex> walked(const KeyHash& hash, CellIndex end) {
  std::vector<CellIndex> cells;
  for (ItemWalk<form> walk(hash); walk.cell() < end; walk.advance()) cells.push_back(walk.cell());
  return cells;
}

template <RatelessForm form>
void expect_ascending_and_the_same_either_way() {
  const KeyHasher hashing(HashFamily::fast, Seed(test::test_seed()));
  for (std::uint64_t key = 0; key < 2'000; ++key) {
    const std::vector<CellIndex> cells = walked<form>(hashing(key), 5'000);
    ASSERT_FALSE(cells.empty());
    ASSERT_EQ(cells[0], 0U);
    ASSERT_TRUE(std::ranges::is_sorted(cells, std::less_equal())) << key;
    std::vector<CellIndex> unordered = visited<form>(hashing(key), 5'000);
    std::ranges::sort(unordered);
    ASSERT_EQ(unordered, cells) << key;
  }
}

TEST(RatelessWalk, CellsComeInAscendingOrderAndEachOnce) {
  expect_ascending_and_the_same_either_way<RatelessForm::regular>();
  expect_ascending_and_the_same_either_way<RatelessForm::irregular>();
}

template <RatelessForm form>
void expect_to_go_on_where_it_stopped() {
  test::Random random;
  const KeyHasher hashing(HashFamily::fast, random.seed());
  for (std::uint64_t key = 0; key < 1'000; ++key) {
    ItemWalk<form> walk(hashing(key));
    std::vector<CellIndex> cells;
    const auto keep = [&](CellIndex cell) { cells.push_back(cell); };
    CellIndex end = 0;
    while (end < 4'000) walk.visit_until(end += static_cast<CellIndex>(1 + random.below(700)), keep);
    std::ranges::sort(cells);
    ASSERT_EQ(cells, walked<form>(hashing(key), end));
  }
}

TEST(RatelessWalk, GoesOnWhereItStopped) {
  expect_to_go_on_where_it_stopped<RatelessForm::regular>();
  expect_to_go_on_where_it_stopped<RatelessForm::irregular>();
}

TEST(RatelessWalk, EndsBeforeTheLastCellThatAStreamMayHave) {
  ItemWalk<RatelessForm::regular> walk(KeyHash(1, 2));
  CellIndex last = 0;
  for (; walk.cell() != kNoCell; walk.advance()) last = walk.cell();
  EXPECT_GT(last, CellIndex{1} << 24);
  EXPECT_LT(last, kMaxRatelessCells);
}

// How many of the keys are in each of the first cells, and in a few far ones, against what analysis/ says.
template <RatelessForm form>
void expect_shares(const std::function<std::uint64_t(std::uint64_t)>& key) {
  constexpr std::uint64_t kKeys = 60'000;
  constexpr CellIndex kEnd = 1'200;
  const KeyHasher hashing(HashFamily::fast, Seed(test::test_seed()));
  std::vector<double> members(kEnd);
  for (std::uint64_t i = 0; i < kKeys; ++i) {
    ItemWalk<form>(hashing(key(i))).visit_until(kEnd, [&](CellIndex cell) { ++members[cell]; });
  }
  EXPECT_EQ(members[0], kKeys);
  for (CellIndex cell = 1; cell < kEnd; ++cell) {
    const double share = analysis::rateless_share(form, cell);
    const double error = std::sqrt(kKeys * share * (1 - share));
    ASSERT_NEAR(members[cell], kKeys * share, 6 * error) << "cell " << cell;
  }
}

TEST(RatelessWalk, SharesAreThoseOfTheAnalysis) {
  for (const auto& key : std::vector<std::function<std::uint64_t(std::uint64_t)>>{
           [](std::uint64_t i) { return i; }, [](std::uint64_t i) { return 2 * i; },
           [](std::uint64_t i) { return i << 20; }, [](std::uint64_t i) { return scramble(i); }}) {
    expect_shares<RatelessForm::regular>(key);
    expect_shares<RatelessForm::irregular>(key);
  }
}

// Whether an item is in one cell says nothing about another.
TEST(RatelessWalk, NeighbouringCellsAreIndependent) {
  constexpr std::uint64_t kKeys = 100'000;
  const KeyHasher hashing(HashFamily::fast, Seed(test::test_seed()));
  std::vector<double> both(20);
  for (std::uint64_t i = 0; i < kKeys; ++i) {
    std::vector<bool> in(21);
    ItemWalk<RatelessForm::regular>(hashing(i)).visit_until(21, [&](CellIndex cell) { in[cell] = true; });
    for (std::size_t cell = 1; cell < 20; ++cell) both[cell] += in[cell] && in[cell + 1] ? 1 : 0;
  }
  for (std::size_t cell = 1; cell < 20; ++cell) {
    const double share = analysis::rateless_share(RatelessForm::regular, cell) *
                         analysis::rateless_share(RatelessForm::regular, cell + 1);
    EXPECT_NEAR(both[cell], kKeys * share, 6 * std::sqrt(kKeys * share * (1 - share))) << "cell " << cell;
  }
}

// The first vectors of docs/formats/rateless-walk.md; tests/conformance has them all. They may never change.
TEST(RatelessWalk, CellsAreThoseOfTheSpecification) {
  const KeyHash hash = KeyHasher(HashFamily::fast, kDefaultSeed)(0);
  EXPECT_THAT(walked<RatelessForm::regular>(hash, 1'000'000),
              testing::ElementsAre(0, 6, 12, 20, 21, 25, 37, 53, 59, 110, 271, 300, 783, 3686, 5203, 9951,
                                   25602, 34667, 40401, 45114, 90288, 130092, 130413, 305281, 445399));
  EXPECT_THAT(walked<RatelessForm::irregular>(hash, 1'000'000),
              testing::ElementsAre(0, 9, 24, 48, 50, 62, 106, 131, 174, 197, 200, 202, 428, 461, 466, 560,
                                   1022, 1559, 1788, 6487, 52982, 84652, 204406, 738858));
}

}  // namespace
}  // namespace peel
