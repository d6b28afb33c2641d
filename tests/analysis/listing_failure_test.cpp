// Predicted failures of listing against nature: all placements of a few keys in tiny tables, and simulated
// peeling of larger ones.
#include "peel/analysis/listing_failure.hpp"

#include "peel/analysis/irregular_peeling.hpp"
#include "peel/analysis/peeling.hpp"

#include "analysis/simulated_peeling.hpp"
#include "support/random.hpp"

#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace peel::analysis {
namespace {

TableGeometry partitioned(std::uint64_t cells, std::uint64_t k) {
  return {CellCount{cells}, HashCount{k}, SegmentCount{k}};
}
TableGeometry irregular(std::uint64_t cells) {
  return {CellCount{cells}, HashCount{8}, SegmentCount{8}, densest_light_keys()};
}
TableGeometry coupled(std::uint64_t cells, std::uint64_t k, std::uint64_t segments) {
  return {CellCount{cells}, HashCount{k}, SegmentCount{segments}};
}

// ---- all placements of a few keys -------------------------------------------------------------------------

struct Enumerated {
  double stopping_sets = 0;  // on average
  double failure = 0;
};

using Cells = std::vector<std::uint64_t>;  // of one key

std::vector<Cells> all_places(const TableGeometry& table) {
  const std::uint64_t k = table.hashes.value;
  const std::uint64_t sub_cells = table.cells.value / table.sub_tables.value;
  std::vector<Cells> places;
  for (std::uint64_t window = 0; window + k <= table.sub_tables.value; ++window) {
    std::vector<Cells> partial(1);
    for (std::uint64_t i = 0; i < k; ++i) {
      std::vector<Cells> longer;
      for (const Cells& cells : partial) {
        for (std::uint64_t cell = 0; cell < sub_cells; ++cell) {
          longer.push_back(cells);
          longer.back().push_back((window + i) * sub_cells + cell);
        }
      }
      partial = longer;
    }
    places.insert(places.end(), partial.begin(), partial.end());
  }
  return places;
}

bool is_stopping_set(const std::vector<const Cells*>& keys, std::uint64_t chosen, std::uint64_t cells,
                     KeysPerCell shown) {
  std::vector<int> count(cells);
  for (std::size_t key = 0; key < keys.size(); ++key) {
    if ((chosen >> key & 1U) == 0) continue;
    for (const std::uint64_t cell : *keys[key]) ++count[cell];
  }
  for (const int keys_there : count) {
    if (keys_there > 0 && keys_there <= static_cast<int>(shown)) return false;
  }
  return true;
}

// Listing fails exactly if some set of keys is a stopping set.
Enumerated enumerate(unsigned n, const TableGeometry& table, KeysPerCell shown) {
  const std::vector<Cells> places = all_places(table);
  std::vector<std::size_t> choice(n);
  Enumerated sum;
  double placements = 0;
  for (bool done = false; !done;) {
    std::vector<const Cells*> keys;
    for (const std::size_t at : choice) keys.push_back(&places[at]);
    bool fails = false;
    for (std::uint64_t chosen = 1; chosen < (std::uint64_t{1} << n); ++chosen) {
      if (!is_stopping_set(keys, chosen, table.cells.value, shown)) continue;
      fails = true;
      sum.stopping_sets += 1;
    }
    sum.failure += fails ? 1 : 0;
    placements += 1;
    std::size_t digit = 0;
    while (digit < n && ++choice[digit] == places.size()) choice[digit++] = 0;
    done = digit == n;
  }
  return {sum.stopping_sets / placements, sum.failure / placements};
}

struct TinyCase {
  unsigned n;
  TableGeometry table;
  KeysPerCell shown = KeysPerCell::one;
};
class TinyTable : public testing::TestWithParam<TinyCase> {};
INSTANTIATE_TEST_SUITE_P(AllPlacements, TinyTable,
                         testing::Values(TinyCase{2, partitioned(9, 3)}, TinyCase{3, partitioned(6, 3)},
                                         TinyCase{3, partitioned(9, 3)}, TinyCase{4, partitioned(6, 3)},
                                         TinyCase{4, partitioned(8, 4)}, TinyCase{3, coupled(8, 3, 4)},
                                         TinyCase{4, coupled(8, 3, 4)}, TinyCase{4, coupled(10, 3, 5)},
                                         TinyCase{4, coupled(12, 2, 6)}, TinyCase{4, coupled(8, 2, 4)}));

INSTANTIATE_TEST_SUITE_P(AllPlacementsOfPairs, TinyTable,
                         testing::Values(TinyCase{3, partitioned(6, 2), KeysPerCell::two},
                                         TinyCase{4, partitioned(6, 2), KeysPerCell::two},
                                         TinyCase{5, partitioned(6, 2), KeysPerCell::two},
                                         TinyCase{6, partitioned(4, 2), KeysPerCell::two},
                                         TinyCase{5, partitioned(6, 3), KeysPerCell::two},
                                         TinyCase{4, coupled(8, 2, 4), KeysPerCell::two},
                                         TinyCase{6, coupled(6, 2, 3), KeysPerCell::two},
                                         TinyCase{6, coupled(5, 2, 5), KeysPerCell::two},
                                         TinyCase{6, coupled(6, 3, 6), KeysPerCell::two}));

TEST_P(TinyTable, HasAsManySmallStoppingSetsAsExpected) {
  const auto& [n, table, shown] = GetParam();
  const double expected = expected_small_stopping_sets(ItemCount{n}, table, shown);
  EXPECT_NEAR(expected / enumerate(n, table, shown).stopping_sets, 1, 1e-12);
}

TEST_P(TinyTable, FailsWithinTheRangeThatIsPredicted) {
  const auto& [n, table, shown] = GetParam();
  const ListingFailure predicted = listing_failure(ItemCount{n}, table, shown);
  const double truth = enumerate(n, table, shown).failure;
  EXPECT_LE(predicted.least, truth * (1 + 1e-12));
  EXPECT_GE(predicted.most, truth * (1 - 1e-12));
}

TEST(ListingFailure, IsExactForTwoKeys) {
  EXPECT_NEAR(listing_failure(ItemCount{2}, partitioned(12, 4)).probability, 1.0 / 81, 1e-15);
  EXPECT_NEAR(listing_failure(ItemCount{2}, coupled(60, 3, 6)).probability, 1.0 / 4'000, 1e-15);
  EXPECT_EQ(listing_failure(ItemCount{2}, partitioned(4, 4)).probability, 1);
}

// ---- limits
// ------------------------------------------------------------------------------------------------

TEST(ListingFailure, OfPairsIsExactForThreeKeysAndNoneForTwo) {
  EXPECT_NEAR(listing_failure(ItemCount{3}, partitioned(12, 4), KeysPerCell::two).probability, 1.0 / 6'561,
              1e-15);
  EXPECT_NEAR(listing_failure(ItemCount{3}, coupled(60, 3, 6), KeysPerCell::two).probability, 1.0 / 16e6,
              1e-18);
  EXPECT_EQ(listing_failure(ItemCount{2}, partitioned(4, 4), KeysPerCell::two).most, 0);
}

TEST(ListingFailure, IsNoneForOneKey) {
  EXPECT_EQ(listing_failure(ItemCount{0}, partitioned(3, 3)).probability, 0);
  EXPECT_EQ(listing_failure(ItemCount{1}, partitioned(3, 3)).most, 0);
  EXPECT_EQ(listing_failure(ItemCount{1}, coupled(100, 4, 20)).most, 0);
}

TEST(ListingFailure, IsCertainForMoreKeysThanCells) {
  EXPECT_EQ(listing_failure(ItemCount{101}, partitioned(100, 4)).least, 1);
  EXPECT_EQ(listing_failure(ItemCount{201}, partitioned(100, 4), KeysPerCell::two).least, 1);
}

TEST(ListingFailure, IsCertainFarBelowTheThreshold) {
  EXPECT_GT(listing_failure(ItemCount{1'000}, partitioned(1'200, 4)).probability, 0.9999);
  EXPECT_GT(listing_failure(ItemCount{1'000'000'000}, partitioned(1'290'000'000, 4)).probability, 0.9999);
  EXPECT_GT(listing_failure(ItemCount{1'000'000}, coupled(1'050'000, 4, 100)).probability, 0.9999);
}

TEST(ListingFailure, IsRareAboveTheThresholdUpToABillionKeys) {
  EXPECT_LT(listing_failure(ItemCount{1'000'000'000}, partitioned(1'300'000'000, 4)).probability, 1e-9);
  EXPECT_LT(listing_failure(ItemCount{1'000'000'000}, coupled(1'100'000'000, 4, 200)).probability, 1e-9);
  EXPECT_LT(
      listing_failure(ItemCount{1'000'000'000}, coupled(540'000'000, 3, 200), KeysPerCell::two).probability,
      1e-9);
}

// At the threshold itself half of all tables fail, and few more while they are small. [Dembo, Montanari 2008]
TEST(ListingFailure, TendsToOneHalfAtTheThreshold) {
  const auto at_threshold = [](double n) {
    const auto cells = static_cast<std::uint64_t>(n * cells_per_key_threshold(4));
    return listing_failure(ItemCount{static_cast<std::uint64_t>(n)}, partitioned(cells, 4)).probability;
  };
  EXPECT_GT(at_threshold(1e4), at_threshold(1e7));
  EXPECT_GT(at_threshold(1e7), at_threshold(1e9));
  EXPECT_NEAR(at_threshold(1e9), 0.5, 0.05);
}

TEST(ListingFailure, IsUndefinedForWhatIsNoTable) {
  EXPECT_TRUE(std::isnan(listing_failure(ItemCount{5}, partitioned(10, 1)).probability));
  EXPECT_TRUE(std::isnan(listing_failure(ItemCount{5}, partitioned(10, 9)).probability));
  EXPECT_TRUE(std::isnan(listing_failure(ItemCount{5}, partitioned(0, 3)).probability));
  EXPECT_TRUE(std::isnan(listing_failure(ItemCount{5}, coupled(100, 4, 3)).probability));
  EXPECT_TRUE(std::isnan(expected_small_stopping_sets(ItemCount{5}, coupled(100, 4, 3))));
}

TEST(ListingFailure, HasAnAnswerForEveryGeometry) {
  for (const std::uint64_t k : {2U, 3U, 4U, 5U, 6U, 7U, 8U}) {
    for (const std::uint64_t segments : {k, k + 1, k + 7, std::uint64_t{30}, std::uint64_t{65'535}}) {
      for (const std::uint64_t n : {5U, 60U, 3'000U, 3'000'000'000U}) {
        for (const double ratio : {0.1, 0.6, 1.0, 1.3, 8.0, -0.6, -1.3}) {  // negative: pairs
          const auto cells = static_cast<std::uint64_t>(std::ceil(std::abs(ratio) * static_cast<double>(n)));
          const KeysPerCell shown = ratio < 0 ? KeysPerCell::two : KeysPerCell::one;
          const ListingFailure failure = listing_failure(ItemCount{n}, coupled(cells, k, segments), shown);
          EXPECT_TRUE(0 <= failure.least && failure.least <= failure.probability &&
                      failure.probability <= failure.most && failure.most <= 1)
              << n << " keys, " << cells << " cells, k=" << k << ", " << segments
              << " sub-tables: " << failure.least << " <= " << failure.probability << " <= " << failure.most;
        }
      }
    }
  }
}

class FailureOfN : public testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Keys, FailureOfN,
                         testing::Values(3U, 10U, 60U, 1'000U, 10'000U, 1'000'000U, 100'000'000U));

TEST_P(FailureOfN, FallsAsAPartitionedTableGrows) {
  for (const std::uint64_t k : {3U, 4U, 5U, 6U, 7U, 8U}) {
    double before = 1;
    for (double cells = static_cast<double>(GetParam()); cells < 8.0 * static_cast<double>(GetParam());
         cells *= 1.01) {
      const double now =
          listing_failure(ItemCount{GetParam()}, partitioned(static_cast<std::uint64_t>(cells), k))
              .probability;
      EXPECT_LE(now, before * (1 + 1e-9)) << "k=" << k << ", " << cells << " cells";
      before = now;
    }
  }
}

TEST_P(FailureOfN, FallsAsACoupledTableGrows) {
  const SegmentCount segments = best_segments(ItemCount{GetParam()}, HashCount{4});
  double before = 1;
  for (double cells = static_cast<double>(GetParam()); cells < 4.0 * static_cast<double>(GetParam());
       cells *= 1.01) {
    const auto table = coupled(static_cast<std::uint64_t>(cells), 4, segments.value);
    const double now = listing_failure(ItemCount{GetParam()}, table).probability;
    EXPECT_LE(now, before * (1 + 1e-9)) << cells << " cells";
    before = now;
  }
}

TEST_P(FailureOfN, FallsAsATableOfPairsGrows) {
  const SegmentCount segments =
      best_segments(ItemCount{GetParam()}, HashCount{3}, *Rate::from(1e-3), KeysPerCell::two);
  for (const TableGeometry& kind :
       {partitioned(0, 2), partitioned(0, 3), partitioned(0, 5), partitioned(0, 7),
        coupled(0, 3, segments.value), coupled(0, 2, segments.value)}) {
    double before = 1;
    for (double cells = static_cast<double>(GetParam()) / 2; cells < 4.0 * static_cast<double>(GetParam());
         cells *= 1.01) {
      const TableGeometry table{CellCount{static_cast<std::uint64_t>(cells)}, kind.hashes, kind.sub_tables};
      const double now = listing_failure(ItemCount{GetParam()}, table, KeysPerCell::two).probability;
      EXPECT_LE(now, before * (1 + 1e-9)) << "k=" << kind.hashes.value << ", " << kind.sub_tables.value
                                          << " sub-tables, " << cells << " cells";
      before = now;
    }
  }
}

TEST(FewestCells, AreJustEnough) {
  const Rate target = *Rate::from(1e-3);
  const CellCount cells = fewest_cells(ItemCount{500}, HashCount{4}, SegmentCount{4}, target);
  EXPECT_LE(listing_failure(ItemCount{500}, partitioned(cells.value, 4)).probability, 1e-3);
  EXPECT_GT(listing_failure(ItemCount{500}, partitioned(cells.value - 4, 4)).probability, 1e-3);
}

TEST(FewestCells, OfOneKeyAreOneInEachSubTable) {
  EXPECT_EQ(fewest_cells(ItemCount{1}, HashCount{3}, SegmentCount{3}, *Rate::from(1e-9)).value, 3U);
}

TEST(BestSegments, NeedFewerCellsThanHalfOrTwiceAsMany) {
  const Rate target = *Rate::from(1e-2);
  const auto cells = [&](std::uint64_t segments) {
    return fewest_cells(ItemCount{10'000}, HashCount{4}, SegmentCount{segments}, target);
  };
  const std::uint64_t best = best_segments(ItemCount{10'000}, HashCount{4}, target).value;
  EXPECT_LT(cells(best), cells(best / 2));
  EXPECT_LT(cells(best), cells(best * 2));
}

TEST(BestSegments, OfTheRuleOfThumbCostLessThanThreePerCentOfTheCells) {
  for (const std::uint64_t n : {2'000U, 10'000U, 100'000U, 1'000'000U}) {
    const Rate target = *Rate::from(1e-3);
    const SegmentCount best = best_segments(ItemCount{n}, HashCount{4}, target);
    const SegmentCount rule = best_segments(ItemCount{n}, HashCount{4});
    const auto least = static_cast<double>(fewest_cells(ItemCount{n}, HashCount{4}, best, target).value);
    EXPECT_LT(static_cast<double>(fewest_cells(ItemCount{n}, HashCount{4}, rule, target).value), 1.03 * least)
        << n << " keys: " << best.value << " segments, by the rule " << rule.value;
  }
}

// Two keys in sub-tables of two cells: light ones have 3 of 5 sub-tables, 10 choices of them with 8 of cells.
TEST(SmallStoppingSets, OfIrregularTablesArePairsOfOneKind) {
  const double light = 16'384 / 65'536.0;
  const TableGeometry table{CellCount{10}, HashCount{5}, SegmentCount{5}, {HashCount{3}, 16'384}};
  const double pair = light * light / 80 + (1 - light) * (1 - light) / 32;
  EXPECT_NEAR(expected_small_stopping_sets(ItemCount{2}, table), pair, 1e-15);
  EXPECT_NEAR(expected_small_stopping_sets(ItemCount{9}, table), 36 * pair, 1e-13);
  EXPECT_NEAR(listing_failure(ItemCount{2}, table).probability, pair, 1e-15);
}

TEST(ListingFailure, IsUnknownForLightKeysOfTwoCells) {
  const TableGeometry table{CellCount{100}, HashCount{5}, SegmentCount{5}, {HashCount{2}, 16'384}};
  EXPECT_TRUE(std::isnan(listing_failure(ItemCount{20}, table).probability));
}

TEST(ListingFailure, OfOtherLightKeysThanTheMeasuredOnesIsAGuess) {
  TableGeometry table = irregular(1'360);
  EXPECT_TRUE(listing_failure(ItemCount{1'050}, table).measured);
  table.light.share = 50'000;
  const ListingFailure guess = listing_failure(ItemCount{1'050}, table);
  EXPECT_FALSE(guess.measured);
  EXPECT_LT(guess.least, guess.probability);
  EXPECT_GT(guess.most, guess.probability);
}

TEST(BestSegments, AreMoreThanHashesAndGrowWithTheKeys) {
  std::uint64_t before = 5;
  for (const std::uint64_t n : {1U, 1'000U, 10'000U, 100'000U, 1'000'000U, 1'000'000'000U}) {
    const std::uint64_t now = best_segments(ItemCount{n}, HashCount{4}).value;
    EXPECT_GE(now, before) << n << " keys";
    EXPECT_LE(now, 65'535U);
    before = now;
  }
}

// ---- simulated tables
// --------------------------------------------------------------------------------------

struct SimulatedCase {
  std::uint32_t n;
  TableGeometry table;
  unsigned trials;
};
class SimulatedTable : public testing::TestWithParam<SimulatedCase> {};
INSTANTIATE_TEST_SUITE_P(OfAllSizes, SimulatedTable,
                         testing::Values(SimulatedCase{10, partitioned(30, 5), 100'000},      //
                                         SimulatedCase{10, partitioned(28, 4), 100'000},      //
                                         SimulatedCase{30, partitioned(60, 4), 50'000},       //
                                         SimulatedCase{100, partitioned(152, 4), 30'000},     //
                                         SimulatedCase{300, partitioned(430, 4), 10'000},     //
                                         SimulatedCase{1'000, partitioned(1'300, 3), 4'000},  //
                                         SimulatedCase{1'000, partitioned(1'480, 5), 4'000},  //
                                         SimulatedCase{5'000, partitioned(6'560, 4), 1'000},  //
                                         SimulatedCase{1'000, coupled(1'400, 4, 12), 3'000},  //
                                         SimulatedCase{10'000, coupled(12'150, 4, 25), 500},  //
                                         SimulatedCase{20'000, coupled(24'000, 3, 30), 300},  //
                                         SimulatedCase{100, irregular(160), 30'000},          //
                                         SimulatedCase{300, irregular(400), 10'000},          //
                                         SimulatedCase{1'000, irregular(1'240), 4'000},       //
                                         SimulatedCase{3'000, irregular(3'600), 1'500},       //
                                         SimulatedCase{10'000, irregular(11'880), 400}));

// The same for cells that show two keys.
class SimulatedPairs : public testing::TestWithParam<SimulatedCase> {};
INSTANTIATE_TEST_SUITE_P(Trials, SimulatedPairs,
                         testing::Values(SimulatedCase{30, partitioned(26, 2), 20'000},     //
                                         SimulatedCase{20, partitioned(18, 3), 20'000},     //
                                         SimulatedCase{100, partitioned(78, 3), 10'000},    //
                                         SimulatedCase{300, partitioned(210, 2), 5'000},    //
                                         SimulatedCase{300, partitioned(248, 4), 5'000},    //
                                         SimulatedCase{1'000, partitioned(660, 2), 2'000},  //
                                         SimulatedCase{1'000, partitioned(672, 3), 2'000},  //
                                         SimulatedCase{1'000, coupled(656, 3, 16), 2'000},  //
                                         SimulatedCase{5'000, partitioned(3'120, 2), 500},  //
                                         SimulatedCase{5'000, coupled(3'060, 3, 20), 400},  //
                                         SimulatedCase{10'000, coupled(6'100, 2, 20), 200}));

// The share of failing trials is within the believed range, give or take five standard errors of the trials.
template <class Lists>
void expect_as_often_as_believed(const SimulatedCase& simulated, KeysPerCell shown, const Lists& lists) {
  const auto& [n, table, trials] = simulated;
  test::Random random;
  const Placement placement =
      table.light.any() ? *Placement::irregular(table.cells, table.hashes, {table.light, WeightSource::hash})
      : table.sub_tables.value == table.hashes.value
          ? *Placement::partitioned(table.cells, table.hashes)
          : *Placement::coupled(table.cells, table.hashes, table.sub_tables);
  double failed = 0;
  for (unsigned trial = 0; trial < trials; ++trial) failed += lists(placement, n, random) ? 0 : 1;
  const ListingFailure predicted = listing_failure(ItemCount{n}, table, shown);
  const double count = trials;
  EXPECT_TRUE(predicted.measured);
  EXPECT_GE(failed, count * predicted.least - 5 * std::sqrt(count * predicted.least) - 1);
  EXPECT_LE(failed, count * predicted.most + 5 * std::sqrt(count * predicted.most) + 1);
  testing::Test::RecordProperty("failed", std::to_string(failed / count));
  testing::Test::RecordProperty("predicted", std::to_string(predicted.probability));
}

TEST_P(SimulatedTable, FailsAsOftenAsBelieved) {
  expect_as_often_as_believed(GetParam(), KeysPerCell::one, test::lists_completely);
}

TEST_P(SimulatedPairs, FailAsOftenAsBelieved) {
  expect_as_often_as_believed(GetParam(), KeysPerCell::two, test::lists_pairs_completely);
}

}  // namespace
}  // namespace peel::analysis
