#include "peel/membership/spectral_bloom_filter.hpp"

#include "peel/analysis/bloom_rate.hpp"

#include "membership/probes.hpp"
#include "support/pairs.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace peel {
namespace {

constexpr auto kSelection = SpectralInsertion::minimum_selection;
constexpr auto kIncrease = SpectralInsertion::minimal_increase;

FilterShape spectral_shape(std::uint64_t cells, std::uint64_t hashes, std::uint64_t bits) {
  return test::value_of(FilterShape::from({.layout = FilterLayout::classic,
                                           .cells = CellCount(cells),
                                           .hashes = HashCount(hashes),
                                           .cell_bits = BitWidth(bits)}));
}

SpectralBloomFilter spectral_filter(const FilterShape& shape, SpectralInsertion insertion,
                                    Seed seed = Seed(7)) {
  return test::value_of(SpectralBloomFilter::make(shape, insertion, HashFamily::fast, seed));
}

// The same filter in the plainest way: one number for each cell, and the set of cells that a key has.
class SpectralModel {
 public:
  explicit SpectralModel(const SpectralBloomFilter& filter)
      : shape_(filter.shape()),
        insertion_(filter.insertion()),
        hasher_(filter.hasher()),
        most_((std::uint64_t{1} << shape_.cell_bits().value) - 1),
        cells_(shape_.cells().value) {}

  std::uint64_t count(std::uint64_t key) const {
    std::uint64_t least = most_;
    for (const auto cell : cells_of(key)) least = std::min(least, cells_[cell]);
    return least;
  }
  void insert(std::uint64_t key, std::uint64_t copies) {
    const std::uint64_t needed = count(key) + copies;
    for (const auto cell : cells_of(key)) {
      cells_[cell] = insertion_ == kSelection ? cells_[cell] + copies : std::max(cells_[cell], needed);
      cells_[cell] = std::min(cells_[cell], most_);
    }
  }
  Erased erase(std::uint64_t key, std::uint64_t copies) {
    if (count(key) < std::min(copies, most_)) return Erased::was_absent;
    for (const auto cell : cells_of(key)) cells_[cell] -= cells_[cell] == most_ ? 0 : copies;
    return Erased::erased;
  }
  std::uint64_t saturated() const { return static_cast<std::uint64_t>(std::ranges::count(cells_, most_)); }

 private:
  std::set<std::uint64_t> cells_of(std::uint64_t key) const {
    std::set<std::uint64_t> cells;
    for_each_cell(shape_, hasher_(key), [&](std::uint64_t cell) { cells.insert(cell); });
    return cells;
  }

  FilterShape shape_;
  SpectralInsertion insertion_;
  KeyHasher hasher_;
  std::uint64_t most_;
  std::vector<std::uint64_t> cells_;
};

class EverySpectralFilter : public testing::TestWithParam<std::tuple<std::uint64_t, SpectralInsertion>> {
 protected:
  static std::uint64_t bits() { return std::get<0>(GetParam()); }
  static std::uint64_t most() { return (std::uint64_t{1} << bits()) - 1; }
  static SpectralInsertion insertion() { return std::get<1>(GetParam()); }
  static SpectralBloomFilter filter(std::uint64_t cells, std::uint64_t hashes) {
    return spectral_filter(spectral_shape(cells, hashes, bits()), insertion());
  }
};
INSTANTIATE_TEST_SUITE_P(SpectralBloomFilter, EverySpectralFilter,
                         testing::Combine(testing::Values(8, 16, 32), testing::Values(kSelection, kIncrease)),
                         [](const auto& test) {
                           return std::to_string(std::get<0>(test.param)) + "_bits_" +
                                  std::string(name_of(std::get<1>(test.param)));
                         });

TEST_P(EverySpectralFilter, AnswersAsThePlainestFilterDoes) {
  test::Random random;
  for (const std::uint64_t hashes : {1U, 3U, 8U, 40U}) {
    SpectralBloomFilter filter = EverySpectralFilter::filter(101, hashes);
    SpectralModel model(filter);
    for (int step = 0; step < 300; ++step) {
      const std::uint64_t key = random.below(40), copies = random.below(1 + most() / 8);
      if (insertion() == kIncrease || random.below(3) != 0) {
        filter.insert(key, CopyCount(copies)), model.insert(key, copies);
      } else {
        EXPECT_EQ(test::value_of(filter.erase(key, CopyCount(copies))), model.erase(key, copies));
      }
      const std::uint64_t other = random.below(40), count = model.count(other);
      EXPECT_EQ(filter.multiplicity(other), (SpectralCount{count, count == most()}));
    }
    EXPECT_EQ(filter.saturated().value, model.saturated());
  }
}

TEST_P(EverySpectralFilter, NeverUnderestimatesAnUnsaturatedKey) {
  test::Random random;
  SpectralBloomFilter filter = EverySpectralFilter::filter(400, 4);
  std::map<std::uint64_t, std::uint64_t> truth;
  for (int step = 0; step < 2000; ++step) {
    const std::uint64_t key = random.below(120), copies = 1 + random.below(most() / 100);
    if (insertion() == kSelection && truth[key] >= copies && random.below(2) == 0) {
      EXPECT_EQ(test::value_of(filter.erase(key, CopyCount(copies))), Erased::erased);
      truth[key] -= copies;
    } else {
      filter.insert(key, CopyCount(copies)), truth[key] += copies;
    }
  }
  for (const auto& [key, count] : truth) {
    const SpectralCount answer = filter.multiplicity(key);
    EXPECT_TRUE(answer.saturated || answer.count >= count) << key;
  }
}

TEST_P(EverySpectralFilter, KeepsASaturatedCounterForGoodAndSaysSo) {
  SpectralBloomFilter filter = EverySpectralFilter::filter(400, 4);
  const std::uint64_t key = 3;
  filter.insert(key, CopyCount(most() - 1));
  EXPECT_EQ(filter.multiplicity(key), (SpectralCount{most() - 1, false}));
  filter.insert(key);
  EXPECT_EQ(filter.multiplicity(key), (SpectralCount{most(), true}));
  filter.insert(key, CopyCount(~std::uint64_t{0}));
  EXPECT_EQ(filter.multiplicity(key), (SpectralCount{most(), true}));
  if (insertion() == kIncrease) return;
  EXPECT_EQ(test::value_of(filter.erase(key, CopyCount(~std::uint64_t{0}))), Erased::erased);
  EXPECT_EQ(filter.multiplicity(key), (SpectralCount{most(), true}));
}

TEST_P(EverySpectralFilter, CountsAKeyWhoseProbesMeetAsOftenAsItCame) {
  SpectralBloomFilter filter = EverySpectralFilter::filter(2, 9);
  filter.insert(std::uint64_t{1}), filter.insert(std::uint64_t{1}, CopyCount(4));
  EXPECT_EQ(filter.multiplicity(std::uint64_t{1}).count, 5U);
}

TEST_P(EverySpectralFilter, BatchesEqualOneByOne) {
  test::Random random;
  for (const std::size_t size : {0U, 1U, 32U, 33U, 100U}) {
    SpectralBloomFilter filter = EverySpectralFilter::filter(300, 4);
    std::vector<std::uint64_t> keys(size);
    std::vector<KeyHash> hashes(size);
    std::vector<CopyCount> copies(size);
    for (std::size_t i = 0; i < size; ++i) {
      keys[i] = random.below(60), copies[i] = CopyCount(random.below(20));
      hashes[i] = filter.hasher()(keys[i]);
    }
    SpectralBloomFilter one = filter, hashed = filter;
    filter.insert(keys), hashed.insert(hashes);
    for (const auto key : keys) one.insert(key);
    filter.insert(keys, copies), hashed.insert(hashes, copies);
    for (std::size_t i = 0; i < size; ++i) one.insert(keys[i], copies[i]);
    EXPECT_EQ(filter, one);
    EXPECT_EQ(hashed, one);

    std::vector<SpectralCount> answers(size), answers_hashed(size), expected(size);
    filter.multiplicities(keys, answers), hashed.multiplicities(hashes, answers_hashed);
    for (std::size_t i = 0; i < size; ++i) expected[i] = one.multiplicity(keys[i]);
    EXPECT_EQ(answers, expected);
    EXPECT_EQ(answers_hashed, expected);

    filter.insert_and_tell(keys, answers), hashed.insert_and_tell(hashes, answers_hashed);
    for (std::size_t i = 0; i < size; ++i) expected[i] = one.insert_and_tell(keys[i]);
    EXPECT_EQ(answers, expected);
    EXPECT_EQ(answers_hashed, expected);
    EXPECT_EQ(filter, one);
    EXPECT_EQ(hashed, one);
  }
}

class EverySpectralWidth : public testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(SpectralBloomFilter, EverySpectralWidth, testing::Values(8, 16, 32));

TEST_P(EverySpectralWidth, ErasesInBatchesAsOneByOne) {
  test::Random random;
  SpectralBloomFilter filter = spectral_filter(spectral_shape(300, 4, GetParam()), kSelection);
  std::vector<std::uint64_t> keys(200);
  for (auto& key : keys) key = random.below(60);
  filter.insert(keys);
  for (auto& key : keys) key = random.below(100);
  SpectralBloomFilter one = filter, hashed = filter;
  std::vector<Erased> outcomes(200), outcomes_hashed(200);
  std::vector<KeyHash> hashes;
  for (const auto key : keys) hashes.push_back(filter.hasher()(key));
  EXPECT_OK(filter.erase(keys, outcomes));
  EXPECT_OK(hashed.erase(hashes, outcomes_hashed));
  for (std::size_t i = 0; i < 200; ++i) EXPECT_EQ(outcomes[i], test::value_of(one.erase(keys[i])));
  EXPECT_EQ(outcomes_hashed, outcomes);
  EXPECT_EQ(filter, one);
  EXPECT_EQ(hashed, one);
}

TEST_P(EverySpectralWidth, MergesToTheFilterOfBothEvenWhereItSaturates) {
  test::Random random;
  const std::uint64_t most = (std::uint64_t{1} << GetParam()) - 1;
  SpectralBloomFilter a = spectral_filter(spectral_shape(101, 3, GetParam()), kSelection), b = a, both = a;
  for (int i = 0; i < 60; ++i) {
    const std::uint64_t key = random.next();
    const CopyCount copies(random.below(most));
    (i % 2 == 0 ? a : b).insert(key, copies), both.insert(key, copies);
  }
  EXPECT_OK(a.merge(b));
  EXPECT_EQ(a, both);
}

TEST(SpectralBloomFilter, OfMinimalIncreaseNeitherErasesNorMerges) {
  SpectralBloomFilter filter = spectral_filter(spectral_shape(100, 3, 8), kIncrease);
  filter.insert(std::uint64_t{1});
  const SpectralBloomFilter before = filter;
  const auto erased = filter.erase(std::uint64_t{1});
  ASSERT_FALSE(erased);
  EXPECT_EQ(erased.error().code(), ErrorCode::unsupported);
  std::vector<Erased> outcomes(1);
  EXPECT_EQ(filter.erase(std::vector<std::uint64_t>{1}, outcomes).error().code(), ErrorCode::unsupported);
  EXPECT_EQ(filter.merge(before).error().code(), ErrorCode::unsupported);
  EXPECT_EQ(filter, before);
}

TEST(SpectralBloomFilter, JoinsOnlyFiltersOfItsShapeInsertionAndSeed) {
  SpectralBloomFilter filter = spectral_filter(spectral_shape(100, 3, 8), kSelection);
  EXPECT_EQ(filter.merge(spectral_filter(spectral_shape(100, 3, 16), kSelection)).error().code(),
            ErrorCode::incompatible);
  EXPECT_EQ(filter.merge(spectral_filter(filter.shape(), kIncrease)).error().code(), ErrorCode::incompatible);
  EXPECT_EQ(filter.merge(spectral_filter(filter.shape(), kSelection, Seed(8))).error().code(),
            ErrorCode::incompatible);
}

TEST(SpectralBloomFilter, RefusesWordsAndNumbersThatNoFilterHas) {
  const auto shape = spectral_shape(9, 3, 8);
  const KeyHasher hasher(HashFamily::fast, Seed(1));
  AlignedWords words(2);
  words.data()[1] = 0xFF;
  EXPECT_TRUE(SpectralBloomFilter::from_words(shape, kSelection, hasher, words));
  words.data()[1] = 0x100;
  EXPECT_EQ(SpectralBloomFilter::from_words(shape, kSelection, hasher, words).error().code(),
            ErrorCode::malformed);
  EXPECT_EQ(SpectralBloomFilter::from_words(shape, kSelection, hasher, AlignedWords(1)).error().code(),
            ErrorCode::malformed);
  EXPECT_EQ(SpectralBloomFilter::make(spectral_shape(9, 3, 4), kSelection, HashFamily::fast, Seed(1))
                .error()
                .code(),
            ErrorCode::invalid_argument);
  EXPECT_EQ(SpectralBloomFilter::make(shape, static_cast<SpectralInsertion>(3), HashFamily::fast, Seed(1))
                .error()
                .code(),
            ErrorCode::invalid_argument);
}

// The share of wrong answers in many filters of n keys that came up to nine times each.
struct WrongAnswers {
  double share = 0, standard_error = 0;
};

WrongAnswers wrong_answers(const FilterShape& shape, SpectralInsertion insertion, std::size_t keys) {
  constexpr int kFilters = 100;
  test::Random random;
  double sum = 0, squares = 0;
  for (int trial = 0; trial < kFilters; ++trial) {
    SpectralBloomFilter filter = spectral_filter(shape, insertion, random.seed());
    std::vector<std::uint64_t> stream;
    for (std::uint64_t key = 0; key < keys; ++key) stream.insert(stream.end(), 1 + key % 9, key);
    for (std::size_t i = stream.size(); i > 1; --i) std::swap(stream[i - 1], stream[random.below(i)]);
    filter.insert(stream);
    std::size_t wrong = 0;
    for (std::uint64_t key = 0; key < keys; ++key)
      wrong += filter.multiplicity(key).count == 1 + key % 9 ? 0U : 1U;
    const double share = static_cast<double>(wrong) / static_cast<double>(keys);
    sum += share, squares += share * share;
  }
  const double mean = sum / kFilters;
  return {mean, std::sqrt((squares / kFilters - mean * mean) / kFilters)};
}

TEST(SpectralBloomFilter, ErrsAsOftenAsABloomFilterOfTheOtherKeys) {
  const auto shape = spectral_shape(600, 4, 8);
  const double rate = analysis::false_positive_rate(shape, ItemCount(99));
  const auto wrong = wrong_answers(shape, kSelection, 100);
  EXPECT_NEAR(wrong.share, rate, 5 * wrong.standard_error);
}

TEST(SpectralBloomFilter, OfMinimalIncreaseErrsLessOften) {
  const auto shape = spectral_shape(600, 4, 8);
  EXPECT_LT(wrong_answers(shape, kIncrease, 100).share, wrong_answers(shape, kSelection, 100).share);
}

TEST(SpectralBloomFilter, KnowsItsFillItsRateAndItsDistinctKeys) {
  test::Random random;
  SpectralBloomFilter filter = spectral_filter(spectral_shape(20'000, 5, 16), kSelection);
  EXPECT_TRUE(filter.empty());
  for (const auto key : random.distinct_keys(2000)) filter.insert(key, CopyCount(1 + random.below(9)));
  const auto estimate = filter.estimated_items();
  EXPECT_NEAR(estimate.items, 2000, 5 * estimate.standard_error);
  EXPECT_DOUBLE_EQ(filter.current_rate(), std::pow(filter.fill(), 5));
  EXPECT_FALSE(filter.empty());
}

}  // namespace
}  // namespace peel
