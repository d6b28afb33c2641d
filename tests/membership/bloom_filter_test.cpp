#include "peel/membership/bloom_filter.hpp"

#include "support/pairs.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace peel {
namespace {

BloomFilter filter_of(FilterLayout layout, std::uint64_t cells, std::uint64_t hashes) {
  const auto shape = test::value_of(
      FilterShape::from({.layout = layout, .cells = CellCount(cells), .hashes = HashCount(hashes)}));
  return test::value_of(BloomFilter::make(shape, HashFamily::fast, Seed(7)));
}

class EveryLayout : public testing::TestWithParam<FilterLayout> {};
INSTANTIATE_TEST_SUITE_P(BloomFilter, EveryLayout, testing::ValuesIn(kFilterLayouts),
                         [](const auto& layout) { return std::string(name_of(layout.param)); });

TEST_P(EveryLayout, NeverDeniesAKeyItWasGiven) {
  for (std::uint64_t hashes = 1; hashes <= 32; ++hashes) {
    BloomFilter filter = filter_of(GetParam(), 5 * 512, hashes);
    for (std::uint64_t key = 0; key < 300; ++key) filter.insert(key);
    for (std::uint64_t key = 0; key < 300; ++key) EXPECT_TRUE(filter.contains(key)) << hashes << ' ' << key;
  }
}

TEST_P(EveryLayout, TellsWhetherAKeyWasThereBefore) {
  BloomFilter filter = filter_of(GetParam(), 5120, 7);
  EXPECT_FALSE(filter.insert_and_tell(std::uint64_t{1}));
  EXPECT_TRUE(filter.insert_and_tell(std::uint64_t{1}));
}

TEST_P(EveryLayout, MergesToTheFilterOfBothSets) {
  BloomFilter a = filter_of(GetParam(), 5120, 7), b = a, both = a;
  for (std::uint64_t key = 0; key < 200; ++key) (key < 100 ? a : b).insert(key), both.insert(key);
  EXPECT_OK(a.merge(b));
  EXPECT_EQ(a, both);
}

}  // namespace
}  // namespace peel
