#include "peel/analysis/multilevel_turnover.hpp"

#include "peel/tables/multilevel_table.hpp"

#include "support/random.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace peel::analysis {
namespace {

MultilevelShape turnover_shape(std::vector<BucketCount> buckets, SlotCount slots = SlotCount(1)) {
  return MultilevelShape::from({.buckets = std::move(buckets), .slots = slots}).value();
}

TEST(ErlangLoss, IsTheShareOfTheLastTermInTheSum) {
  for (const double load : {0.01, 0.5, 1.0, 5.0, 40.0}) {
    for (std::uint64_t lines = 0; lines <= 20; ++lines) {
      double term = 1, sum = 1;
      for (std::uint64_t j = 1; j <= lines; ++j) sum += term *= load / static_cast<double>(j);
      EXPECT_NEAR(erlang_loss(load, SlotCount(lines)), term / sum, 1e-12);
    }
  }
}

TEST(ErlangLoss, OfOneLineIsTheShareOfTimeInWhichItIsTaken) {
  EXPECT_DOUBLE_EQ(erlang_loss(0.25, SlotCount(1)), 0.2);
}

TEST(MultilevelTurnover, LeavesAFifthOfThePapersItemsBehindTheFirstSubTable) {
  const auto shape = turnover_shape(
      {BucketCount(40'000), BucketCount(10'000), BucketCount(5'000), BucketCount(2'500), BucketCount(2'500)});
  const Turnover turnover = multilevel_turnover(shape, ItemCount(10'000));
  EXPECT_NEAR(turnover.items[0], 8'000, 1e-9);
  EXPECT_NEAR(turnover.items[1], 2'000 / 1.2, 1e-9);
  EXPECT_NEAR(turnover.crises, 1.19e-9, 0.005e-9);
}

TEST(MultilevelTurnover, HasNoCrisisAmongItemsThatCannotFillAllBucketsOfAKey) {
  const auto shape = turnover_shape({BucketCount(1), BucketCount(1)}, SlotCount(2));
  EXPECT_EQ(multilevel_turnover(shape, ItemCount(4)).crises, 0);
  EXPECT_GT(multilevel_turnover(shape, ItemCount(5)).crises, 0);
}

// A round erases three times as many items as there are, one at a time and any of them, and puts a new one in
// the place of each. One item in twenty outlives it, so rounds are as good as independent.
void compare_with_rounds(const MultilevelShape& shape, ItemCount items) {
  constexpr int kRounds = 40, kBefore = 3;
  test::Random random;
  MultilevelTable<std::uint64_t, char> table(shape,
                                             KeyedHash<std::uint64_t>(HashFamily::fast, random.seed()));
  std::vector<std::uint64_t> keys = random.distinct_keys(items.value);
  for (const std::uint64_t key : keys) table.insert_or_assign(key, 0);
  const std::size_t levels = shape.sub_tables();
  std::vector<double> sums(levels + 1), squares(levels + 1);
  for (int round = 0; round < kBefore + kRounds; ++round) {
    std::vector<double> seen(levels + 1);
    seen[levels] -= static_cast<double>(table.crises());
    for (std::uint64_t i = 0; i < 3 * items.value; ++i) {
      std::uint64_t& key = keys[random.below(items.value)];
      table.erase(key);
      key = random.next();
      table.insert_or_assign(key, 0);
    }
    seen[levels] += static_cast<double>(table.crises());
    table.for_each_slot([&](std::uint64_t, Level level) { seen[level.number - std::size_t{1}] += 1; });
    for (std::size_t i = 0; round >= kBefore && i <= levels; ++i) {
      sums[i] += seen[i];
      squares[i] += seen[i] * seen[i];
    }
  }
  const Turnover turnover = multilevel_turnover(shape, items);
  for (std::size_t i = 0; i <= levels; ++i) {
    const double mean = sums[i] / kRounds, deviation = std::sqrt(squares[i] / kRounds - mean * mean);
    const double expected =
        i < levels ? turnover.items[i] : turnover.crises * 3 * static_cast<double>(items.value);
    // Seven, since 40 rounds do not tell the deviation exactly.
    EXPECT_NEAR(mean, expected, 7 * deviation / std::sqrt(kRounds - 1)) << "level " << i + 1;
  }
}

TEST(SimulatedTableTurnover, HasTheItemsAndCrisesThatErlangForetells) {
  compare_with_rounds(
      turnover_shape({BucketCount(4'000), BucketCount(1'000), BucketCount(500), BucketCount(250)}),
      ItemCount(2'000));
}

TEST(SimulatedTableTurnover, HasThemInBucketsOfFourItemsToo) {
  compare_with_rounds(turnover_shape({BucketCount(500), BucketCount(125), BucketCount(62)}, SlotCount(4)),
                      ItemCount(2'000));
}

}  // namespace
}  // namespace peel::analysis
