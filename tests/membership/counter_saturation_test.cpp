// How often counters saturate, against theory for tiny chances and against filters for large ones.
#include "peel/analysis/counter_saturation.hpp"

#include "peel/membership/counting_bloom_filter.hpp"

#include "support/pairs.hpp"
#include "support/random.hpp"

#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <string>

namespace peel {
namespace {

FilterShape counters_of(FilterLayout layout, std::uint64_t cells, std::uint64_t hashes,
                        std::uint64_t bits = 4) {
  return test::value_of(FilterShape::from({.layout = layout,
                                           .cells = CellCount(cells),
                                           .hashes = HashCount(hashes),
                                           .cell_bits = BitWidth(bits)}));
}

class SaturatedCounters : public testing::TestWithParam<FilterLayout> {};
INSTANTIATE_TEST_SUITE_P(CountingBloomFilter, SaturatedCounters, testing::ValuesIn(kFilterLayouts),
                         [](const auto& layout) { return std::string(name_of(layout.param)); });

TEST_P(SaturatedCounters, AreAsManyAsExpectedWithinFiveStandardErrors) {
  constexpr int kTrials = 60;
  test::Random random;
  for (const std::uint64_t hashes : {1U, 5U, 8U, 13U}) {
    const FilterShape shape = counters_of(GetParam(), 1280, hashes);
    const ItemCount items(1280 * 9 / hashes);
    double sum = 0, squares = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
      auto filter = test::value_of(CountingBloomFilter::make(shape, HashFamily::fast, random.seed()));
      for (std::uint64_t key = 0; key < items.value; ++key) filter.insert(key);
      const auto saturated = static_cast<double>(filter.saturated().value);
      sum += saturated;
      squares += saturated * saturated;
    }
    const double mean = sum / kTrials, variance = (squares - kTrials * mean * mean) / (kTrials - 1);
    EXPECT_NEAR(mean, analysis::saturation(shape, items).one * 1280, 5 * std::sqrt(variance / kTrials))
        << hashes;
  }
}

TEST_P(SaturatedCounters, AreNoneWithFewerKeysThanACounterCanHold) {
  const FilterShape shape = counters_of(GetParam(), 1280, 5);
  EXPECT_EQ(analysis::saturation(shape, ItemCount(0)).one, 0);
  EXPECT_EQ(analysis::saturation(shape, ItemCount(14)).any, 0);
  EXPECT_GT(analysis::saturation(shape, ItemCount(15)).any, 0);
}

TEST_P(SaturatedCounters, AreAllWithFarTooManyKeys) {
  const FilterShape shape = counters_of(GetParam(), 1280, 5);
  EXPECT_EQ(analysis::saturation(shape, ItemCount(std::uint64_t{1} << 40U)).one, 1);
  EXPECT_EQ(analysis::saturation(shape, ItemCount(~std::uint64_t{0})).any, 1);
}

// Fan et al. bound the chance of j or more keys in a cell by (e kn / (j m))^j.
TEST(Saturation, OfAFilterHalfFullIsBelowTheBoundOfFanEtAl) {
  const FilterShape shape = counters_of(FilterLayout::classic, 10'000'000, 7);
  const analysis::Saturation saturated = analysis::saturation(shape, ItemCount(990'000));
  EXPECT_LT(saturated.one, std::pow(std::exp(1) * std::log(2) / 15, 15));
  EXPECT_GT(saturated.one, 1e-16);
  EXPECT_DOUBLE_EQ(saturated.any, saturated.one * 1e7);
}

TEST(Saturation, IsTheBinomialTail) {
  const FilterShape shape = counters_of(FilterLayout::classic, 10, 1);
  double tail = 0;
  for (int j = 15; j <= 40; ++j) {
    const double ways = std::lgamma(41) - std::lgamma(j + 1) - std::lgamma(41 - j);
    tail += std::exp(ways + j * std::log(0.1) + (40 - j) * std::log(0.9));
  }
  EXPECT_NEAR(analysis::saturation(shape, ItemCount(40)).one, tail, tail * 1e-12);
}

TEST(Saturation, OfCellsOfOneBitIsTheirFill) {
  const FilterShape shape = counters_of(FilterLayout::classic, 1000, 3, 1);
  EXPECT_NEAR(analysis::saturation(shape, ItemCount(200)).one, 1 - std::pow(0.999, 600), 1e-13);
}

}  // namespace
}  // namespace peel
