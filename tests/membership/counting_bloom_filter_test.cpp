#include "peel/membership/counting_bloom_filter.hpp"

#include "membership/probes.hpp"
#include "support/pairs.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace peel {
namespace {

FilterShape counting_shape(FilterLayout layout, std::uint64_t cells, std::uint64_t hashes) {
  return test::value_of(FilterShape::from({.layout = layout,
                                           .cells = CellCount(cells),
                                           .hashes = HashCount(hashes),
                                           .cell_bits = BitWidth(kCountingCellBits)}));
}

CountingBloomFilter counting_filter(FilterLayout layout, std::uint64_t cells, std::uint64_t hashes) {
  return test::value_of(
      CountingBloomFilter::make(counting_shape(layout, cells, hashes), HashFamily::fast, Seed(7)));
}

std::uint64_t counter_of_cell(const CountingBloomFilter& filter, std::uint64_t cell) {
  return filter.words()[cell / 16] >> 4 * (cell % 16) & 15;
}

// The same filter in the plainest way: one number for each cell, and the set of cells that a key has.
class CountingModel {
 public:
  explicit CountingModel(const CountingBloomFilter& filter)
      : shape_(filter.shape()), hasher_(filter.hasher()), cells_(shape_.cells().value) {}

  std::set<std::uint64_t> cells_of(std::uint64_t key) const {
    std::set<std::uint64_t> cells;
    for_each_cell(shape_, hasher_(key), [&](std::uint64_t cell) { cells.insert(cell); });
    return cells;
  }
  void insert(std::uint64_t key) {
    for (const auto cell : cells_of(key)) cells_[cell] = std::min(cells_[cell] + 1, std::uint64_t{15});
  }
  bool contains(std::uint64_t key) const {
    return std::ranges::all_of(cells_of(key), [&](std::uint64_t cell) { return cells_[cell] != 0; });
  }
  Erased erase(std::uint64_t key) {
    if (!contains(key)) return Erased::was_absent;
    for (const auto cell : cells_of(key)) cells_[cell] -= cells_[cell] == 15 ? 0U : 1U;
    return Erased::erased;
  }
  void expect_equal(const CountingBloomFilter& filter) const {
    for (std::uint64_t cell = 0; cell < cells_.size(); ++cell)
      ASSERT_EQ(counter_of_cell(filter, cell), cells_[cell]);
    EXPECT_EQ(filter.saturated().value, static_cast<std::uint64_t>(std::ranges::count(cells_, 15U)));
  }

 private:
  FilterShape shape_;
  KeyHasher hasher_;
  std::vector<std::uint64_t> cells_;
};

class EveryCountingLayout : public testing::TestWithParam<FilterLayout> {};
INSTANTIATE_TEST_SUITE_P(CountingBloomFilter, EveryCountingLayout, testing::ValuesIn(kFilterLayouts),
                         [](const auto& layout) { return std::string(name_of(layout.param)); });

TEST_P(EveryCountingLayout, HasTheCellsOfThePlainestFilter) {
  test::Random random;
  for (const std::uint64_t hashes : {1U, 3U, 4U, 8U, 11U, 16U, 32U}) {
    CountingBloomFilter filter = counting_filter(GetParam(), 384, hashes);
    CountingModel model(filter);
    for (int step = 0; step < 400; ++step) {
      const std::uint64_t key = random.below(60);
      if (random.below(2) == 0) {
        filter.insert(key), model.insert(key);
      } else {
        EXPECT_EQ(filter.erase(key), model.erase(key));
      }
      EXPECT_EQ(filter.contains(key), model.contains(key));
    }
    model.expect_equal(filter);
  }
}

TEST_P(EveryCountingLayout, NeverDeniesAKeyThatItHolds) {
  test::Random random;
  CountingBloomFilter filter = counting_filter(GetParam(), 640, 7);
  std::map<std::uint64_t, int> held;
  for (int step = 0; step < 4000; ++step) {
    const std::uint64_t key = random.below(150);
    if (random.below(2) == 0) {
      filter.insert(key), ++held[key];
    } else if (held[key] > 0) {
      EXPECT_EQ(filter.erase(key), Erased::erased);
      --held[key];
    }
    const std::uint64_t other = random.below(150);
    if (held[other] > 0) {
      ASSERT_TRUE(filter.contains(other));
    }
  }
}

TEST_P(EveryCountingLayout, IsEmptyAgainWhenAllIsErased) {
  CountingBloomFilter filter = counting_filter(GetParam(), 6400, 9);
  for (std::uint64_t key = 0; key < 500; ++key) filter.insert(key);
  ASSERT_EQ(filter.saturated().value, 0U);
  EXPECT_FALSE(filter.empty());
  for (std::uint64_t key = 0; key < 500; ++key) EXPECT_EQ(filter.erase(key), Erased::erased);
  EXPECT_TRUE(filter.empty());
}

TEST_P(EveryCountingLayout, RefusesToEraseExactlyWhatItDenies) {
  test::Random random;
  CountingBloomFilter filter = counting_filter(GetParam(), 640, 5);
  for (int i = 0; i < 60; ++i) filter.insert(random.next());
  for (int i = 0; i < 500; ++i) {
    CountingBloomFilter copy = filter;
    const std::uint64_t key = random.next();
    const bool affirmed = filter.contains(key);
    EXPECT_EQ(copy.erase(key), affirmed ? Erased::erased : Erased::was_absent);
    EXPECT_EQ(copy == filter, !affirmed);
  }
}

TEST_P(EveryCountingLayout, KeepsASaturatedCounterForGood) {
  CountingBloomFilter filter = counting_filter(GetParam(), 1280, 6);
  const std::uint64_t key = 5;
  for (int i = 0; i < 14; ++i) filter.insert(key);
  EXPECT_EQ(filter.saturated().value, 0U);
  filter.insert(key);
  EXPECT_EQ(filter.saturated().value, CountingModel(filter).cells_of(key).size());
  for (int i = 0; i < 40; ++i) EXPECT_EQ(filter.erase(key), Erased::erased);
  EXPECT_TRUE(filter.contains(key));
}

TEST_P(EveryCountingLayout, ForgetsAKeyInsertedFourteenTimesAfterFourteenErasures) {
  CountingBloomFilter filter = counting_filter(GetParam(), 1280, 32);
  std::uint64_t key = 0;
  while (CountingModel(filter).cells_of(key).size() == 32) ++key;  // until some of its probes meet
  for (int i = 0; i < 14; ++i) filter.insert(key);
  for (int i = 0; i < 14; ++i) EXPECT_EQ(filter.erase(key), Erased::erased);
  EXPECT_EQ(filter.erase(key), Erased::was_absent);
  EXPECT_TRUE(filter.empty());
}

TEST_P(EveryCountingLayout, BatchesEqualOneByOne) {
  test::Random random;
  for (const std::size_t size : {0U, 1U, 31U, 32U, 33U, 64U, 100U, 300U}) {
    CountingBloomFilter filter = counting_filter(GetParam(), 1280, 5);
    std::vector<std::uint64_t> keys(size);
    for (auto& key : keys) key = random.below(200);
    std::vector<KeyHash> hashes;
    for (const auto key : keys) hashes.push_back(filter.hasher()(key));
    const auto found = std::make_unique<bool[]>(size), found_hashed = std::make_unique<bool[]>(size);
    std::vector<Erased> outcomes(size), outcomes_hashed(size);
    CountingBloomFilter one = filter, hashed = filter;

    filter.insert(keys), hashed.insert(hashes);
    for (const auto key : keys) one.insert(key);
    EXPECT_EQ(filter, one);
    EXPECT_EQ(hashed, one);

    for (auto& key : keys) key = random.below(200);
    for (std::size_t i = 0; i < size; ++i) hashes[i] = filter.hasher()(keys[i]);
    filter.contains(keys, {found.get(), size}), hashed.contains(hashes, {found_hashed.get(), size});
    for (std::size_t i = 0; i < size; ++i) {
      EXPECT_EQ(found[i], one.contains(keys[i]));
      EXPECT_EQ(found_hashed[i], found[i]);
    }
    filter.erase(keys, outcomes), hashed.erase(hashes, outcomes_hashed);
    for (std::size_t i = 0; i < size; ++i) EXPECT_EQ(outcomes[i], one.erase(keys[i]));
    EXPECT_EQ(outcomes_hashed, outcomes);
    EXPECT_EQ(filter, one);

    filter.insert_and_tell(keys, {found.get(), size});
    hashed.insert_and_tell(hashes, {found_hashed.get(), size});
    for (std::size_t i = 0; i < size; ++i) {
      EXPECT_EQ(found[i], one.insert_and_tell(keys[i]));
      EXPECT_EQ(found_hashed[i], found[i]);
    }
    EXPECT_EQ(filter, one);
    EXPECT_EQ(hashed, one);
  }
}

TEST_P(EveryCountingLayout, MergesToTheFilterOfBothEvenBeyondFifteen) {
  test::Random random;
  CountingBloomFilter a = counting_filter(GetParam(), 128, 3), b = a, both = a;
  for (int i = 0; i < 400; ++i) {
    const std::uint64_t key = random.next();
    (i % 2 == 0 ? a : b).insert(key), both.insert(key);
  }
  EXPECT_OK(a.merge(b));
  EXPECT_EQ(a, both);
  EXPECT_GT(a.saturated().value, 0U);
}

TEST_P(EveryCountingLayout, SubtractsWhatWasMerged) {
  CountingBloomFilter a = counting_filter(GetParam(), 6400, 5), b = a;
  for (std::uint64_t key = 0; key < 300; ++key) (key < 150 ? a : b).insert(key);
  CountingBloomFilter both = a;
  ASSERT_TRUE(both.merge(b));
  ASSERT_EQ(both.saturated().value, 0U);
  EXPECT_OK(both.subtract(b));
  EXPECT_EQ(both, a);
}

TEST_P(EveryCountingLayout, RefusesToSubtractAKeyItWasNeverGiven) {
  CountingBloomFilter a = counting_filter(GetParam(), 6400, 5), b = a;
  for (std::uint64_t key = 0; key < 100; ++key) a.insert(key);
  const CountingBloomFilter before = a;
  b.insert(std::uint64_t{99}), b.insert(std::uint64_t{12345});
  ASSERT_FALSE(a.contains(std::uint64_t{12345}));
  const auto refused = a.subtract(b);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), ErrorCode::incompatible);
  EXPECT_EQ(a, before);
}

TEST_P(EveryCountingLayout, StaysSaturatedWhereItIsSubtractedFromItself) {
  CountingBloomFilter filter = counting_filter(GetParam(), 1280, 4);
  for (int i = 0; i < 20; ++i) filter.insert(std::uint64_t{1});
  filter.insert(std::uint64_t{2});
  EXPECT_OK(filter.subtract(filter));
  EXPECT_TRUE(filter.contains(std::uint64_t{1}));
  EXPECT_FALSE(filter.contains(std::uint64_t{2}));
}

TEST_P(EveryCountingLayout, JoinsOnlyFiltersOfItsShapeAndSeed) {
  CountingBloomFilter filter = counting_filter(GetParam(), 1280, 4);
  const CountingBloomFilter wider = counting_filter(GetParam(), 1280, 5);
  const auto seeded = test::value_of(CountingBloomFilter::make(filter.shape(), HashFamily::fast, Seed(8)));
  EXPECT_EQ(filter.merge(wider).error().code(), ErrorCode::incompatible);
  EXPECT_EQ(filter.merge(seeded).error().code(), ErrorCode::incompatible);
  EXPECT_EQ(filter.subtract(wider).error().code(), ErrorCode::incompatible);
  EXPECT_EQ(filter.subtract(seeded).error().code(), ErrorCode::incompatible);
}

TEST_P(EveryCountingLayout, ErrsAsOftenAsItSays) {
  test::Random random;
  CountingBloomFilter filter = counting_filter(GetParam(), 12'800, 5);
  for (int i = 0; i < 2200; ++i) filter.insert(random.next());
  for (int i = 0; i < 300; ++i) filter.insert(std::uint64_t{7});
  constexpr int kTrials = 40'000;
  int affirmed = 0;
  for (int i = 0; i < kTrials; ++i) affirmed += filter.contains(random.next()) ? 1 : 0;
  const double rate = filter.current_rate();
  EXPECT_NEAR(affirmed, kTrials * rate, 5 * std::sqrt(kTrials * rate * (1 - rate)));
}

TEST_P(EveryCountingLayout, EstimatesTheDistinctKeysItHolds) {
  test::Random random;
  CountingBloomFilter filter = counting_filter(GetParam(), 64'000, 5);
  const auto keys = random.distinct_keys(9000);
  for (const auto key : keys) filter.insert(key), filter.insert(key);
  for (std::size_t i = 0; i < 3000; ++i) filter.erase(keys[i]), filter.erase(keys[i]);
  const auto estimate = filter.estimated_items();
  EXPECT_NEAR(estimate.items, 6000, 5 * estimate.standard_error);
  EXPECT_LT(estimate.standard_error, 200);
}

TEST_P(EveryCountingLayout, AdoptsWhatAnotherWroteAndRefusesTheRest) {
  CountingBloomFilter filter = counting_filter(GetParam(), 1280, 4);
  filter.insert(std::uint64_t{1});
  AlignedWords words(filter.shape().words());
  std::ranges::copy(filter.words(), words.data());
  EXPECT_EQ(test::value_of(CountingBloomFilter::from_words(filter.shape(), filter.hasher(), words)), filter);
  const auto short_by_one = CountingBloomFilter::from_words(filter.shape(), filter.hasher(),
                                                            AlignedWords(filter.shape().words() - 1));
  ASSERT_FALSE(short_by_one);
  EXPECT_EQ(short_by_one.error().code(), ErrorCode::malformed);
}

TEST(CountingBloomFilter, RefusesACounterBehindTheLast) {
  const auto shape = counting_shape(FilterLayout::classic, 17, 3);
  AlignedWords words(2);
  words.data()[1] = 0xF;
  EXPECT_TRUE(CountingBloomFilter::from_words(shape, KeyHasher(HashFamily::fast, Seed(1)), words));
  words.data()[1] = 0x10;
  const auto refused = CountingBloomFilter::from_words(shape, KeyHasher(HashFamily::fast, Seed(1)), words);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), ErrorCode::malformed);
}

TEST(CountingBloomFilter, RefusesCellsOfOtherWidths) {
  for (const std::uint64_t bits : {1U, 8U}) {
    const auto shape = test::value_of(FilterShape::from({.layout = FilterLayout::classic,
                                                         .cells = CellCount(64),
                                                         .hashes = HashCount(2),
                                                         .cell_bits = BitWidth(bits)}));
    const auto refused = CountingBloomFilter::make(shape, HashFamily::fast, Seed(1));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code(), ErrorCode::invalid_argument);
  }
}

// Every order of five insertions and erasures of three keys in filters so small that all probes meet.
TEST(CountingBloomFilter, AgreesWithTheModelOnEveryShortHistory) {
  for (const std::uint64_t cells : {1U, 2U, 3U, 5U}) {
    for (unsigned history = 0; history < 7776; ++history) {
      CountingBloomFilter filter = counting_filter(FilterLayout::classic, cells, 3);
      CountingModel model(filter);
      for (unsigned step = 0, rest = history; step < 5; ++step, rest /= 6) {
        const std::uint64_t key = rest % 3;
        if (rest % 6 < 3) {
          filter.insert(key), model.insert(key);
        } else {
          ASSERT_EQ(filter.erase(key), model.erase(key));
        }
      }
      model.expect_equal(filter);
    }
  }
}

TEST(CountingBloomFilter, OfClassicLayoutIsTheBloomFilterOfTheSameKeys) {
  test::Random random;
  CountingBloomFilter filter = counting_filter(FilterLayout::classic, 1003, 6);
  const auto shape = test::value_of(
      FilterShape::from({.layout = FilterLayout::classic, .cells = CellCount(1003), .hashes = HashCount(6)}));
  BloomFilter bloom = test::value_of(BloomFilter::make(shape, HashFamily::fast, Seed(7)));
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t key = random.next();
    filter.insert(key), bloom.insert(key);
  }
  EXPECT_EQ(test::value_of(filter.as_bloom_filter()), bloom);
  EXPECT_EQ(filter.fill(), bloom.fill());
  EXPECT_EQ(filter.current_rate(), bloom.current_rate());
}

TEST(CountingBloomFilter, OfBlocksHasNoBloomFilterOfTheSameCells) {
  const auto refused = counting_filter(FilterLayout::line_blocks, 1280, 6).as_bloom_filter();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), ErrorCode::unsupported);
}

}  // namespace
}  // namespace peel
