// Cuckoo tables' numbers: thresholds as they are printed in the literature, rehashes and components against
// the simulations of FACTS and against graphs drawn here.
#include "peel/analysis/cuckoo.hpp"

#include "peel/analysis/coupled_peeling.hpp"

#include "support/random.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>
#include <utility>
#include <vector>

namespace peel::analysis {
namespace {

CuckooPairLoad pair(std::uint64_t items, std::uint64_t buckets) {
  return {ItemCount(items), BucketCount(buckets)};
}

// [Cain, Sanders, Wormald 2007] and [Fernholz, Ramachandran 2007], as later papers print them.
TEST(CuckooThreshold, IsThatOfTheLiterature) {
  EXPECT_EQ(cuckoo_threshold(SlotCount(1)), 0.5);
  EXPECT_NEAR(cuckoo_threshold(SlotCount(2)), 0.8970, 5e-5);
  EXPECT_NEAR(cuckoo_threshold(SlotCount(3)), 0.9592, 5e-5);
  EXPECT_NEAR(cuckoo_threshold(SlotCount(4)), 0.9804, 5e-5);
}

TEST(CuckooThreshold, OfTwoSlotsIsTheLimitOfCoupledTablesWhoseCellsShowTwoKeys) {
  const double cells_per_key = coupled_threshold_limit(HashCount(2), KeysPerCell::two);
  EXPECT_NEAR(cuckoo_threshold(SlotCount(2)), 1 / (2 * cells_per_key), 1e-9);
}

// The constants of 002.thm.bicycle.*, for m = (1 + eps) n.
TEST(RehashProbability, HasTheConstantsOfFacts) {
  EXPECT_NEAR(4e8 * rehash_probability(pair(363'636'364, 400'000'000)), 104, 0.5);
  EXPECT_NEAR(1e6 * rehash_probability(pair(800'000, 1'000'000)), 6.72, 5e-3);
  EXPECT_NEAR(1.5e6 * rehash_probability(pair(1'000'000, 1'500'000)), 0.853, 5e-4);
  EXPECT_NEAR(1e6 * rehash_probability(pair(500'000, 1'000'000)), 0.111, 5e-4);
}

// 002.load.half
TEST(RehashProbability, TendsToOneLessTheRootOfTwoThirdsAtTheThreshold) {
  EXPECT_NEAR(rehash_probability(pair(5'000, 5'000)), 1 - 0.8165, 5e-5);
  EXPECT_LE(rehash_probability(pair(4'999, 5'000)), rehash_probability(pair(5'000, 5'000)));
  EXPECT_EQ(rehash_probability(pair(5'001, 5'000)), 1);
}

double exact(std::uint64_t items, std::uint64_t buckets) {
  return exact_rehash_probability(pair(items, buckets)).value();
}

// Three keys have no place if all have the same two slots, of m^2 pairs: m^-4. Two slots have room for two.
TEST(ExactRehashProbability, IsThatOfThreeKeysInTheSameTwoSlots) {
  EXPECT_EQ(exact(2, 5), 0);
  EXPECT_EQ(exact(3, 1), 1);
  for (const std::uint64_t m : {2U, 3U, 10U, 100U})
    EXPECT_NEAR(exact(3, m), std::pow(static_cast<double>(m), -4), 1e-9) << m;
}

// All ways to choose two slots of m for each of n keys, with Hall's condition for each set of slots.
double by_enumeration(std::uint64_t items, std::uint64_t buckets) {
  const std::uint64_t pairs = buckets * buckets, subsets = std::uint64_t{1} << (2 * buckets);
  std::uint64_t ways = 1, crowded = 0;
  for (std::uint64_t i = 0; i < items; ++i) ways *= pairs;
  for (std::uint64_t way = 0; way < ways; ++way) {
    std::vector<std::uint64_t> edges;
    for (std::uint64_t i = 0, rest = way; i < items; ++i, rest /= pairs)
      edges.push_back((std::uint64_t{1} << rest % pairs % buckets) |
                      (std::uint64_t{1} << (buckets + rest % pairs / buckets)));
    bool fits = true;
    for (std::uint64_t set = 0; set < subsets && fits; ++set) {
      const auto within =
          std::count_if(edges.begin(), edges.end(), [&](std::uint64_t edge) { return (edge & ~set) == 0; });
      fits = within <= std::popcount(set);
    }
    crowded += fits ? 0U : 1U;
  }
  return static_cast<double>(crowded) / static_cast<double>(ways);
}

TEST(ExactRehashProbability, IsThatOfAllWaysToChooseSlots) {
  EXPECT_NEAR(exact(4, 2), by_enumeration(4, 2), 1e-9);
  EXPECT_NEAR(exact(3, 3), by_enumeration(3, 3), 1e-9);
  EXPECT_NEAR(exact(4, 3), by_enumeration(4, 3), 1e-9);
  EXPECT_NEAR(exact(5, 3), by_enumeration(5, 3), 1e-9);
}

// By what share it is below the first order.
double below_first_order(std::uint64_t items, std::uint64_t buckets) {
  return 1 - exact(items, buckets) / rehash_probability(pair(items, buckets));
}

// What is left are terms of second order, so it halves as the table doubles.
TEST(ExactRehashProbability, TendsToTheFirstOrderFromBelow) {
  EXPECT_NEAR(below_first_order(4'000, 8'000), 0, 0.01);
  EXPECT_GT(below_first_order(8'000, 10'000), 0);
  EXPECT_NEAR(below_first_order(8'000, 10'000) / below_first_order(4'000, 5'000), 0.5, 0.05);
}

TEST(ExactRehashProbability, TendsToOneLessTheRootOfTwoThirdsAtTheThreshold) {
  EXPECT_NEAR(exact(250, 250), 1 - std::sqrt(2.0 / 3), 0.06);
  EXPECT_NEAR(exact(8'000, 8'000), 1 - std::sqrt(2.0 / 3), 0.02);
}

TEST(ExactRehashProbability, IsRefusedForTablesOfNoOrOfTooManySlots) {
  EXPECT_EQ(exact_rehash_probability(pair(1, 0)).error().code(), ErrorCode::invalid_argument);
  EXPECT_EQ(exact_rehash_probability(pair(1, kMostExactPairs + 1)).error().code(),
            ErrorCode::invalid_argument);
}

// The limits of 002.thm.compsize.*
TEST(ComponentSize, IsOneAndOneByEpsilon) {
  EXPECT_NEAR(component_size(pair(1'000, 1'100)), 11, 1e-9);
  EXPECT_NEAR(component_size(pair(1'000, 2'000)), 2, 1e-12);
  EXPECT_TRUE(std::isinf(component_size(pair(1'000, 1'000))));
}

// Components of the graph of a pair of tables, by union and find.
class Components {
 public:
  explicit Components(std::size_t nodes) : parent_(nodes), edges_(nodes, 0), size_(nodes, 1) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }
  std::size_t find(std::size_t node) {
    while (parent_[node] != node) node = parent_[node] = parent_[parent_[node]];
    return node;
  }
  // Whether the component still has a slot for each key.
  bool add(std::size_t a, std::size_t b) {
    a = find(a);
    b = find(b);
    if (a != b) {
      parent_[b] = a;
      edges_[a] += edges_[b];
      size_[a] += size_[b];
    }
    return ++edges_[a] <= size_[a];
  }
  std::size_t size_of(std::size_t node) { return size_[find(node)]; }

 private:
  std::vector<std::size_t> parent_, edges_, size_;
};

TEST(SimulatedTablePair, NeedsARehashAsOftenAsTheFirstOrderSays) {
  constexpr std::size_t kItems = 50, kBuckets = 100;
  constexpr int kTables = 200'000;
  test::Random random;
  int rehashes = 0;
  for (int table = 0; table < kTables; ++table) {
    Components components(2 * kBuckets);
    bool fits = true;
    for (std::size_t item = 0; item < kItems; ++item)
      fits &= components.add(random.below(kBuckets), kBuckets + random.below(kBuckets));
    rehashes += fits ? 0 : 1;
  }
  // 1.1e-3; a fifth is left to terms of second order.
  const double p = rehash_probability(pair(kItems, kBuckets));
  EXPECT_NEAR(rehashes, kTables * p, 5 * std::sqrt(kTables * p) + 0.2 * kTables * p);
}

TEST(SimulatedTablePair, HasComponentsOfTheMeanSize) {
  constexpr std::size_t kItems = 20'000, kBuckets = 30'000;
  test::Random random;
  Components components(2 * kBuckets);
  for (std::size_t item = 0; item < kItems; ++item)
    components.add(random.below(kBuckets), kBuckets + random.below(kBuckets));
  double sum = 0;
  for (std::size_t node = 0; node < 2 * kBuckets; ++node)
    sum += static_cast<double>(components.size_of(node));
  // Of 3,000 such graphs the means had a standard deviation of 0.059, with a longer tail upwards.
  EXPECT_NEAR(sum / (2 * kBuckets), component_size(pair(kItems, kBuckets)), 8 * 0.059);
}

TEST(CuckooForecast, FillsAsManyBucketsAsTheLoadAllows) {
  const auto forecast = *cuckoo_forecast({ItemCount(10'000'000), SlotCount(4), 0.95});
  EXPECT_EQ(forecast.buckets, BucketCount(2'631'579));
  EXPECT_NEAR(forecast.load, 0.95, 1e-6);
  EXPECT_LE(forecast.load, 0.95);
}

TEST(CuckooForecast, CostsMoreTheFullerTheTableIs) {
  double last = -1;
  for (const double load : {0.3, 0.5, 0.7, 0.8, 0.9, 0.93, 0.95, 0.96}) {
    const auto forecast = *cuckoo_forecast({ItemCount(1'000'000), SlotCount(4), load});
    ASSERT_TRUE(forecast.cost);
    EXPECT_GT(forecast.cost->kicks, last);
    EXPECT_LT(forecast.cost->mean_kicks, forecast.cost->kicks);
    last = forecast.cost->kicks;
  }
  EXPECT_FALSE(cuckoo_forecast({ItemCount(1'000'000), SlotCount(4), 0.975})->cost);
}

TEST(CuckooForecast, RarelyNeedsARehashBelowTheThresholdAndSurelyBeyond) {
  EXPECT_LT(cuckoo_forecast({ItemCount(10'000'000), SlotCount(4), 0.95})->rehash_probability, 1e-30);
  EXPECT_GT(cuckoo_forecast({ItemCount(10'000'000), SlotCount(4), 0.985})->rehash_probability, 0.999);
  EXPECT_NEAR(cuckoo_forecast({ItemCount(1'000'000), SlotCount(4), cuckoo_threshold(SlotCount(4))})
                  ->rehash_probability,
              0.5, 0.01);
}

// Two buckets that 2s + 1 = 5 of n entries share are the rarest obstacle that no size removes.
TEST(CuckooForecast, OfSparseTablesIsThatOfCrowdedPairs) {
  const double n = 1'000, b = 5'000, pairs = b * (b - 1) / 2;
  const double sets = n * (n - 1) * (n - 2) * (n - 3) * (n - 4) / 120;
  const auto forecast = *cuckoo_forecast({ItemCount(1'000), SlotCount(2), 0.1});
  EXPECT_NEAR(forecast.rehash_probability / (sets / std::pow(pairs, 4)), 1, 1e-9);
}

TEST(CuckooForecast, NeverNeedsARehashForAsManyEntriesAsTwoBucketsHold) {
  for (std::uint64_t slots = 1; slots <= kMostCuckooSlots; ++slots) {
    EXPECT_EQ(cuckoo_forecast({ItemCount(1), SlotCount(slots), 1})->rehash_probability, 0);
    EXPECT_EQ(cuckoo_forecast({ItemCount(2 * slots), SlotCount(slots), 1})->rehash_probability, 0);
    EXPECT_GT(cuckoo_forecast({ItemCount(2 * slots + 1), SlotCount(slots), 1})->rehash_probability, 0);
  }
}

// All choices of two different buckets, n times; a table fails if more entries than buckets are connected.
double enumerated_failures(unsigned items, unsigned buckets) {
  std::vector<std::pair<unsigned, unsigned>> pairs;
  for (unsigned a = 0; a < buckets; ++a)
    for (unsigned b = a + 1; b < buckets; ++b) pairs.emplace_back(a, b);
  double all = 1, failed = 0;
  for (unsigned i = 0; i < items; ++i) all *= static_cast<double>(pairs.size());
  for (std::uint64_t code = 0; static_cast<double>(code) < all; ++code) {
    std::vector<unsigned> root(buckets), entries(buckets, 0), slots(buckets, 1);
    for (unsigned b = 0; b < buckets; ++b) root[b] = b;
    bool fits = true;
    std::uint64_t rest = code;
    for (unsigned i = 0; i < items; ++i, rest /= pairs.size()) {
      const auto [a, b] = pairs[rest % pairs.size()];
      const unsigned into = root[a], from = root[b];
      if (into != from) {
        entries[into] += entries[from];
        slots[into] += slots[from];
        std::ranges::replace(root, from, into);
      }
      fits = fits && ++entries[into] <= slots[into];
    }
    failed += fits ? 0 : 1;
  }
  return failed / all;
}

TEST(SingleRehash, IsThatOfAllTinyTables) {
  for (unsigned buckets = 2; buckets <= 4; ++buckets) {
    for (unsigned items = 1; items <= 5; ++items) {
      const double expected = enumerated_failures(items, buckets);
      EXPECT_NEAR(single_rehash_probability({ItemCount(items), BucketCount(buckets)}), expected, 1e-9)
          << items << " in " << buckets;
    }
  }
}

// Whether entries with two random buckets each all find a place.
bool fits_at_random(unsigned items, unsigned buckets, test::Random& random) {
  std::vector<unsigned> root(buckets), entries(buckets, 0), slots(buckets, 1);
  for (unsigned b = 0; b < buckets; ++b) root[b] = b;
  const auto root_of = [&](unsigned b) {
    while (root[b] != b) b = root[b] = root[root[b]];
    return b;
  };
  for (unsigned i = 0; i < items; ++i) {
    const auto a = static_cast<unsigned>(random.below(buckets));
    auto b = static_cast<unsigned>(random.below(buckets - 1));
    b += b >= a ? 1 : 0;
    const unsigned into = root_of(a), from = root_of(b);
    if (into != from) {
      root[from] = into;
      entries[into] += entries[from];
      slots[into] += slots[from];
    }
    if (++entries[into] > slots[into]) return false;
  }
  return true;
}

TEST(SingleRehash, IsWithinFiveStandardErrorsOfSimulatedTables) {
  test::Random random;
  for (const auto& [items, buckets] :
       {std::pair(50U, 120U), std::pair(100U, 223U), std::pair(1000U, 2100U)}) {
    constexpr int kSimulated = 10'000;
    int failed = 0;
    for (int trial = 0; trial < kSimulated; ++trial) failed += fits_at_random(items, buckets, random) ? 0 : 1;
    const double p = single_rehash_probability({ItemCount(items), BucketCount(buckets)});
    EXPECT_NEAR(failed, kSimulated * p, 5 * std::sqrt(kSimulated * p)) << items << " in " << buckets;
  }
}

TEST(SingleRehash, OfLargeTablesContinuesThatOfSmallOnes) {
  const auto at = [](double load, std::uint64_t buckets) {
    return single_rehash_probability(
        {ItemCount(static_cast<std::uint64_t>(load * static_cast<double>(buckets))), BucketCount(buckets)});
  };
  for (const double load : {0.1, 0.3, 0.4, 0.45, 0.48, 0.5})
    EXPECT_NEAR(at(load, kMostExactSingles + 2) / at(load, kMostExactSingles), 1, 0.01) << load;
  EXPECT_NEAR(at(0.5, std::uint64_t{1} << 40), 1 - std::sqrt(2.0 / 3), 0.02);
  EXPECT_GT(at(0.51, std::uint64_t{1} << 40), 0.999);
  EXPECT_NEAR(at(0.4, std::uint64_t{1} << 30) * 0x1p30 / (at(0.4, kMostExactSingles) * 0x1p17), 1, 0.005);
}

TEST(CuckooForecast, SaysWhatItRestsOn) {
  using Basis = CuckooForecast::Basis;
  EXPECT_EQ(cuckoo_forecast({ItemCount(100), SlotCount(1), 0.4})->basis, Basis::exact);
  EXPECT_EQ(cuckoo_forecast({ItemCount(100), SlotCount(4), 0.9})->basis, Basis::stretched_law);
  EXPECT_EQ(cuckoo_forecast({ItemCount(100'000), SlotCount(4), 0.9})->basis, Basis::law);
  EXPECT_EQ(cuckoo_forecast({ItemCount(1'000'000), SlotCount(1), 0.4})->basis, Basis::law);
}

TEST(CuckooForecast, IsNeverFullerThanAllowed) {
  for (const std::uint64_t items : {std::uint64_t{950}, std::uint64_t{1'000'000'000'000}}) {
    for (const double load : {0.95, 0.1, 0.001})
      EXPECT_LE(cuckoo_forecast({ItemCount(items), SlotCount(4), load})->load, load);
  }
  EXPECT_EQ(cuckoo_forecast({ItemCount(950), SlotCount(4), 0.95})->buckets, BucketCount(250));
}

TEST(CuckooForecast, RefusesNumbersOutOfRange) {
  EXPECT_FALSE(cuckoo_forecast({ItemCount(0), SlotCount(4), 0.95}));
  EXPECT_FALSE(cuckoo_forecast({ItemCount(1'000), SlotCount(9), 0.95}));
  EXPECT_FALSE(cuckoo_forecast({ItemCount(1'000), SlotCount(4), 1.01}));
  EXPECT_FALSE(cuckoo_forecast({ItemCount(1'000), SlotCount(4), 0}));
  EXPECT_FALSE(cuckoo_forecast({ItemCount(std::uint64_t{1} << 40), SlotCount(4), 1e-9}));
}

}  // namespace
}  // namespace peel::analysis
