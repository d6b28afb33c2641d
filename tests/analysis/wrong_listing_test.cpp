// Mistakes of listing with checks of 8 bits, which are short enough to see some, against the prediction.
#include "peel/analysis/wrong_listing.hpp"

#include "peel/invertible/iblt.hpp"

#include "support/random.hpp"

#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace peel::analysis {
namespace {

constexpr BitWidth kShort{8};

// A listing is wrong if it has a key that was never there.
double share_of_wrong_listings(const IbltSpec& spec, std::size_t keys, int trials) {
  const IbltShape shape = *IbltShape::from(spec);
  test::Random random;
  int wrong = 0;
  for (int trial = 0; trial < trials; ++trial) {
    const std::vector<std::uint64_t> all = random.distinct_keys(keys);
    const std::set<std::uint64_t> known(all.begin(), all.end());
    Iblt table(shape, HashFamily::fast, random.seed());
    for (std::size_t i = 0; i < keys; ++i)
      EXPECT_TRUE(i % 2 == 0 ? table.insert(all[i]) : table.erase(all[i]));
    const Listing listing = table.list();
    bool is_wrong = false;
    for (const Entries* entries : {&listing.inserted, &listing.deleted}) {
      for (std::size_t i = 0; i < entries->size(); ++i) is_wrong |= !known.contains(entries->key_integer(i));
    }
    wrong += is_wrong ? 1 : 0;
  }
  return static_cast<double>(wrong) / trials;
}

// The expectation counts every state of a cell. Listing looks at a cell when its turn comes and so misses
// some, and one mistake draws others after it: a factor of two either way, and five standard errors.
void expect_about(double seen, double predicted, int trials) {
  const double error = 5 * std::sqrt(predicted / trials);
  EXPECT_GT(seen, predicted / 2 - error);
  EXPECT_LT(seen, predicted * 1.2 + error);
}

TEST(WrongListing, IsAsFrequentAsPredictedForPartitionedTables) {
  const TableGeometry table{CellCount(152), HashCount(4), SegmentCount(4)};
  const double predicted = wrong_listing(ItemCount(100), table, kShort, PurityCounts::unit);
  constexpr int kTrials = 20'000;
  expect_about(share_of_wrong_listings({.cells = table.cells, .hashes = table.hashes, .check_bits = kShort},
                                       100, kTrials),
               predicted, kTrials);
}

TEST(WrongListing, IsAsFrequentAsPredictedForCoupledTables) {
  const TableGeometry table{CellCount(1400), HashCount(4), SegmentCount(20)};
  const double predicted = wrong_listing(ItemCount(1'000), table, kShort, PurityCounts::unit);
  constexpr int kTrials = 3'000;
  expect_about(
      share_of_wrong_listings(
          {.cells = table.cells, .hashes = table.hashes, .segments = table.sub_tables, .check_bits = kShort},
          1'000, kTrials),
      predicted, kTrials);
}

TEST(WrongListing, IsNotMoreFrequentThanPredictedForDuplicates) {
  const TableGeometry table{CellCount(152), HashCount(4), SegmentCount(4)};
  const double predicted = wrong_listing(ItemCount(100), table, kShort, PurityCounts::any_count);
  constexpr int kTrials = 10'000;
  const double seen = share_of_wrong_listings({.cells = table.cells,
                                               .hashes = table.hashes,
                                               .arithmetic = CellArithmetic::prime_field,
                                               .check_bits = kShort},
                                              100, kTrials);
  EXPECT_LT(seen, predicted + 5 * std::sqrt(predicted / kTrials));
  EXPECT_GT(seen, 0);  // most mixed cells give no key at all: a sum that is divided seldom fits 7 bytes
}

// The paper's reason why short checks do: the position test pays for the number of cells.
TEST(WrongListing, HardlyDependsOnTheNumberOfKeys) {
  const auto at = [](std::uint64_t n) {
    return wrong_listing(ItemCount(n), {CellCount(2 * n), HashCount(4), SegmentCount(4)}, BitWidth(24),
                         PurityCounts::unit);
  };
  EXPECT_NEAR(at(100'000'000) / at(100), 1, 1e-9);
}

TEST(WrongListing, HalvesWithEachBit) {
  const TableGeometry table{CellCount(152), HashCount(4), SegmentCount(4)};
  const double at_24 = wrong_listing(ItemCount(100), table, BitWidth(24), PurityCounts::unit);
  EXPECT_DOUBLE_EQ(wrong_listing(ItemCount(100), table, BitWidth(25), PurityCounts::unit), at_24 / 2);
}

TEST(WrongListing, NeedsTwoKeys) {
  const TableGeometry table{CellCount(8), HashCount(4), SegmentCount(4)};
  EXPECT_EQ(wrong_listing(ItemCount(1), table, kShort, PurityCounts::any_count), 0);
}

TEST(WrongListing, IsNotANumberForWhatIsNoTable) {
  EXPECT_TRUE(std::isnan(wrong_listing(ItemCount(9), {CellCount(8), HashCount(4), SegmentCount(3)}, kShort,
                                       PurityCounts::unit)));
}

}  // namespace
}  // namespace peel::analysis
