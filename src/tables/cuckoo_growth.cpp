#include "peel/tables/cuckoo_growth.hpp"

#include <algorithm>
#include <cstdint>
#include <new>

namespace peel {

namespace {

// 0.95 * 4 slots, as a fraction.
constexpr std::uint64_t kKeysOf = 19, kBuckets = 5;
constexpr std::uint64_t kLeastBuckets = 4;
constexpr std::uint64_t kSmallTable = 64;  // buckets
constexpr std::uint64_t kMostBuckets = std::uint64_t{1} << 58;

}  // namespace

ItemCount cuckoo_room(BucketCount buckets) {
  return ItemCount(buckets.value / kBuckets * kKeysOf + buckets.value % kBuckets * kKeysOf / kBuckets);
}

BucketCount cuckoo_buckets_for(ItemCount keys) {
  const std::uint64_t rest = keys.value % kKeysOf;
  const std::uint64_t buckets = keys.value / kKeysOf * kBuckets + (rest * kBuckets + kKeysOf - 1) / kKeysOf;
  return BucketCount(std::max(kLeastBuckets, buckets));
}

BucketCount next_cuckoo_size(BucketCount buckets) {
  if (buckets.value > kMostBuckets) throw std::bad_alloc();
  const std::uint64_t more = buckets.value < kSmallTable ? buckets.value : buckets.value / 4;
  return BucketCount(buckets.value + more);
}

}  // namespace peel
