// Many keys at once: groups go through a filter two at a time. While one is worked on, memory is asked for
// the cells of the next, so that the waits overlap.
#include "peel/membership/bloom_filter.hpp"

#include "core/assert.hpp"
#include "hashing/key_groups.hpp"
#include "membership/filter_kernels.hpp"

#include <algorithm>
#include <array>

namespace peel {

namespace {

// Of a classic filter a group is as large as its cells allow.
std::size_t group_size(const FilterShape& shape) {
  if (shape.is_blocked()) return kMostGroup;
  return std::clamp<std::size_t>(kGroupPlaces / shape.hashes().value, 1, kMostGroup);
}

}  // namespace

void BloomFilter::insert(std::span<const std::uint64_t> keys) {
  in_groups(group_size(shape_), HashedKeys(hasher_, keys),
            [this](const KeyGroup& now, const KeyGroup& next, std::size_t) {
              kernels_.groups->insert(words_.data(), shape_, now, next);
            });
}

void BloomFilter::insert(std::span<const KeyHash> hashes) {
  in_groups(group_size(shape_), GivenHashes(hashes),
            [this](const KeyGroup& now, const KeyGroup& next, std::size_t) {
              kernels_.groups->insert(words_.data(), shape_, now, next);
            });
}

void BloomFilter::contains(std::span<const std::uint64_t> keys, std::span<bool> found) const {
  PEEL_ASSERT(keys.size() == found.size());
  if (!shape_.is_blocked()) {
    return in_hashed_pieces(hasher_, keys, [&](std::span<const KeyHash> hashes, std::size_t done) {
      detail::contains_classic(words_.data(), shape_, hashes, found.subspan(done, hashes.size()));
    });
  }
  in_groups(group_size(shape_), HashedKeys(hasher_, keys),
            [&](const KeyGroup& now, const KeyGroup& next, std::size_t done) {
              kernels_.groups->contains(words_.data(), shape_, now, next, found.data() + done);
            });
}

void BloomFilter::contains(std::span<const KeyHash> hashes, std::span<bool> found) const {
  PEEL_ASSERT(hashes.size() == found.size());
  if (!shape_.is_blocked()) return detail::contains_classic(words_.data(), shape_, hashes, found);
  in_groups(group_size(shape_), GivenHashes(hashes),
            [&](const KeyGroup& now, const KeyGroup& next, std::size_t done) {
              kernels_.groups->contains(words_.data(), shape_, now, next, found.data() + done);
            });
}

void BloomFilter::insert_and_tell(std::span<const std::uint64_t> keys, std::span<bool> found) {
  PEEL_ASSERT(keys.size() == found.size());
  in_groups(group_size(shape_), HashedKeys(hasher_, keys),
            [&](const KeyGroup& now, const KeyGroup& next, std::size_t done) {
              kernels_.groups->insert_and_tell(words_.data(), shape_, now, next, found.data() + done);
            });
}

void BloomFilter::insert_and_tell(std::span<const KeyHash> hashes, std::span<bool> found) {
  PEEL_ASSERT(hashes.size() == found.size());
  in_groups(group_size(shape_), GivenHashes(hashes),
            [&](const KeyGroup& now, const KeyGroup& next, std::size_t done) {
              kernels_.groups->insert_and_tell(words_.data(), shape_, now, next, found.data() + done);
            });
}

}  // namespace peel
