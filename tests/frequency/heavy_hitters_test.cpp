#include "peel/frequency/heavy_hitters.hpp"

#include "frequency/heavy_model.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <numeric>
#include <vector>

namespace peel {
namespace {

HeavyHitters made_hitters(std::uint64_t capacity, Seed seed = Seed(1)) {
  return *HeavyHitters::make(ItemCount(capacity), seed);
}

void expect_equal_hitters(const HeavyHitters& summary, const test::HeavyModel& model) {
  ASSERT_EQ(summary.counters(), model.counters());
  ASSERT_EQ(summary.error().value, model.error());
  ASSERT_EQ(summary.total().value, model.total());
  ASSERT_EQ(summary.size().value, model.counters().size());
  for (const auto& [key, count] : model.counters())
    ASSERT_EQ(summary.bounds(key), (CountBounds{count, count + model.error(), false}));
}

// Two summaries and their models, changed together.
void run_random_operations(std::uint64_t capacity, std::uint64_t keys, int operations) {
  test::Random random;
  std::vector summaries = {made_hitters(capacity, random.seed()), made_hitters(capacity, random.seed())};
  std::vector models(2, test::HeavyModel(capacity));
  for (int i = 0; i < operations; ++i) {
    const std::uint64_t at = random.below(2), operation = random.below(32);
    HeavyHitters& summary = summaries[at];
    test::HeavyModel& model = models[at];
    if (operation < 16) {
      const std::uint64_t key = random.below(keys), copies = random.below(5);
      summary.add(key, CopyCount(copies));
      model.add(key, copies);
    } else if (operation < 28) {
      std::vector<std::uint64_t> batch(random.below(200));
      std::vector<CopyCount> copies(batch.size(), CopyCount(1));
      for (std::uint64_t& key : batch) key = random.below(1 + random.below(keys));
      if (operation % 2 == 0)
        for (CopyCount& number : copies) number.value = random.below(4);
      for (std::size_t j = 0; j < batch.size(); ++j) model.add(batch[j], copies[j].value);
      operation % 2 == 0 ? summary.add(batch, copies) : summary.add(batch);
    } else if (operation < 30) {
      ASSERT_TRUE(summary.merge(summaries[1 - at]));
      model.merge(models[1 - at]);
    } else if (operation == 30) {
      const Decay decay{random.below(8), 7};
      ASSERT_TRUE(summary.decay(decay));
      model.decay(decay);
    } else if (random.below(8) == 0) {
      summary.clear();
      model.clear();
    }
    expect_equal_hitters(summary, model);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(HeavyHitters, DoesWhatItsModelDoesWithAnyCapacity) {
  for (const std::uint64_t capacity : {1U, 2U, 3U, 4U, 5U, 7U, 47U, 48U, 49U, 100U})
    run_random_operations(capacity, 4 * capacity, 60);
}

TEST(HeavyHitters, DoesWhatItsModelDoesAsItGrows) {
  run_random_operations(1000, 3000, 250);
}

TEST(HeavyHitters, AnswersAlikeWithAnySeed) {
  test::Random random;
  std::vector<std::uint64_t> keys(20'000);
  for (std::uint64_t& key : keys) key = random.below(1 + random.below(5'000));
  HeavyHitters first = made_hitters(300, Seed(1)), second = made_hitters(300, Seed(2));
  first.add(keys);
  for (const std::uint64_t key : keys) second.add(key);
  EXPECT_EQ(first.counters(), second.counters());
  EXPECT_EQ(first.error(), second.error());
}

// Keys that agree in their low bits, in their high bits, or follow each other.
TEST(HeavyHitters, CountsWeakKeysLikeOthers) {
  for (const std::uint64_t stride : {1ULL, 1ULL << 20, 1ULL << 32, 1ULL << 52, ~0ULL}) {
    HeavyHitters summary = made_hitters(500);
    test::HeavyModel model(500);
    std::vector<std::uint64_t> keys(3'000);
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = stride * (i % 700);
    summary.add(keys);
    for (const std::uint64_t key : keys) model.add(key);
    expect_equal_hitters(summary, model);
  }
}

// The mask is a word of the seed; the key that is equal to it looks like an empty slot.
TEST(HeavyHitters, CountsTheKeyThatItsSeedTurnsIntoNothing) {
  const Seed seed(77);
  const std::uint64_t mask = seed.word(0);
  HeavyHitters summary = made_hitters(4, seed);
  test::HeavyModel model(4);
  for (const std::uint64_t key : {mask, std::uint64_t{0}, mask, std::uint64_t{1}, mask}) {
    summary.add(key);
    model.add(key);
  }
  EXPECT_EQ(summary.bounds(mask).lower, 3U);
  for (std::uint64_t i = 0; i < 200; ++i) {
    const std::vector<std::uint64_t> keys = {mask, i % 7, i};
    summary.add(keys);
    for (const std::uint64_t key : keys) model.add(key);
    expect_equal_hitters(summary, model);
  }
}

TEST(HeavyHitters, ItsMemoryIsBoundedByItsCapacity) {
  HeavyHitters summary = made_hitters(1'000);
  EXPECT_LT(summary.bytes(), 2'000U);  // it grows with what it holds
  std::uint64_t most = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    std::vector<std::uint64_t> keys(500);
    std::iota(keys.begin(), keys.end(), 500 * i);
    summary.add(keys);
    most = std::max(most, summary.bytes());
    ASSERT_LE(summary.size().value, 1'000U);
  }
  EXPECT_LT(most, 22'000U);  // 16 bytes for each of 8/6 slots
}

TEST(HeavyHitters, SaysWhenThereWereMoreCopiesThanItCanCount) {
  HeavyHitters summary = made_hitters(10);
  summary.add(1, CopyCount(~std::uint64_t{0} - 1));
  EXPECT_EQ(summary.bounds(1), (CountBounds{~std::uint64_t{0} - 1, ~std::uint64_t{0} - 1, false}));
  const std::vector<std::uint64_t> keys = {1, 1, 2};
  summary.add(keys);
  EXPECT_EQ(summary.bounds(1), (CountBounds{~std::uint64_t{0}, ~std::uint64_t{0}, true}));
  EXPECT_TRUE(summary.bounds(3).saturated);
  ASSERT_TRUE(summary.decay({1, 2}));
  EXPECT_TRUE(summary.bounds(1).saturated);
  summary.clear();
  EXPECT_FALSE(summary.bounds(1).saturated);
}

TEST(HeavyHitters, ListsTheMostFrequentFirstAndThenByKey) {
  HeavyHitters summary = made_hitters(10);
  const std::vector<std::uint64_t> keys = {5, 9, 9, 3, 9, 7, 7, 8, 8};
  summary.add(keys);
  const std::vector<HeavyItem> expected = {{9, {3, 3}}, {7, {2, 2}}, {8, {2, 2}}, {3, {1, 1}}, {5, {1, 1}}};
  EXPECT_EQ(summary.top(ItemCount(9)), expected);
  EXPECT_EQ(summary.top(ItemCount(2)).size(), 2U);
  EXPECT_EQ(summary.above(CopyCount(2)).size(), 3U);
  EXPECT_EQ(summary.heavy(ItemCount(4)).size(), 1U);  // 9 / 4, so three times or more
}

TEST(HeavyHitters, RefusesNoRoomAndTooMuch) {
  EXPECT_EQ(HeavyHitters::make(ItemCount(0), Seed(1)).error().code(), ErrorCode::invalid_argument);
  EXPECT_EQ(HeavyHitters::make(ItemCount(kMaxHeavyCapacity + 1), Seed(1)).error().code(),
            ErrorCode::limit_exceeded);
  HeavyHitters ten = made_hitters(10);
  EXPECT_EQ(ten.merge(made_hitters(11)).error().code(), ErrorCode::incompatible);
  EXPECT_EQ(ten.decay({1, 0}).error().code(), ErrorCode::invalid_argument);
  EXPECT_EQ(ten.decay({3, 2}).error().code(), ErrorCode::invalid_argument);
}

TEST(HeavyHitters, MergesWithItself) {
  HeavyHitters summary = made_hitters(10);
  const std::vector<std::uint64_t> keys = {1, 2, 2};
  summary.add(keys);
  ASSERT_TRUE(summary.merge(summary));
  EXPECT_EQ(summary.counters(), (std::vector<KeyCounter>{{1, 2}, {2, 4}}));
}

TEST(HeavyHitters, IsMadeAgainFromItsParts) {
  test::Random random;
  HeavyHitters summary = made_hitters(50);
  for (int i = 0; i < 3'000; ++i) summary.add(random.below(1 + random.below(200)));
  const auto again = HeavyHitters::from_parts({.capacity = summary.capacity(),
                                               .seed = summary.seed(),
                                               .total = summary.total(),
                                               .error = summary.error(),
                                               .counters = summary.counters()});
  ASSERT_TRUE(again);
  EXPECT_EQ(again->counters(), summary.counters());
  EXPECT_EQ(again->error(), summary.error());
  EXPECT_EQ(again->total(), summary.total());
}

TEST(HeavyHitters, RefusesPartsThatNoStreamLeadsTo) {
  const HeavyHitters::Parts good{.capacity = ItemCount(2),
                                 .seed = Seed(1),
                                 .total = CopyCount(10),
                                 .error = CopyCount(2),
                                 .counters = {{1, 5}, {2, 3}}};
  EXPECT_TRUE(HeavyHitters::from_parts(good));
  const auto refused = [](const HeavyHitters::Parts& parts) {
    const auto made = HeavyHitters::from_parts(parts);
    return !made && made.error().code() == ErrorCode::malformed;
  };
  auto bad = good;
  bad.total = CopyCount(9);
  EXPECT_TRUE(refused(bad));
  bad = good;
  bad.error = CopyCount(0);  // where are the other two?
  EXPECT_TRUE(refused(bad));
  bad.total = CopyCount(~std::uint64_t{0});
  EXPECT_FALSE(refused(bad));
  bad = good;
  bad.counters[0].key = 2;
  EXPECT_TRUE(refused(bad));
  bad = good;
  bad.counters[0].count = 0;
  EXPECT_TRUE(refused(bad));
  bad = good;
  bad.counters.push_back({3, 1});
  bad.total = CopyCount(20);
  EXPECT_TRUE(refused(bad));
  bad = good;
  bad.counters[0].count = bad.counters[1].count = ~std::uint64_t{0};
  EXPECT_TRUE(refused(bad));
  bad.total = CopyCount(~std::uint64_t{0});
  EXPECT_FALSE(refused(bad));
}

// What really came, as exact fractions of a power of `of`.
TEST(HeavyHitters, DecayKeepsBothBoundsCertain) {
  test::Random random;
  for (const Decay decay : {Decay{1, 2}, Decay{2, 3}, Decay{9, 10}, Decay{0, 1}, Decay{1, 1}}) {
    HeavyHitters summary = made_hitters(12);
    std::map<std::uint64_t, Uint128> truth;  // times unit
    Uint128 unit = 1;
    for (int round = 0; round < 20; ++round) {
      for (int i = 0; i < 60; ++i) {
        const std::uint64_t key = random.below(1 + random.below(30));
        summary.add(key);
        truth[key] += unit;
      }
      ASSERT_TRUE(summary.decay(decay));
      for (auto& [key, weight] : truth) weight *= decay.keep;
      unit *= decay.of;
      for (std::uint64_t key = 0; key < 30; ++key) {
        const CountBounds bounds = summary.bounds(key);
        ASSERT_LE(bounds.lower * unit, truth[key]) << key;
        ASSERT_GE(bounds.upper * unit, truth[key]) << key;
      }
    }
  }
}

TEST(HeavyHitters, DecayAddsNoErrorWhereNothingIsRounded) {
  HeavyHitters summary = made_hitters(10);
  summary.add(1, CopyCount(1024));
  summary.add(2, CopyCount(512));
  for (int i = 0; i < 9; ++i) ASSERT_TRUE(summary.decay({1, 2}));
  EXPECT_EQ(summary.error(), CopyCount(0));
  EXPECT_EQ(summary.counters(), (std::vector<KeyCounter>{{1, 2}, {2, 1}}));
  ASSERT_TRUE(summary.decay({1, 2}));
  EXPECT_EQ(summary.counters(), (std::vector<KeyCounter>{{1, 1}}));
  EXPECT_EQ(summary.error(), CopyCount(1));  // the second came half a time
}

TEST(HeavyHitters, DecayAgainAndAgainBringsNoErrorBeyondItsBound) {
  test::Random random;
  for (const std::uint64_t of : {2U, 10U, 50U}) {
    HeavyHitters summary = made_hitters(100);  // room for all keys, so that only decay brings error
    for (int i = 0; i < 500; ++i) {
      for (int j = 0; j < 20; ++j) summary.add(random.below(100), CopyCount(random.below(1'000)));
      ASSERT_TRUE(summary.decay({of - 1, of}));
      ASSERT_LE(summary.error().value, 2 * of);
    }
  }
}

}  // namespace
}  // namespace peel
