// The claim of heavy hitters, on streams of many kinds: every key that came n / k times or more is listed,
// and none that came less than (1 / k - epsilon) n times, with the epsilon that analysis gives the capacity.
#include "peel/analysis/heavy_hitters.hpp"
#include "peel/analysis/zipf.hpp"
#include "peel/frequency/heavy_hitters.hpp"

#include "support/random.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace peel {
namespace {

using ArrivingKeys = std::vector<std::uint64_t>;
using KeyCounts = std::unordered_map<std::uint64_t, std::uint64_t>;

constexpr std::uint64_t kCapacity = 400;

KeyCounts counts_of(const ArrivingKeys& keys) {
  KeyCounts counts;
  for (const std::uint64_t key : keys) ++counts[key];
  return counts;
}

void expect_claims(const HeavyHitters& summary, const KeyCounts& truth) {
  const std::uint64_t n = summary.total().value, error = summary.error().value;
  EXPECT_LE(error, analysis::heavy_error_bound(summary.capacity(), summary.total()).value);
  for (const auto& [key, count] : truth) {
    const CountBounds bounds = summary.bounds(key);
    ASSERT_LE(bounds.lower, count);
    ASSERT_GE(bounds.upper, count);
    ASSERT_LE(bounds.upper - bounds.lower, error);
  }
  for (const std::uint64_t k : {2U, 10U, 100U, 250U}) {
    std::set<std::uint64_t> listed;
    for (const HeavyItem& item : summary.heavy(ItemCount(k))) {
      listed.insert(item.key);
      const std::uint64_t count = truth.contains(item.key) ? truth.at(item.key) : 0;
      ASSERT_GE((count + error) * k, n) << "listed, and came only " << count << " times";
      ASSERT_EQ(item.count, summary.bounds(item.key));
    }
    for (const auto& [key, count] : truth) {
      if (count * k >= n) {
        ASSERT_TRUE(listed.contains(key)) << "came " << count << " times";
      }
    }
  }
}

// The bound of the counters that are kept without the j most frequent keys, for every j.
void expect_tail_bound(const HeavyHitters& summary, const KeyCounts& truth) {
  std::vector<std::uint64_t> counts;
  for (const auto& [key, count] : truth) counts.push_back(count);
  std::ranges::sort(counts, std::greater());
  std::uint64_t rest = summary.total().value;
  for (std::uint64_t j = 0; j < std::min<std::uint64_t>(counts.size(), 100); ++j) {
    EXPECT_LE(summary.error(), analysis::heavy_error_bound(
                                   summary.capacity(), {.copies = CopyCount(rest), .without = ItemCount(j)}));
    rest -= counts[j];
  }
}

ArrivingKeys zipf_keys(double exponent, std::size_t count, test::Random& random) {
  const auto zipf = analysis::Zipf::from({.keys = ItemCount(100'000), .exponent = exponent});
  ArrivingKeys keys(count);
  for (std::uint64_t& key : keys) key = scramble(zipf->rank(random.next()));
  return keys;
}

class HeavyHittersOfZipf : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(Exponents, HeavyHittersOfZipf, testing::Values(0.8, 1.0, 1.1, 1.5),
                         [](const auto& chosen) {
                           return "Tenths" + std::to_string(std::lround(10 * chosen.param));
                         });

TEST_P(HeavyHittersOfZipf, AreAllListedAndNoOthers) {
  test::Random random;
  const ArrivingKeys keys = zipf_keys(GetParam(), 60'000, random);
  HeavyHitters summary = *HeavyHitters::make(ItemCount(kCapacity), random.seed());
  summary.add(keys);
  expect_claims(summary, counts_of(keys));
  expect_tail_bound(summary, counts_of(keys));
}

TEST_P(HeavyHittersOfZipf, AreFoundInMergedStreams) {
  test::Random random;
  HeavyHitters all = *HeavyHitters::make(ItemCount(kCapacity), random.seed());
  KeyCounts truth;
  for (int part = 0; part < 8; ++part) {
    const ArrivingKeys keys = zipf_keys(GetParam(), 8'000, random);
    HeavyHitters summary = *HeavyHitters::make(ItemCount(kCapacity), random.seed());
    summary.add(keys);
    ASSERT_TRUE(all.merge(summary));
    for (const std::uint64_t key : keys) ++truth[key];
  }
  expect_claims(all, truth);
}

// Ten heavy keys among others that all differ, in an order that someone chose.
struct Order {
  std::string name;
  std::function<ArrivingKeys(const ArrivingKeys& heavy, const ArrivingKeys& others)> arrange;
};
void PrintTo(const Order& order, std::ostream* out) {
  *out << order.name;
}

ArrivingKeys joined(ArrivingKeys first, const ArrivingKeys& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

ArrivingKeys sorted(ArrivingKeys keys) {
  std::ranges::sort(keys);
  return keys;
}

// After each heavy key its share of the others.
ArrivingKeys round_robin(const ArrivingKeys& heavy, const ArrivingKeys& others) {
  ArrivingKeys keys;
  const auto share = [&](std::size_t i) {
    return others.begin() + static_cast<std::ptrdiff_t>(i * others.size() / heavy.size());
  };
  for (std::size_t i = 0; i < heavy.size(); ++i) {
    keys.push_back(heavy[i]);
    keys.insert(keys.end(), share(i), share(i + 1));
  }
  return keys;
}

// The heavy ones in bursts, each right before the table is full.
ArrivingKeys bursts(const ArrivingKeys& heavy, const ArrivingKeys& others) {
  ArrivingKeys keys;
  std::size_t given = 0;
  for (std::size_t i = 0; i < others.size(); ++i) {
    keys.push_back(others[i]);
    if (i % kCapacity != kCapacity - 11) continue;
    for (int j = 0; j < 40 && given < heavy.size(); ++j) keys.push_back(heavy[given++]);
  }
  return joined(keys, ArrivingKeys(heavy.begin() + static_cast<std::ptrdiff_t>(given), heavy.end()));
}

class HeavyHittersInOrder : public testing::TestWithParam<Order> {};
INSTANTIATE_TEST_SUITE_P(
    Orders, HeavyHittersInOrder,
    testing::Values(Order{"HeavyFirst", joined},
                    Order{"HeavyLast", [](const ArrivingKeys& heavy,
                                          const ArrivingKeys& others) { return joined(others, heavy); }},
                    Order{"RoundRobin", round_robin},
                    Order{"Sorted", [](const ArrivingKeys& heavy,
                                       const ArrivingKeys& others) { return sorted(joined(heavy, others)); }},
                    Order{"Bursts", bursts}),
    [](const auto& chosen) { return chosen.param.name; });

TEST_P(HeavyHittersInOrder, AreAllListedAndNoOthers) {
  ArrivingKeys heavy, others;
  for (std::uint64_t i = 0; i < 3'000; ++i) heavy.push_back(scramble(i % 10));
  for (std::uint64_t i = 0; i < 20'000; ++i) others.push_back(scramble(100 + i));
  const ArrivingKeys keys = GetParam().arrange(heavy, others);
  ASSERT_EQ(keys.size(), heavy.size() + others.size());
  HeavyHitters summary = *HeavyHitters::make(ItemCount(kCapacity), Seed(3));
  summary.add(keys);
  expect_claims(summary, counts_of(keys));
  EXPECT_EQ(summary.heavy(ItemCount(100)).size(), 10U);
}

// In each of two streams 60 others came more often, and a key is among the first ten only in both together.
TEST(HeavyHitters, FindsAKeyThatIsHeavyOnlyInBothStreams) {
  HeavyHitters left = *HeavyHitters::make(ItemCount(100), Seed(1)), right = left;
  for (std::uint64_t i = 0; i < 60; ++i) {
    left.add(1'000 + i, CopyCount(150));
    right.add(2'000 + i, CopyCount(150));
  }
  left.add(7, CopyCount(140));
  right.add(7, CopyCount(140));
  EXPECT_NE(left.top(ItemCount(1))[0].key, 7U);
  EXPECT_NE(right.top(ItemCount(1))[0].key, 7U);
  ASSERT_TRUE(left.merge(right));
  const auto heavy = left.heavy(ItemCount(70));  // 18,280 / 70: 262 times or more
  ASSERT_EQ(heavy.size(), 1U);
  EXPECT_EQ(heavy[0].key, 7U);
  EXPECT_LE(heavy[0].count.lower, 280U);
  EXPECT_GE(heavy[0].count.upper, 280U);
}

TEST(HeavyHitters, BoundsWeightedKeys) {
  test::Random random;
  HeavyHitters summary = *HeavyHitters::make(ItemCount(kCapacity), random.seed());
  KeyCounts truth;
  ArrivingKeys keys;
  std::vector<CopyCount> copies;
  for (int i = 0; i < 20'000; ++i) {
    keys.push_back(random.below(1 + random.below(5'000)));
    copies.emplace_back(random.below(100) * (random.below(50) == 0 ? 1'000 : 1));
    truth[keys.back()] += copies.back().value;
  }
  summary.add(keys, copies);
  expect_claims(summary, truth);
}

// At full size, 10^7 draws of 10^7 keys, benchmarks/README.md has the numbers.
TEST(HeavyHitters, KnowsTheHundredMostFrequentKeysInLittleMemory) {
  test::Random random;
  const auto zipf = analysis::Zipf::from({.keys = ItemCount(10'000'000), .exponent = 1.1});
  HeavyHitters summary = *HeavyHitters::make(ItemCount(7'000), random.seed());
  ArrivingKeys keys(400'000);
  for (std::uint64_t& key : keys) key = scramble(zipf->rank(random.next()));
  summary.add(keys);
  EXPECT_LE(summary.bytes(), 150'000U);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> truth;
  for (const auto& [key, count] : counts_of(keys)) truth.emplace_back(count, key);
  std::ranges::sort(truth, std::greater());
  std::set<std::uint64_t> top;
  for (const HeavyItem& item : summary.top(ItemCount(100))) top.insert(item.key);
  // Keys that came as often as the hundredth may stand for each other.
  for (const auto& [count, key] : truth) {
    if (count <= truth[99].first + summary.error().value) break;
    EXPECT_TRUE(top.contains(key)) << "came " << count << " times";
  }
}

}  // namespace
}  // namespace peel
