#include "peel/membership/rotating_bloom_filter.hpp"

#include "support/pairs.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace peel {
namespace {

RotationRule rule_of(WindowUnit unit, std::uint64_t window, std::uint64_t generations) {
  return test::value_of(
      RotationRule::from({.unit = unit, .window = window, .generations = GenerationCount(generations)}));
}

// Large enough that a false positive in a test is one in 10^9.
FilterShape roomy_shape(FilterLayout layout = FilterLayout::line_blocks) {
  return test::value_of(
      FilterShape::from({.layout = layout, .cells = CellCount(512 * 256), .hashes = HashCount(8)}));
}

RotatingBloomFilter rotating_filter(const RotationRule& rule, const FilterShape& shape = roomy_shape()) {
  return test::value_of(RotatingBloomFilter::make(shape, rule, HashFamily::fast, Seed(7)));
}

TEST(RotationRule, CoversItsWindowWithAllGenerationsButOne) {
  for (std::uint64_t generations = kMinGenerations; generations <= kMaxGenerations; ++generations) {
    for (std::uint64_t window = 1; window < 100; ++window) {
      const auto rule = rule_of(WindowUnit::ticks, window, generations);
      EXPECT_GE(rule.remembered(), window);
      EXPECT_LT(rule.remembered(), window + generations);
      EXPECT_EQ(rule.forgotten(), rule.remembered() + rule.step());
    }
  }
}

TEST(RotationRule, RefusesWhatIsOutOfRange) {
  const auto is_refused = [](const RotationSpec& spec) {
    const auto rule = RotationRule::from(spec);
    return !rule && rule.error().code() == ErrorCode::invalid_argument;
  };
  EXPECT_TRUE(is_refused({.window = 0}));
  EXPECT_TRUE(is_refused({.window = kMaxWindow + 1}));
  EXPECT_TRUE(is_refused({.window = 1, .generations = GenerationCount(1)}));
  EXPECT_TRUE(is_refused({.window = 1, .generations = GenerationCount(17)}));
  EXPECT_TRUE(is_refused({.unit = static_cast<WindowUnit>(3), .window = 1}));
  EXPECT_FALSE(is_refused({.window = kMaxWindow, .generations = GenerationCount(2)}));
}

class EveryGenerationCount : public testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(RotatingBloomFilter, EveryGenerationCount, testing::Values(2, 3, 4, 7, 16));

TEST_P(EveryGenerationCount, AffirmsEveryKeyOfTheWindowAndForgetsThoseLongBeforeIt) {
  for (const std::uint64_t window : {1U, 2U, 10U, 33U}) {
    const auto rule = rule_of(WindowUnit::insertions, window, GetParam());
    RotatingBloomFilter filter = rotating_filter(rule);
    const std::uint64_t last = 3 * rule.forgotten() + 5;
    for (std::uint64_t key = 0; key < last; ++key) {
      filter.insert(key);
      for (std::uint64_t after = 0; after <= key; ++after) {
        if (after <= rule.remembered()) {
          ASSERT_TRUE(filter.contains(key - after));
        }
        if (after >= rule.forgotten()) {
          ASSERT_FALSE(filter.contains(key - after));
        }
      }
    }
  }
}

TEST_P(EveryGenerationCount, AffirmsEveryKeyOfTheLastTicksAndForgetsThoseLongBefore) {
  test::Random random;
  for (const std::uint64_t window : {1U, 10U, 1000U}) {
    const auto rule = rule_of(WindowUnit::ticks, window, GetParam());
    RotatingBloomFilter filter = rotating_filter(rule);
    std::vector<std::uint64_t> came;  // when key number i did
    std::uint64_t now = random.next() >> 1;
    for (int step = 0; step < 60; ++step) {
      now += random.below(1 + window / 2) * (random.below(10) == 0 ? 5 : 1);
      ASSERT_TRUE(filter.advance_to(Tick(now)));
      filter.insert(came.size());
      came.push_back(now);
      for (std::uint64_t key = 0; key < came.size(); ++key) {
        if (now - came[key] <= rule.remembered()) {
          ASSERT_TRUE(filter.contains(key));
        }
        if (now - came[key] >= rule.forgotten()) {
          ASSERT_FALSE(filter.contains(key));
        }
      }
    }
  }
}

TEST_P(EveryGenerationCount, BatchesEqualOneByOneAcrossRotations) {
  test::Random random;
  for (const std::uint64_t window : {1U, 7U, 100U, 1000U}) {
    RotatingBloomFilter filter = rotating_filter(rule_of(WindowUnit::insertions, window, GetParam()));
    RotatingBloomFilter hashed = filter, one = filter;
    for (const std::size_t size : {0U, 1U, 5U, 50U, 300U, 700U}) {
      std::vector<std::uint64_t> keys(size);
      for (auto& key : keys) key = random.below(2000);
      std::vector<KeyHash> hashes;
      for (const auto key : keys) hashes.push_back(filter.hasher()(key));
      const auto found = std::make_unique<bool[]>(size), found_hashed = std::make_unique<bool[]>(size);

      filter.insert_and_tell(keys, {found.get(), size});
      hashed.insert_and_tell(hashes, {found_hashed.get(), size});
      for (std::size_t i = 0; i < size; ++i) {
        EXPECT_EQ(found[i], one.insert_and_tell(keys[i]));
        EXPECT_EQ(found_hashed[i], found[i]);
      }
      EXPECT_EQ(filter, one);
      filter.insert(keys), hashed.insert(hashes);
      for (const auto key : keys) one.insert(key);
      EXPECT_EQ(filter, one);
      EXPECT_EQ(hashed, one);

      for (auto& key : keys) key = random.below(4000);
      filter.contains(keys, {found.get(), size});
      for (std::size_t i = 0; i < size; ++i) EXPECT_EQ(found[i], one.contains(keys[i]));
    }
  }
}

TEST(RotatingBloomFilter, TellsWhatCameWithinTheWindowAndRefreshesIt) {
  RotatingBloomFilter filter = rotating_filter(rule_of(WindowUnit::insertions, 6, 3));
  EXPECT_FALSE(filter.insert_and_tell(std::uint64_t{1}));
  for (std::uint64_t other = 100; other < 200; ++other) {
    filter.insert(other);
    if (other % 5 == 0) {
      EXPECT_TRUE(filter.insert_and_tell(std::uint64_t{1}));
    }
  }
  for (std::uint64_t other = 200; other < 220; ++other) filter.insert(other);
  EXPECT_FALSE(filter.insert_and_tell(std::uint64_t{1}));
}

TEST(RotatingBloomFilter, TakesBytesAsKeys) {
  RotatingBloomFilter filter = rotating_filter(rule_of(WindowUnit::insertions, 6, 3));
  EXPECT_FALSE(filter.insert_and_tell(as_bytes("abc")));
  EXPECT_TRUE(filter.contains(as_bytes("abc")));
  EXPECT_FALSE(filter.contains(as_bytes("abd")));
}

TEST(RotatingBloomFilter, LetsTimeStandStillWhenItIsToldAnEarlierOne) {
  RotatingBloomFilter filter = rotating_filter(rule_of(WindowUnit::ticks, 100, 2));
  EXPECT_OK(filter.advance_to(Tick(1000)));
  EXPECT_OK(filter.advance_to(Tick(10)));
  EXPECT_EQ(filter.position(), 1000U);
  filter.insert(std::uint64_t{1});
  EXPECT_OK(filter.advance_to(Tick(1100)));
  EXPECT_TRUE(filter.contains(std::uint64_t{1}));
  EXPECT_OK(filter.advance_to(Tick(1200)));
  EXPECT_FALSE(filter.contains(std::uint64_t{1}));
}

TEST(RotatingBloomFilter, ForgetsAllInOneLongStep) {
  RotatingBloomFilter filter = rotating_filter(rule_of(WindowUnit::ticks, 100, 4));
  for (std::uint64_t key = 0; key < 50; ++key) filter.insert(key);
  EXPECT_OK(filter.advance_to(Tick(std::numeric_limits<std::uint64_t>::max())));
  for (std::uint64_t key = 0; key < 50; ++key) EXPECT_FALSE(filter.contains(key));
}

TEST(RotatingBloomFilter, OfInsertionsTakesNoTimeAndDoesNotMerge) {
  RotatingBloomFilter filter = rotating_filter(rule_of(WindowUnit::insertions, 100, 4));
  EXPECT_EQ(filter.advance_to(Tick(5)).error().code(), ErrorCode::unsupported);
  EXPECT_EQ(filter.merge(filter).error().code(), ErrorCode::unsupported);
}

TEST(RotatingBloomFilter, MergesToTheFilterThatSawBothStreams) {
  test::Random random;
  const auto rule = rule_of(WindowUnit::ticks, 60, 4);
  for (int trial = 0; trial < 30; ++trial) {
    RotatingBloomFilter a = rotating_filter(rule), b = a, both = a;
    std::uint64_t now = random.below(1000);
    for (int step = 0; step < 40; ++step) {
      now += random.below(20);
      RotatingBloomFilter& one = random.below(2) == 0 ? a : b;
      const std::uint64_t key = random.next();
      for (RotatingBloomFilter* filter : {&one, &both}) {
        EXPECT_OK(filter->advance_to(Tick(now)));
        filter->insert(key);
      }
    }
    EXPECT_OK(a.merge(b));
    EXPECT_EQ(a, both);
  }
}

TEST(RotatingBloomFilter, MergesOnlyWithItsOwnRuleShapeAndSeed) {
  const auto rule = rule_of(WindowUnit::ticks, 60, 4);
  RotatingBloomFilter filter = rotating_filter(rule);
  const auto code = [&](const RotatingBloomFilter& other) { return filter.merge(other).error().code(); };
  EXPECT_EQ(code(rotating_filter(rule_of(WindowUnit::ticks, 61, 4))), ErrorCode::incompatible);
  EXPECT_EQ(code(rotating_filter(rule, roomy_shape(FilterLayout::classic))), ErrorCode::incompatible);
  EXPECT_EQ(code(test::value_of(RotatingBloomFilter::make(roomy_shape(), rule, HashFamily::fast, Seed(8)))),
            ErrorCode::incompatible);
}

TEST(RotatingBloomFilter, ErrsAsOftenAsItSays) {
  test::Random random;
  const auto shape = test::value_of(FilterShape::from(
      {.layout = FilterLayout::line_blocks, .cells = CellCount(512 * 20), .hashes = HashCount(5)}));
  RotatingBloomFilter filter = rotating_filter(rule_of(WindowUnit::insertions, 4000, 4), shape);
  std::vector<std::uint64_t> keys = random.distinct_keys(6000);
  filter.insert(keys);
  constexpr int kTrials = 20'000;
  int affirmed = 0;
  for (int i = 0; i < kTrials; ++i) affirmed += filter.contains(random.next()) ? 1 : 0;
  const double rate = filter.current_rate();
  EXPECT_NEAR(affirmed, kTrials * rate, 5 * std::sqrt(kTrials * rate * (1 - rate)));
}

TEST(RotatingBloomFilter, EstimatesTheDistinctKeysItRemembers) {
  RotatingBloomFilter filter = rotating_filter(rule_of(WindowUnit::insertions, 3000, 4));
  for (std::uint64_t key = 0; key < 10'000; ++key) filter.insert(key % 2000);
  const auto estimate = filter.estimated_items();
  EXPECT_NEAR(estimate.items, 2000, 5 * estimate.standard_error);
}

TEST(RotatingBloomFilter, AdoptsItsOwnGenerations) {
  RotatingBloomFilter filter = rotating_filter(rule_of(WindowUnit::insertions, 30, 4));
  for (std::uint64_t key = 0; key < 95; ++key) filter.insert(key);
  const auto copy = test::value_of(RotatingBloomFilter::from_generations(
      filter.rule(), filter.position(), {filter.generations().begin(), filter.generations().end()}));
  EXPECT_EQ(copy, filter);
}

TEST(RotatingBloomFilter, RefusesGenerationsThatNoFilterHas) {
  const auto rule = rule_of(WindowUnit::insertions, 30, 4);  // ten insertions in a generation
  const RotatingBloomFilter filter = rotating_filter(rule);
  const std::vector<BloomFilter> empty(filter.generations().begin(), filter.generations().end());
  const auto is_malformed = [&](std::uint64_t position, const std::vector<BloomFilter>& generations) {
    const auto adopted = RotatingBloomFilter::from_generations(rule, position, generations);
    return !adopted && adopted.error().code() == ErrorCode::malformed;
  };
  EXPECT_FALSE(is_malformed(0, empty));
  EXPECT_TRUE(is_malformed(0, {empty.begin(), empty.begin() + 3}));
  EXPECT_TRUE(is_malformed(std::uint64_t{1} << 63, empty));

  std::vector<BloomFilter> late = empty;
  late[1].insert(std::uint64_t{1});
  EXPECT_TRUE(is_malformed(10, late));
  EXPECT_FALSE(is_malformed(11, late));

  std::vector<BloomFilter> mixed = empty;
  mixed[2] = test::value_of(BloomFilter::make(filter.shape(), HashFamily::fast, Seed(8)));
  EXPECT_TRUE(is_malformed(0, mixed));
}

TEST(RotatingBloomFilter, RefusesMoreMemoryThanAFilterMayHave) {
  const auto shape = test::value_of(FilterShape::from(
      {.layout = FilterLayout::classic, .cells = CellCount(kMaxFilterBytes * 8), .hashes = HashCount(5)}));
  const auto refused =
      RotatingBloomFilter::make(shape, rule_of(WindowUnit::ticks, 9, 2), HashFamily::fast, Seed(1));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), ErrorCode::limit_exceeded);
}

}  // namespace
}  // namespace peel
