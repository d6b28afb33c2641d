// Count-Min's numbers against what the slides print, against enumeration of all placements, and there and
// back.
#include "peel/analysis/count_min.hpp"

#include "analysis/plain_shapes.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

namespace peel::analysis {
namespace {

using test::grid;

CountMinPromise promise(double epsilon, double delta) {
  return {*Rate::from(epsilon), *Rate::from(delta)};
}

// Calls visit with what others add to the counter of a key, for every way to place keys of these counts in
// one row; returns how many ways there are.
template <class Visit>
std::uint64_t for_all_placements(const std::vector<std::uint64_t>& counts, std::uint64_t columns,
                                 const Visit& visit) {
  std::uint64_t ways = 1;
  for (std::size_t i = 0; i < counts.size(); ++i) ways *= columns;
  for (std::uint64_t way = 0; way < ways; ++way) {
    std::uint64_t added = 0, rest = way;
    for (const std::uint64_t count : counts) {
      if (rest % columns == 0) added += count;  // the key itself has column 0
      rest /= columns;
    }
    visit(added);
  }
  return ways;
}

// FACTS of the slides: per row, for eps = 1/2 ... 1/100 and b = 2 / eps.
TEST(CountMinHardInstance, HasTheProbabilitiesThatWereComputedFromTheSlides) {
  EXPECT_NEAR(collision_probability(grid(1, 4), ItemCount(2)), 0.4375, 1e-15);
  EXPECT_NEAR(collision_probability(grid(1, 10), ItemCount(5)), 0.40951, 1e-15);
  EXPECT_NEAR(collision_probability(grid(1, 20), ItemCount(10)), 0.401263, 5e-7);
  EXPECT_NEAR(collision_probability(grid(1, 100), ItemCount(50)), 0.394994, 5e-7);
  EXPECT_NEAR(collision_probability(grid(1, 200), ItemCount(100)), 0.39423, 5e-6);
  EXPECT_NEAR(collision_probability(grid(1, 1 << 30), ItemCount(1 << 29)), 1 - std::exp(-0.5), 1e-9);
}

TEST(CountMinHardInstance, HappensInEveryRowIndependently) {
  EXPECT_NEAR(collision_probability(grid(3, 10), ItemCount(5)), std::pow(0.40951, 3), 1e-15);
}

TEST(CountMinHardInstance, IsWhatAllPlacementsCountOut) {
  const std::vector<std::uint64_t> counts(5, 7);
  std::uint64_t hit = 0;
  const std::uint64_t ways = for_all_placements(counts, 6, [&](std::uint64_t added) { hit += added >= 7; });
  EXPECT_NEAR(collision_probability(grid(1, 6), ItemCount(5)),
              static_cast<double>(hit) / static_cast<double>(ways), 1e-15);
}

TEST(CountMinHardInstance, NeverHappensWithoutOthersAndAlwaysInOneColumn) {
  EXPECT_EQ(collision_probability(grid(2, 5), ItemCount(0)), 0);
  EXPECT_EQ(collision_probability(grid(2, 1), ItemCount(1)), 1);
}

TEST(CountMinExcess, IsNByBOnAverageOverAllPlacements) {
  const std::vector<std::uint64_t> counts = {9, 4, 4, 2, 1};
  double sum = 0;
  const std::uint64_t ways =
      for_all_placements(counts, 5, [&](std::uint64_t added) { sum += static_cast<double>(added); });
  EXPECT_DOUBLE_EQ(sum / static_cast<double>(ways), expected_excess(grid(1, 5), CopyCount(20)));
}

TEST(CountMinExcess, IsNoMoreLikelyThanItsBoundOverAllPlacements) {
  const std::vector<std::uint64_t> counts = {9, 4, 4, 2, 1};
  for (std::uint64_t excess = 1; excess <= 21; ++excess) {
    double hit = 0;
    const std::uint64_t ways =
        for_all_placements(counts, 5, [&](std::uint64_t added) { hit += added >= excess ? 1 : 0; });
    const double share = hit / static_cast<double>(ways);
    for (const std::uint64_t rows : {1U, 3U}) {
      EXPECT_LE(std::pow(share, rows), excess_probability(grid(rows, 5), CopyCount(20), Excess{excess}))
          << excess << " or more in " << rows << " rows";
    }
  }
}

TEST(CountMinExcess, IsBoundedByMarkovInEachRow) {
  EXPECT_DOUBLE_EQ(excess_probability(grid(4, 200), CopyCount(10'000), Excess{100}), 1.0 / 16);
  EXPECT_DOUBLE_EQ(excess_probability(grid(3, 100), CopyCount(10'000), Excess{1000}), 1e-3);
  EXPECT_EQ(excess_probability(grid(3, 100), CopyCount(10'000), Excess{100}), 1);
  EXPECT_EQ(excess_probability(grid(3, 100), CopyCount(10'000), Excess{0}), 1);
  EXPECT_EQ(excess_probability(grid(3, 100), CopyCount(10'000), Excess{10'001}), 0);
}

TEST(CountMinMargin, IsTheLargestWholeNumberBelowTwoNByB) {
  EXPECT_EQ(count_min_margin(grid(3, 100), CopyCount(1000)), 19U);
  EXPECT_EQ(count_min_margin(grid(3, 100), CopyCount(1001)), 20U);
  EXPECT_EQ(count_min_margin(grid(3, 100), CopyCount(50)), 0U);
  EXPECT_EQ(count_min_margin(grid(3, 100), CopyCount(0)), 0U);
}

TEST(CountMinMargin, IsAtMostTheTotal) {
  constexpr CopyCount kMost(std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(count_min_margin(grid(3, 1), kMost), kMost.value);
  EXPECT_EQ(count_min_margin(grid(3, 1), kMost, *Rate::from(1e-9)), kMost.value);
}

TEST(CountMinMargin, ForADeltaOfTwoToTheMinusRowsIsThatOfTheSlides) {
  for (const std::uint64_t rows : {1U, 5U, 64U}) {
    for (const std::uint64_t total : {0U, 1U, 49U, 50U, 51U, 1000U, 1001U, 123'456U}) {
      const GridShape shape = grid(rows, 100);
      EXPECT_EQ(count_min_margin(shape, CopyCount(total), slides_delta(shape.rows())),
                count_min_margin(shape, CopyCount(total)));
    }
  }
}

TEST(CountMinMargin, IsJustBelowTheExcessOfThatProbability) {
  const Rate delta = *Rate::from(1e-6);
  const GridShape shape = grid(4, 777);
  const std::uint64_t margin = count_min_margin(shape, CopyCount(1'000'000), delta);
  EXPECT_LE(excess_probability(shape, CopyCount(1'000'000), Excess{margin + 1}), delta.value());
  EXPECT_GT(excess_probability(shape, CopyCount(1'000'000), Excess{margin}), delta.value());
}

TEST(InnerProductMargin, IsTheLargestWholeNumberBelowTwiceTheProductByB) {
  EXPECT_TRUE(inner_product_margin(grid(3, 100), {CopyCount(1000), CopyCount(10)}) == 199);
  EXPECT_TRUE(inner_product_margin(grid(3, 100), {CopyCount(1001), CopyCount(10)}) == 200);
  EXPECT_TRUE(inner_product_margin(grid(3, 7), {CopyCount(5), CopyCount(5)}) == 7);
  EXPECT_TRUE(inner_product_margin(grid(3, 7), {CopyCount(0), CopyCount(5)}) == 0);
}

TEST(InnerProductMargin, IsAtMostTheProductAndDoesNotWrap) {
  constexpr CopyCount kMost(std::numeric_limits<std::uint64_t>::max());
  const Uint128 product = static_cast<Uint128>(kMost.value) * kMost.value;
  EXPECT_TRUE(inner_product_margin(grid(1, 1), {kMost, kMost}) == product);
  EXPECT_TRUE(inner_product_margin(grid(1, 2), {kMost, kMost}) == product - 1);
  EXPECT_TRUE(inner_product_margin(grid(1, 4), {kMost, kMost}) == product / 2);
}

// Rows of two streams at once: the mean excess of the inner product is (n m - exact) / b, so Markov's
// inequality promises what the margin says.
TEST(InnerProductMargin, IsExceededByAtMostHalfOfAllPlacements) {
  const std::vector<std::uint64_t> first = {5, 3, 0, 1}, second = {2, 0, 4, 1};
  constexpr std::uint64_t kColumns = 4;
  const Uint128 margin = inner_product_margin(grid(1, kColumns), {CopyCount(9), CopyCount(7)});
  std::uint64_t beyond = 0, ways = 0;
  for (; ways < kColumns * kColumns * kColumns * kColumns; ++ways) {
    std::vector<std::uint64_t> a(kColumns), b(kColumns);
    std::uint64_t rest = ways, estimate = 0, exact = 0;
    for (std::size_t key = 0; key < first.size(); ++key, rest /= kColumns) {
      a[rest % kColumns] += first[key];
      b[rest % kColumns] += second[key];
      exact += first[key] * second[key];
    }
    for (std::size_t i = 0; i < kColumns; ++i) estimate += a[i] * b[i];
    beyond += estimate - exact > margin ? 1U : 0U;
  }
  EXPECT_LE(2 * beyond, ways);
}

TEST(CountMinGrid, OfTheSlidesHasTwoByEpsilonColumnsAndAsManyRowsAsDeltaHalves) {
  const auto shape = slides_grid(promise(0.01, 0.01), BitWidth(32));
  ASSERT_TRUE(shape);
  EXPECT_EQ(shape->columns().value, 200U);
  EXPECT_EQ(shape->rows().value, 7U);
  EXPECT_EQ(shape->bytes(), 7U * 200 * 4);
}

// FACTS 001.hh.b: epsilon = 1/3k asks for 6k columns.
TEST(CountMinGrid, OfTheSlidesForHeavyHittersHasSixKColumns) {
  for (std::uint64_t k = 1; k <= 1000; ++k) {
    const auto shape = slides_grid(promise(1 / (3.0 * static_cast<double>(k)), 0.5), BitWidth(32));
    ASSERT_EQ(shape->columns().value, 6 * k);
    ASSERT_EQ(shape->rows().value, 1U);
  }
}

class CountMinGrids : public testing::TestWithParam<CountMinPromise> {};

TEST_P(CountMinGrids, KeepTheirPromiseAndOneColumnLessDoesNot) {
  for (const std::uint64_t rows : {1U, 2U, 5U, 20U, 64U}) {
    const auto shape = grid_of_rows(GetParam(), RowCount(rows), BitWidth(32));
    ASSERT_TRUE(shape) << shape.error().sentence();
    EXPECT_LE(count_min_epsilon(*shape, GetParam().delta), GetParam().epsilon.value());
    const std::uint64_t columns = shape->columns().value;
    if (columns == 1) continue;
    EXPECT_GT(count_min_epsilon(grid(rows, columns - 1), GetParam().delta), GetParam().epsilon.value());
  }
}

TEST_P(CountMinGrids, OfTheSlidesPromiseTwoByBAndTwoToTheMinusR) {
  const auto shape = slides_grid(GetParam(), BitWidth(32));
  ASSERT_TRUE(shape) << shape.error().sentence();
  EXPECT_LE(slides_delta(shape->rows()).value(), GetParam().delta.value());
  EXPECT_EQ(count_min_epsilon(*shape, slides_delta(shape->rows())),
            2.0 / static_cast<double>(shape->columns().value));
  EXPECT_LE(count_min_epsilon(*shape, slides_delta(shape->rows())), GetParam().epsilon.value());
}

TEST_P(CountMinGrids, AreSmallestNearEByEpsilonColumns) {
  const auto smallest = smallest_grid(GetParam(), BitWidth(32));
  ASSERT_TRUE(smallest) << smallest.error().sentence();
  EXPECT_LE(count_min_epsilon(*smallest, GetParam().delta), GetParam().epsilon.value());
  EXPECT_LE(smallest->cells(), slides_grid(GetParam(), BitWidth(32))->cells());
  for (std::uint64_t rows = 1; rows <= kMaxGridRows; ++rows)
    EXPECT_LE(smallest->cells(), grid_of_rows(GetParam(), RowCount(rows), BitWidth(32))->cells());
  // The minimum of r delta^(-1/r) / epsilon is e ln(1/delta) / epsilon; whole rows and columns cost little.
  const double least = std::exp(1.0) * -std::log(GetParam().delta.value()) / GetParam().epsilon.value();
  if (least < 1000) return;
  EXPECT_NEAR(static_cast<double>(smallest->cells().value), least, 0.02 * least);
}

INSTANTIATE_TEST_SUITE_P(Grid, CountMinGrids,
                         testing::Values(promise(0.9, 0.9), promise(0.5, 0.5), promise(0.1, 0.01),
                                         promise(0.01, 0.01), promise(1.0 / 300, 0.001), promise(1e-4, 1e-6),
                                         promise(1e-6, 1e-3), promise(1e-3, 1e-7)));

TEST(CountMinGrid, RefusesWhatIsTooLargeInWordsOfThePromise) {
  const auto rows = slides_grid(promise(0.1, 1e-30), BitWidth(32));
  ASSERT_FALSE(rows);
  EXPECT_EQ(rows.error().code(), ErrorCode::limit_exceeded);
  EXPECT_EQ(rows.error().sentence(), "a delta of 1e-30 needs more than 64 rows");
  const auto columns = slides_grid(promise(1e-300, 0.5), BitWidth(64));
  ASSERT_FALSE(columns);
  EXPECT_EQ(columns.error().sentence(),
            "an epsilon of 1e-300 in 1 row needs a grid of more than 1099511627776 bytes");
  EXPECT_FALSE(smallest_grid(promise(1e-300, 0.5), BitWidth(64)));
  EXPECT_FALSE(grid_of_rows(promise(0.1, 0.1), RowCount(0), BitWidth(32)));
  EXPECT_FALSE(grid_of_rows(promise(0.1, 0.1), RowCount(1), BitWidth(12)));
}

}  // namespace
}  // namespace peel::analysis
