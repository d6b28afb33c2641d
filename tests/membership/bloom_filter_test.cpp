#include "peel/membership/bloom_filter.hpp"

#include "support/pairs.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <utility>
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

TEST_P(EveryLayout, TakesByteStringsOfAnyLength) {
  BloomFilter filter = filter_of(GetParam(), 5120, 7);
  const Bytes text(100, std::byte{'a'});
  for (std::size_t length = 0; length < text.size(); ++length) filter.insert(ByteView(text).first(length));
  for (std::size_t length = 0; length < text.size(); ++length)
    EXPECT_TRUE(filter.contains(ByteView(text).first(length))) << length;
  EXPECT_TRUE(filter.insert_and_tell(ByteView(text).first(50)));
}

TEST_P(EveryLayout, KeepsWhatBothHaveWhenIntersected) {
  BloomFilter a = filter_of(GetParam(), 5120, 7), b = a;
  for (std::uint64_t key = 0; key < 150; ++key) a.insert(key);
  for (std::uint64_t key = 100; key < 250; ++key) b.insert(key);
  const BloomFilter before = a;
  EXPECT_OK(a.intersect(b));
  for (std::uint64_t key = 100; key < 150; ++key) EXPECT_TRUE(a.contains(key)) << key;
  for (std::size_t i = 0; i < a.words().size(); ++i)
    EXPECT_EQ(a.words()[i], before.words()[i] & b.words()[i]);
}

TEST_P(EveryLayout, RefusesToCombineWithAnotherShapeOrSeedAndStaysAsItWas) {
  BloomFilter filter = filter_of(GetParam(), 5120, 7);
  filter.insert(std::uint64_t{1});
  const BloomFilter before = filter;
  const auto other_seed = test::value_of(BloomFilter::make(filter.shape(), HashFamily::fast, Seed(8)));
  const auto other_family = test::value_of(BloomFilter::make(filter.shape(), HashFamily::siphash, Seed(7)));
  for (const BloomFilter& other :
       {filter_of(GetParam(), 5120, 6), filter_of(GetParam(), 5632, 7), other_seed, other_family}) {
    EXPECT_EQ(filter.merge(other).error().code(), ErrorCode::incompatible);
    EXPECT_EQ(filter.intersect(other).error().code(), ErrorCode::incompatible);
  }
  EXPECT_EQ(filter, before);
}

TEST_P(EveryLayout, IsAdoptedFromItsWords) {
  BloomFilter filter = filter_of(GetParam(), 5120, 7);
  for (std::uint64_t key = 0; key < 100; ++key) filter.insert(key);
  AlignedWords words(filter.words().size());
  std::ranges::copy(filter.words(), words.data());
  EXPECT_EQ(test::value_of(BloomFilter::from_words(filter.shape(), filter.hasher(), std::move(words))),
            filter);
}

TEST_P(EveryLayout, RefusesAnotherNumberOfWords) {
  const BloomFilter filter = filter_of(GetParam(), 5120, 7);
  const auto adopted = BloomFilter::from_words(filter.shape(), filter.hasher(), AlignedWords(79));
  ASSERT_FALSE(adopted);
  EXPECT_EQ(adopted.error().code(), ErrorCode::malformed);
}

TEST(BloomFilter, RefusesToJoinKeysThatAreKnownToDiffer) {
  BloomFilter text = filter_of(FilterLayout::classic, 100, 3), addresses = text;
  text.insert(std::uint64_t{1});
  text.describe_keys(FilterKeys::text);
  addresses.describe_keys(FilterKeys::addresses);
  const BloomFilter before = text;
  EXPECT_EQ(text.merge(addresses).error().code(), ErrorCode::incompatible);
  EXPECT_EQ(text.intersect(addresses).error().code(), ErrorCode::incompatible);
  EXPECT_EQ(text, before);
  EXPECT_OK(text.merge(before));
  EXPECT_EQ(text.keys(), FilterKeys::text);
  EXPECT_OK(text.merge(filter_of(FilterLayout::classic, 100, 3)));
  EXPECT_EQ(text.keys(), FilterKeys::unknown);
  EXPECT_NE(text, before);
}

TEST(BloomFilter, RefusesABitBehindItsLastCell) {
  const BloomFilter filter = filter_of(FilterLayout::classic, 70, 3);
  AlignedWords words(2);
  words.data()[1] = std::uint64_t{1} << 6;
  const auto adopted = BloomFilter::from_words(filter.shape(), filter.hasher(), std::move(words));
  ASSERT_FALSE(adopted);
  EXPECT_EQ(adopted.error().code(), ErrorCode::malformed);
}

TEST(BloomFilter, RefusesCellsOfSeveralBits) {
  const auto shape = test::value_of(FilterShape::from({.layout = FilterLayout::classic,
                                                       .cells = CellCount(100),
                                                       .hashes = HashCount(3),
                                                       .cell_bits = BitWidth(4)}));
  const auto made = BloomFilter::make(shape, HashFamily::fast, Seed(7));
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code(), ErrorCode::invalid_argument);
}

TEST_P(EveryLayout, LivesOnInACopyAndAfterAMove) {
  BloomFilter filter = filter_of(GetParam(), 5120, 7);
  filter.insert(std::uint64_t{1});
  const BloomFilter copy = filter;
  const BloomFilter moved = std::move(filter);
  EXPECT_TRUE(copy.contains(std::uint64_t{1}));
  EXPECT_EQ(moved, copy);
}

}  // namespace
}  // namespace peel
