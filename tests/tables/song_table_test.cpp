// SongTable against std::unordered_map, and against the scheme's own rule: each item is kept in the bucket
// with the smallest counter of its own.
#include "peel/tables/song_table.hpp"

#include "peel/tables/multilevel_places.hpp"

#include "support/table_models.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace peel::test {
namespace {

template <class Hash>
using TestedSongTable = SongTable<std::uint64_t, std::uint64_t, Hash>;

constexpr analysis::SongShape kCrowded = {
    .buckets = BucketCount(300), .hashes = HashCount(4), .counter_bits = BitWidth(3)};

template <class Hash>
std::vector<std::uint64_t> buckets_of(const Hash& hash, const analysis::SongShape& shape, std::uint64_t key) {
  std::vector<std::uint64_t> buckets;
  for (unsigned i = 0; i < shape.hashes.value; ++i)
    buckets.push_back(reduce(hash(key).far_word(kFirstTableWord + i), shape.buckets.value));
  return buckets;
}

// The rule, checked for every key; the counters; and what is reported of them.
template <class Hash>
void expect_the_rule(const TestedSongTable<Hash>& table, const Hash& hash, const MapModel& model) {
  const SongPlaces& places = table.places();
  std::vector<std::uint64_t> counts(places.shape().buckets.value), loads(counts.size());
  for (const auto& [key, value] : model) {
    const auto buckets = buckets_of(hash, places.shape(), key);
    for (const std::uint64_t bucket : buckets) ++counts[bucket];
    const std::uint64_t best = *std::ranges::min_element(
        buckets, {}, [&](std::uint64_t bucket) { return std::pair(places.counter(bucket), bucket); });
    ASSERT_EQ(places.where(hash(key)), best);
    ++loads[best];
  }
  const std::uint64_t most = (1U << places.shape().counter_bits.value) - 1;
  SongReport expected;
  for (std::uint64_t bucket = 0; bucket < counts.size(); ++bucket) {
    const std::uint64_t raise = places.raise_of(bucket), count = counts[bucket] + raise;
    ASSERT_EQ(places.counter(bucket), std::min(count, most));
    ASSERT_TRUE(raise == 0 || counts[bucket] > 0);
    expected.overfull_buckets += loads[bucket] > 1 ? 1U : 0U;
    expected.excess_items += loads[bucket] > 1 ? loads[bucket] - 1 : 0;
    expected.saturated_counters += count > most ? 1U : 0U;
    expected.raised_counters += raise > 0 ? 1U : 0U;
    std::uint64_t kept = 0;
    for (auto item = places.first_in(bucket); item != SongPlaces::kNone; item = places.next(item)) ++kept;
    ASSERT_EQ(kept, loads[bucket]);
  }
  EXPECT_EQ(table.report(), expected);
}

enum class Remedy : std::uint8_t { none, heuristic };

template <class Hash>
void compare_song_table(const analysis::SongShape& shape, const Hash& hash, Remedy remedy) {
  auto table = TestedSongTable<Hash>::make(shape, hash).value();
  MapModel model;
  Random random;
  for (int step = 0; step < 2'000; ++step) {
    const std::uint64_t key = random.below(150), value = random.next();
    if (random.below(2) == 0) {
      ASSERT_EQ(table.insert_or_assign(key, value).outcome == Stored::replaced, model.contains(key));
      model[key] = value;
    } else {
      ASSERT_EQ(table.erase(key).outcome == Erased::erased, model.erase(key) == 1);
    }
    if (remedy == Remedy::heuristic && step % 100 == 50) table.relieve();
    const std::uint64_t other = random.below(150);
    const std::uint64_t* const found = table.find(other);
    ASSERT_EQ(found != nullptr, model.contains(other));
    if (found != nullptr) {
      ASSERT_EQ(*found, model[other]);
    }
    ASSERT_EQ(table.size().value, model.size());
    if (step % 100 == 99) {
      ASSERT_NO_FATAL_FAILURE(expect_the_rule(table, hash, model));
    }
  }
}

TEST(SongTable, HoldsWhatAMapHolds) {
  compare_song_table(kCrowded, keyed(), Remedy::none);
}

TEST(SongTable, HoldsWhatAMapHoldsWithRaisedCounters) {
  compare_song_table(kCrowded, keyed(), Remedy::heuristic);
}

TEST(SongTable, HoldsWhatAMapHoldsWithCountersThatSaturateAtOnce) {
  compare_song_table({.buckets = BucketCount(50), .hashes = HashCount(5), .counter_bits = BitWidth(2)},
                     keyed(), Remedy::heuristic);
}

TEST(SongTable, HoldsWhatAMapHoldsWithCountersAcrossWords) {
  compare_song_table({.buckets = BucketCount(211), .hashes = HashCount(3), .counter_bits = BitWidth(5)},
                     keyed(), Remedy::none);
}

TEST(SongTable, LosesNothingByAConstantHash) {
  compare_song_table(kCrowded, ConstantHash{}, Remedy::heuristic);
}

TEST(SongTable, LosesNothingByAHashOfFiveValues) {
  compare_song_table(kCrowded, WeakHash{}, Remedy::heuristic);
}

TEST(SongTable, TakesValuesThatLieInItself) {
  auto table = TestedSongTable<Keyed>::make(kCrowded, keyed()).value();
  table.insert_or_assign(0, 42);
  for (std::uint64_t key = 1; key < 150; ++key) {
    table.insert_or_assign(key, *table.find(0));
    ASSERT_EQ(*table.find(key), 42U);
  }
}

std::vector<TestedSongTable<Keyed>::Entry> entries_up_to(std::uint64_t count) {
  std::vector<TestedSongTable<Keyed>::Entry> entries;
  for (std::uint64_t key = 0; key < count; ++key) entries.push_back({key, key});
  return entries;
}

TEST(SongTable, IsTheSameBuiltAtOnceAndOneByOne) {
  const Keyed hash = keyed();
  const auto entries = entries_up_to(150);
  const auto at_once = TestedSongTable<Keyed>::build(kCrowded, hash, entries).value();
  auto one_by_one = TestedSongTable<Keyed>::make(kCrowded, hash).value();
  for (const auto& entry : entries) one_by_one.insert_or_assign(entry.key, entry.value);
  for (std::uint64_t bucket = 0; bucket < 300; ++bucket)
    ASSERT_EQ(at_once.places().counter(bucket), one_by_one.places().counter(bucket));
  for (std::uint64_t key = 0; key < 300; ++key) {
    ASSERT_EQ(at_once.places().where(hash(key)), one_by_one.places().where(hash(key)));
    ASSERT_EQ(at_once.contains(key), key < 150);
  }
  EXPECT_EQ(at_once.report(), one_by_one.report());
}

TEST(SongTable, CountsTheItemsThatMove) {
  const Keyed hash = keyed();
  auto table = TestedSongTable<Keyed>::make(kCrowded, hash).value();
  std::vector<std::uint64_t> before;
  for (std::uint64_t key = 0; key < 150; ++key) {
    before.clear();
    for (std::uint64_t other = 0; other < key; ++other) before.push_back(*table.places().where(hash(other)));
    const SongStored stored = table.insert_or_assign(key, key);
    std::uint64_t moved = 0;
    for (std::uint64_t other = 0; other < key; ++other)
      moved += before[other] != *table.places().where(hash(other)) ? 1U : 0U;
    ASSERT_EQ(stored.relocations, moved);
  }
}

TEST(SongTable, HasFewerItemsInExcessWhenItIsRelieved) {
  Random random;
  std::uint64_t before = 0, after = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const auto table =
        TestedSongTable<Keyed>::build(kCrowded, Keyed(HashFamily::fast, random.seed()), entries_up_to(100));
    auto relieved = *table;
    const std::uint64_t excess = table->report().excess_items;
    EXPECT_EQ(relieved.relieve(), excess);
    EXPECT_LE(relieved.report().excess_items, excess);
    before += excess;
    after += relieved.report().excess_items;
    for (std::uint64_t key = 0; key < 100; ++key) ASSERT_TRUE(relieved.contains(key));
  }
  EXPECT_LT(after, before / 2);  // 337 and 97 on average: eight standard errors apart from half
}

// The paper's Table 1: 10,000 items, 131,072 buckets, ten hashes. How many buckets are overfull, without the
// heuristic, is what an independent simulation found.
TEST(SongTable, HasAsManyCrisesAndFalsePositivesAsThePaperSays) {
  constexpr analysis::SongShape kPaper = {.buckets = BucketCount(131'072), .hashes = HashCount(10)};
  constexpr int kTables = 60;
  constexpr std::uint64_t kAbsent = 2'000;
  const analysis::SongForecast forecast = analysis::song_forecast(kPaper, ItemCount(10'000));
  Random random;
  std::uint64_t overfull = 0, saturated = 0, false_positives = 0;
  for (int trial = 0; trial < kTables; ++trial) {
    const Keyed hash(HashFamily::fast, random.seed());
    std::vector<KeyHash> hashes;
    for (std::uint64_t key = 0; key < 10'000; ++key) hashes.push_back(hash(key));
    SongPlaces places = SongPlaces::make(kPaper).value();
    places.build(hashes);
    overfull += places.report().overfull_buckets;
    saturated += places.report().saturated_counters;
    for (std::uint64_t key = 10'000; key < 10'000 + kAbsent; ++key)
      false_positives += places.where(hash(key)) ? 1U : 0U;
    EXPECT_EQ(places.summary_bytes(), forecast.bytes);
  }
  // Rare events are counts, which a few standard errors of less than one cannot describe. With the 4, and
  // counts of Poisson, each fails by chance less than once in 10^6 runs.
  const auto within = [](std::uint64_t seen, double expected) {
    EXPECT_NEAR(static_cast<double>(seen), expected, 5 * std::sqrt(expected) + 4);
  };
  within(overfull, 0.011 * kTables);
  within(saturated, forecast.overflows * kTables);
  within(false_positives, forecast.false_positive_rate * kTables * kAbsent);
}

TEST(SongTable, RefusesWhatNoTableHas) {
  const auto refusal = [](const analysis::SongShape& shape) {
    return SongPlaces::make(shape).error().code();
  };
  EXPECT_EQ(refusal({BucketCount(0), HashCount(3)}), ErrorCode::invalid_argument);
  EXPECT_EQ(refusal({BucketCount(kMaxSongBuckets + 1), HashCount(3)}), ErrorCode::invalid_argument);
  EXPECT_EQ(refusal({BucketCount(9), HashCount(0)}), ErrorCode::invalid_argument);
  EXPECT_EQ(refusal({BucketCount(9), HashCount(65)}), ErrorCode::invalid_argument);
  EXPECT_EQ(refusal({BucketCount(9), HashCount(3), BitWidth(0)}), ErrorCode::invalid_argument);
  EXPECT_EQ(refusal({BucketCount(9), HashCount(3), BitWidth(9)}), ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace peel::test
