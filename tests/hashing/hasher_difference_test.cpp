#include "hashing/hasher_difference.hpp"

#include "peel/membership/bloom_filter.hpp"

#include <gtest/gtest.h>

namespace peel {
namespace {

TEST(HasherDifference, NamesBothValues) {
  const KeyHasher fast(HashFamily::fast, Seed(1, 2));
  EXPECT_EQ(detail::difference_of(fast, fast), "");
  EXPECT_EQ(detail::difference_of(fast, KeyHasher(HashFamily::siphash, Seed(1, 2))),
            "hash families fast and siphash");
  EXPECT_EQ(detail::difference_of(fast, KeyHasher(HashFamily::fast, Seed(1, 0xAB))),
            "seeds 00000000000000020000000000000001 and 00000000000000ab0000000000000001");
}

TEST(HasherDifference, IsSaidOfFiltersThatDoNotMerge) {
  const FilterShape shape = *FilterShape::from({.cells = CellCount(512), .hashes = HashCount(4)});
  BloomFilter filter = *BloomFilter::make(shape, HashFamily::fast, Seed(1, 2));
  const BloomFilter other = *BloomFilter::make(shape, HashFamily::siphash, Seed(1, 2));
  EXPECT_EQ(filter.merge(other).error().sentence(), "the filters have hash families fast and siphash");
}

}  // namespace
}  // namespace peel
