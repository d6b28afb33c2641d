// How many buckets a CuckooTable has, for so many keys and after each growth.
#pragma once

#include "peel/core/types.hpp"

#include <cstdint>

namespace peel {

// The most keys in so many buckets: 0.95 of their slots, rounded down. Beyond, the search for room becomes
// long.
ItemCount cuckoo_room(BucketCount buckets);
// The fewest buckets with room for so many keys, at least four.
BucketCount cuckoo_buckets_for(ItemCount keys);
// By a quarter, or to the double of a small table. Throws std::bad_alloc beyond all sizes.
BucketCount next_cuckoo_size(BucketCount buckets);

// A key that finds no room below this load has a bad hash function to thank for it. More buckets part keys
// only where their hashes differ, so a table does not grow for a few of them,
inline constexpr double kLeastCuckooLoad = 0.75;
// but does if they are more than one in kLargeStash, until three quarters of it are empty.
inline constexpr double kLeastWeakLoad = 0.25;
inline constexpr std::uint64_t kLargeStash = 64;

}  // namespace peel
