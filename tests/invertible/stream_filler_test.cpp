// Filling a counter from a stream: the same counts as one by one, whatever comes again and when.
#include "peel/invertible/stream_filler.hpp"

#include "support/pairs.hpp"

#include <gtest/gtest.h>
#include <map>

namespace peel {
namespace {

struct Filled {
  InvertibleCounter counter;
  StrataEstimator distinct;
};

Filled empty(CellCount cells, ByteWidth key_width = ByteWidth(8)) {
  return {InvertibleCounter(test::value_of(CounterShape::from({.cells = cells, .key_width = key_width})),
                            HashFamily::fast, Seed(3)),
          StrataEstimator(test::value_of(StrataShape::from({.levels = LevelCount(20)})), HashFamily::fast,
                          Seed(3))};
}

Bytes numbered_key(std::uint64_t number, std::size_t width) {
  Bytes key(width);
  store_le(key.data(), number);
  return key;
}

using Counts = std::map<std::uint64_t, std::int64_t>;

Counts counts_of(const CountedKeys& keys) {
  Counts counts;
  for (std::size_t i = 0; i < keys.size(); ++i) counts[keys.key_integer(i)] += keys.count(i);
  return counts;
}

class StreamFillerOfWidth : public testing::TestWithParam<std::size_t> {};

TEST_P(StreamFillerOfWidth, PutsInWhatCameAsOftenAsItCame) {
  test::Random random;
  Filled filled = empty(CellCount(30'000), ByteWidth(GetParam()));
  StreamFiller filler(filled.counter, filled.distinct);
  Counts counts;
  for (int i = 0; i < 50'000; ++i) {
    // Some come all the time, most once.
    const std::uint64_t number = random.below(2) == 0 ? random.below(100) : random.below(20'000);
    ASSERT_TRUE(filler.add(numbered_key(number, GetParam())));
    ++counts[number];
  }
  EXPECT_OK(filler.finish());
  const CounterListing listing = filled.counter.list();
  EXPECT_TRUE(listing.complete());
  EXPECT_EQ(counts_of(listing.keys), counts);
}

INSTANTIATE_TEST_SUITE_P(Widths, StreamFillerOfWidth, testing::Values(8, 17, 64));

TEST(StreamFiller, LeavesNothingBehindAfterFinish) {
  Filled filled = empty(CellCount(60));
  StreamFiller filler(filled.counter, filled.distinct);
  EXPECT_OK(filler.add(numbered_key(1, 8)));
  EXPECT_OK(filler.finish());
  EXPECT_OK(filler.add(numbered_key(1, 8)));
  EXPECT_OK(filler.finish());
  EXPECT_OK(filler.finish());
  EXPECT_EQ(counts_of(filled.counter.list().keys), (Counts{{1, 2}}));
}

TEST(StreamFiller, CountsCopiesInTheStrataToo) {
  Filled one = empty(CellCount(60)), other = empty(CellCount(60));
  StreamFiller filler(one.counter, one.distinct);
  for (int i = 0; i < 5; ++i) EXPECT_OK(filler.add(numbered_key(7, 8)));
  EXPECT_OK(filler.finish());
  StreamFiller again(other.counter, other.distinct);
  for (int i = 0; i < 5; ++i) {
    EXPECT_OK(again.add(numbered_key(7, 8)));
    EXPECT_OK(again.finish());
  }
  EXPECT_OK(one.distinct.subtract(other.distinct));
  EXPECT_TRUE(one.distinct.empty());
}

TEST(StreamFiller, RefusesPartsOfKeysAndChangesNothing) {
  Filled filled = empty(CellCount(60));
  StreamFiller filler(filled.counter, filled.distinct);
  EXPECT_FALSE(filler.add(Bytes(12)));
  EXPECT_OK(filler.finish());
  EXPECT_TRUE(filled.counter.empty());
  EXPECT_TRUE(filled.distinct.empty());
}

TEST(EstimateUnlisted, IsNoneWhenEverythingIsListed) {
  Filled filled = empty(CellCount(600));
  StreamFiller filler(filled.counter, filled.distinct);
  for (std::uint64_t number = 0; number < 300; ++number) {
    for (std::uint64_t copy = 0; copy <= number % 3; ++copy) EXPECT_OK(filler.add(numbered_key(number, 8)));
  }
  EXPECT_OK(filler.finish());
  const auto estimate = estimate_unlisted(filled.distinct, filled.counter.list().keys);
  ASSERT_TRUE(estimate);
  EXPECT_EQ(estimate->basis, StrataEstimate::Basis::exact);
  EXPECT_EQ(estimate->items, ItemCount(0));
}

TEST(EstimateUnlisted, IsInRangeWhenACounterIsOverloaded) {
  Filled filled = empty(CellCount(3'000));
  StreamFiller filler(filled.counter, filled.distinct);
  constexpr std::uint64_t kKeys = 20'000;
  for (std::uint64_t number = 0; number < kKeys; ++number) EXPECT_OK(filler.add(numbered_key(number, 8)));
  EXPECT_OK(filler.finish());
  const CounterListing listing = filled.counter.list();
  ASSERT_FALSE(listing.complete());
  const auto estimate = estimate_unlisted(filled.distinct, listing.keys);
  ASSERT_TRUE(estimate);
  EXPECT_LE(estimate->least.value, kKeys - listing.keys.size());
  EXPECT_GE(estimate->most.value, kKeys - listing.keys.size());
}

}  // namespace
}  // namespace peel
