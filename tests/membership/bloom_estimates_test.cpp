// What filters say about the number of keys in them, over many filters: right on average, and as far off as
// they say.
#include "peel/membership/bloom_filter.hpp"

#include "support/pairs.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <utility>

namespace peel {
namespace {

struct Keys {
  std::uint64_t only_a, only_b, in_both;
};

constexpr int kEstimateTrials = 300;

// Many estimates of one number, each with its own standard error.
class Estimates {
 public:
  void add(const analysis::ItemEstimate& estimate) {
    sum_ += estimate.items;
    squares_ += estimate.items * estimate.items;
    variances_ += estimate.standard_error * estimate.standard_error;
  }

  void expect_around(double truth) const {
    const double variance = variances_ / kEstimateTrials, mean = sum_ / kEstimateTrials;
    EXPECT_NEAR(mean, truth, 5 * std::sqrt(variance / kEstimateTrials));
    const double seen = (squares_ - kEstimateTrials * mean * mean) / (kEstimateTrials - 1);
    EXPECT_NEAR(seen / variance, 1, 5 * std::sqrt(2.0 / (kEstimateTrials - 1)));
  }

 private:
  double sum_ = 0, squares_ = 0, variances_ = 0;
};

struct EstimateCase {
  FilterLayout layout;
  std::uint64_t hashes;
  Keys keys;
};

struct Pair {
  BloomFilter a, b;
};

Pair filled(const EstimateCase& c, Seed seed) {
  const auto shape = test::value_of(
      FilterShape::from({.layout = c.layout, .cells = CellCount(5120), .hashes = HashCount(c.hashes)}));
  Pair pair{test::value_of(BloomFilter::make(shape, HashFamily::fast, seed)),
            test::value_of(BloomFilter::make(shape, HashFamily::fast, seed))};
  std::uint64_t key = 0;
  for (std::uint64_t i = 0; i < c.keys.only_a; ++i) pair.a.insert(key++);
  for (std::uint64_t i = 0; i < c.keys.only_b; ++i) pair.b.insert(key++);
  for (std::uint64_t i = 0; i < c.keys.in_both; ++i, ++key) pair.a.insert(key), pair.b.insert(key);
  return pair;
}

class EstimatedKeys : public testing::TestWithParam<FilterLayout> {};
INSTANTIATE_TEST_SUITE_P(BloomFilter, EstimatedKeys, testing::ValuesIn(kFilterLayouts),
                         [](const auto& layout) { return std::string(name_of(layout.param)); });

TEST_P(EstimatedKeys, AreRightOnAverageAndAsFarOffAsTheyClaim) {
  test::Random random;
  for (const std::uint64_t hashes : {1U, 3U, 6U, 8U, 11U}) {
    for (const std::uint64_t items : {100U, 600U, 1500U}) {
      SCOPED_TRACE(std::to_string(hashes) + " hashes, " + std::to_string(items) + " keys");
      Estimates estimates;
      for (int trial = 0; trial < kEstimateTrials; ++trial)
        estimates.add(filled({GetParam(), hashes, {items, 0, 0}}, random.seed()).a.estimated_items());
      estimates.expect_around(static_cast<double>(items));
    }
  }
}

TEST_P(EstimatedKeys, OfUnionAndIntersectionAreRightOnAverageAndAsFarOffAsTheyClaim) {
  test::Random random;
  for (const std::uint64_t hashes : {2U, 7U, 8U}) {
    for (const Keys& keys : {Keys{300, 500, 200}, {50, 700, 400}}) {
      SCOPED_TRACE(std::to_string(hashes) + " hashes, " + std::to_string(keys.in_both) + " in both");
      Estimates in_either, in_both;
      for (int trial = 0; trial < kEstimateTrials; ++trial) {
        const Pair pair = filled({GetParam(), hashes, keys}, random.seed());
        in_either.add(test::value_of(estimated_union(pair.a, pair.b)));
        in_both.add(test::value_of(estimated_intersection(pair.a, pair.b)));
      }
      in_either.expect_around(static_cast<double>(keys.only_a + keys.only_b + keys.in_both));
      in_both.expect_around(static_cast<double>(keys.in_both));
    }
  }
}

TEST_P(EstimatedKeys, AreNoneOfAnEmptyFilterAndInfiniteOfAFullOne) {
  Pair pair = filled({GetParam(), 7, {}}, Seed(1));
  EXPECT_EQ(pair.a.estimated_items().items, 0);
  EXPECT_EQ(test::value_of(estimated_intersection(pair.a, pair.b)).items, 0);
  pair.a = filled({GetParam(), 7, {50'000, 0, 0}}, Seed(1)).a;
  EXPECT_EQ(pair.a.fill(), 1);
  EXPECT_TRUE(std::isinf(pair.a.estimated_items().items));
  EXPECT_TRUE(std::isinf(pair.a.estimated_items().standard_error));
}

TEST_P(EstimatedKeys, AreStillToldWhereABlockIsFull) {
  const BloomFilter filter = filled({GetParam(), 7, {500, 0, 0}}, Seed(1)).a;
  AlignedWords words(filter.shape().words());
  std::ranges::copy(filter.words(), words.data());
  std::fill_n(words.data(), 8, ~std::uint64_t{0});
  const auto estimate =
      test::value_of(BloomFilter::from_words(filter.shape(), filter.hasher(), std::move(words)))
          .estimated_items();
  EXPECT_GT(estimate.items, filter.estimated_items().items);
  EXPECT_LT(estimate.items, 1000);
}

TEST_P(EstimatedKeys, OfAnIntersectionComeWithARateBetweenThoseOfItsKeysAndOfBothFilters) {
  const Pair pair = filled({GetParam(), 5, {300, 500, 200}}, Seed(3));
  BloomFilter intersection = pair.a, shared = filled({GetParam(), 5, {}}, Seed(3)).a;
  EXPECT_OK(intersection.intersect(pair.b));
  for (std::uint64_t key = 800; key < 1000; ++key) shared.insert(key);
  EXPECT_GT(intersection.current_rate(), shared.current_rate());
  EXPECT_LT(intersection.current_rate(), std::min(pair.a.current_rate(), pair.b.current_rate()));
}

}  // namespace
}  // namespace peel
