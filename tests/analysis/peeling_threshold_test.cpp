// Peeling thresholds against the papers' tables (as corrected by recomputation) and against second
// definitions of the same numbers: the IBLT paper's supremum, a plain search for the minimum, and peeling
// itself in the limit.
#include "peel/analysis/peeling.hpp"

#include "support/random.hpp"

#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <numeric>
#include <tuple>
#include <vector>

namespace peel::analysis {
namespace {

TEST(CellsPerKeyThreshold, IsTable1OfTheIbltPaperWithItsLastEntryCorrected) {
  EXPECT_NEAR(cells_per_key_threshold(3), 1.22179, 5e-6);
  EXPECT_NEAR(cells_per_key_threshold(4), 1.29487, 5e-6);
  EXPECT_NEAR(cells_per_key_threshold(5), 1.42495, 5e-6);
  EXPECT_NEAR(cells_per_key_threshold(6), 1.56966, 5e-6);
  EXPECT_NEAR(cells_per_key_threshold(7), 1.71888, 5e-6);  // printed: 1.721
}

TEST(CellsPerKeyThreshold, GivesTheCellCountsAtWhichThePaperSawListingSetIn) {
  EXPECT_NEAR(10'000 * cells_per_key_threshold(5), 14'249.5, 0.05);  // printed: near 14,250
  EXPECT_NEAR(100'000 * cells_per_key_threshold(5), 142'495, 0.5);   // printed: near 142,500
}

TEST(CellsPerKeyThreshold, IsTwoForTwoHashes) {
  EXPECT_EQ(cells_per_key_threshold(2), 2.0);
}

class ThresholdOfK : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Hashes, ThresholdOfK, testing::Range(2U, 12U));

TEST_P(ThresholdOfK, IsAtMostKCellsPerKey) {
  EXPECT_LE(cells_per_key_threshold(GetParam()), GetParam());
}

// The paper's definition: sup { a : for all x in (0,1), 1 - exp(-k a x^(k-1)) < x }, on a grid, by bisection.
// A tangency between two grid points is missed by the square of the grid's step; for k = 2 the supremum sits
// at x = 0 and is missed by about a quarter of the first grid point.
TEST_P(ThresholdOfK, IsTheSupremumThatThePaperDefinesItBy) {
  constexpr int kGrid = 20'000;
  const double k = GetParam();
  const auto stays_below = [k](double load) {
    for (int i = 1; i < kGrid; ++i) {
      const double x = static_cast<double>(i) / kGrid;
      if (!(1 - std::exp(-k * load * std::pow(x, k - 1)) < x)) return false;
    }
    return true;
  };
  double low = 0;
  double high = 1;
  for (int i = 0; i < 30; ++i) {
    const double middle = (low + high) / 2;
    (stays_below(middle) ? low : high) = middle;
  }
  EXPECT_NEAR(1 / cells_per_key_threshold(GetParam()), low, GetParam() == 2 ? 1.0 / kGrid : 2e-8);
}

TEST(CoreThreshold, IsTableIOfTheCounterPaperWithTwoEntriesCorrected) {
  EXPECT_NEAR(core_threshold(3, 2), 0.818469, 5e-7);
  EXPECT_NEAR(core_threshold(4, 2), 0.77228, 5e-6);  // printed: 0.773
  EXPECT_NEAR(core_threshold(5, 2), 0.70178, 5e-6);  // printed: 0.701
  EXPECT_NEAR(core_threshold(6, 2), 0.637081, 5e-7);
  EXPECT_NEAR(core_threshold(7, 2), 0.581775, 5e-7);
}

TEST(CoreThreshold, IsTheCounterPapersTableOfThreeCores) {
  EXPECT_NEAR(core_threshold(2, 3), 1.67546, 5e-6);
  EXPECT_NEAR(core_threshold(3, 3), 1.55283, 5e-6);
  EXPECT_NEAR(core_threshold(4, 3), 1.33364, 5e-6);
  EXPECT_NEAR(core_threshold(5, 3), 1.15777, 5e-6);
  EXPECT_NEAR(core_threshold(6, 3), 1.02163, 5e-6);
  EXPECT_NEAR(core_threshold(7, 3), 0.914576, 5e-7);
}

TEST(CoreThreshold, IsItsLimitAtZeroForOrdinaryGraphs) {
  EXPECT_EQ(core_threshold(2, 2), 0.5);
}

struct Core {
  unsigned k;
  unsigned j;
};

double poisson_tail(double x, unsigned from) {
  double sum = 0;
  for (unsigned i = from; i < from + 200; ++i) sum += std::exp(i * std::log(x) - x - std::lgamma(i + 1.0));
  return sum;
}

class ThresholdOfCore : public testing::TestWithParam<std::tuple<unsigned, unsigned>> {
 protected:
  Core core() const { return {std::get<0>(GetParam()), std::get<1>(GetParam())}; }
};
INSTANTIATE_TEST_SUITE_P(HashesAndDegrees, ThresholdOfCore,
                         testing::Combine(testing::Values(2U, 3U, 4U, 7U, 20U),
                                          testing::Values(2U, 3U, 5U, 10U)));

// Ternary search needs only that the function falls and then rises, not where its slope is zero.
TEST_P(ThresholdOfCore, IsTheMinimumOfMolloysFunctionToNineDigits) {
  const auto [k, j] = core();
  const auto log_load = [k = k, j = j](double log_x) {
    return log_x - std::log(k) - (k - 1) * std::log(poisson_tail(std::exp(log_x), j - 1));
  };
  double low = std::log(1e-11);
  double high = std::log(60.0);
  for (int i = 0; i < 120; ++i) {
    const double left = low + (high - low) / 3;
    const double right = high - (high - low) / 3;
    if (log_load(left) > log_load(right)) {
      low = left;
    } else {
      high = right;
    }
  }
  EXPECT_NEAR(core_threshold(k, j) / std::exp(log_load(low)), 1.0, 5e-10);
}

// Peeling in rounds, in the limit of large tables: q is the probability that a cell, seen from one of its
// keys, still holds j - 1 others.
TEST_P(ThresholdOfCore, SeparatesLoadsThatPeelAwayFromLoadsThatGetStuck) {
  const auto [k, j] = core();
  const auto left_over = [k = k, j = j](double load) {
    double q = 1;
    double before = 2;
    while (q > 1e-5 && before - q > 1e-12) {
      before = q;
      q = poisson_tail(k * load * std::pow(q, k - 1.0), j - 1);
    }
    return q;
  };
  EXPECT_LT(left_over(0.99 * core_threshold(k, j)), 1e-4);
  EXPECT_GT(left_over(1.01 * core_threshold(k, j)), 1e-2);
}

TEST(CoreThreshold, IsUndefinedForFewerThanTwoHashesOrDegreesBelowTwo) {
  EXPECT_TRUE(std::isnan(core_threshold(1, 2)));
  EXPECT_TRUE(std::isnan(core_threshold(0, 2)));
  EXPECT_TRUE(std::isnan(core_threshold(3, 1)));
  EXPECT_TRUE(std::isnan(cells_per_key_threshold(1)));
}

// Two sub-tables are a bipartite graph with keys as edges, and listing is complete if it has no cycle. The
// limit is missed by O(1/m), a small part of a standard error here.
TEST(CoreThreshold, OfTwoHashesStillLeavesTheProbabilityOfACycleBelowIt) {
  constexpr std::uint64_t kSubTableCells = 1000;
  constexpr int kKeys = 600;
  constexpr int kTrials = 4000;
  test::Random random;
  int complete = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<std::uint64_t> parent(2 * kSubTableCells);
    std::iota(parent.begin(), parent.end(), std::uint64_t{0});
    const auto root_of = [&parent](std::uint64_t cell) {
      while (parent[cell] != cell) cell = parent[cell] = parent[parent[cell]];
      return cell;
    };
    bool cycle = false;
    for (int key = 0; key < kKeys; ++key) {
      const std::uint64_t left = root_of(random.below(kSubTableCells));
      const std::uint64_t right = root_of(kSubTableCells + random.below(kSubTableCells));
      cycle = cycle || left == right;
      parent[left] = right;
    }
    complete += cycle ? 0 : 1;
  }
  const double expected = std::sqrt(1 - std::pow(2.0 * kKeys / (2 * kSubTableCells), 2));  // 0.8
  const double standard_error = std::sqrt(expected * (1 - expected) / kTrials);
  EXPECT_NEAR(static_cast<double>(complete) / kTrials, expected, 5 * standard_error);
}

}  // namespace
}  // namespace peel::analysis
