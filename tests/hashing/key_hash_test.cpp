// Structures take keys, and hashes of keys by the same name. Two integers between braces are neither.
#include "peel/hashing/key_hash.hpp"

#include "peel/frequency/count_min_sketch.hpp"
#include "peel/membership/bloom_filter.hpp"
#include "peel/membership/counting_bloom_filter.hpp"
#include "peel/membership/rotating_bloom_filter.hpp"
#include "peel/membership/spectral_bloom_filter.hpp"
#include "peel/tables/table_summary.hpp"

#include <gtest/gtest.h>

namespace peel {
namespace {

template <class Filter>
concept InsertsTwoBracedIntegers = requires(Filter& filter) {
  filter.insert({1, 2});
};
template <class Filter>
concept AsksForTwoBracedIntegers = requires(const Filter& filter) {
  filter.contains({1, 2});
};
template <class Filter>
concept InsertsAHash = requires(Filter& filter) {
  filter.insert(KeyHash(1, 2));
};

static_assert(!InsertsTwoBracedIntegers<BloomFilter> && !AsksForTwoBracedIntegers<BloomFilter>);
static_assert(!InsertsTwoBracedIntegers<CountingBloomFilter> &&
              !AsksForTwoBracedIntegers<CountingBloomFilter>);
static_assert(!InsertsTwoBracedIntegers<RotatingBloomFilter> &&
              !AsksForTwoBracedIntegers<RotatingBloomFilter>);
static_assert(!InsertsTwoBracedIntegers<SpectralBloomFilter>);
static_assert(InsertsAHash<BloomFilter> && InsertsAHash<CountingBloomFilter> &&
              InsertsAHash<SpectralBloomFilter>);

template <class Sketch>
concept AddsTwoBracedIntegers = requires(Sketch& sketch) {
  sketch.add({1, 2});
};
template <class Summary>
concept LocatesTwoBracedIntegers = requires(const Summary& summary) {
  summary.where({1, 2});
};

static_assert(!AddsTwoBracedIntegers<CountMinSketch>);
static_assert(!LocatesTwoBracedIntegers<TableSummary>);

TEST(KeyHash, IsMadeOfItsTwoWordsByName) {
  const KeyHash hash(1, 2);
  EXPECT_EQ(hash.low, 1U);
  EXPECT_EQ(hash.high, 2U);
}

}  // namespace
}  // namespace peel
