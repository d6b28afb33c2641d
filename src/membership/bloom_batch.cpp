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

using detail::KeyGroup;

// Of a classic filter a group is as large as its cells, all of which are on their way at the same time,
// allow.
constexpr std::size_t kGroupPlaces = 128;

std::size_t group_size(const FilterShape& shape) {
  if (shape.is_blocked()) return kMostGroup;
  return std::clamp<std::size_t>(kGroupPlaces / shape.hashes().value, 1, kMostGroup);
}

// Calls work(now, next, done) for each group, where `done` keys came before those of `now`.
template <class Keys, class Work>
void in_groups(const FilterShape& shape, Keys keys, Work work) {
  const std::size_t most = group_size(shape);
  std::array<std::array<std::uint64_t, kGroupPlaces>, 2> places;
  KeyGroup now = {nullptr, places[0].data(), 0};
  std::size_t turn = 0, done = 0, taken = 0;
  while (done < keys.size()) {
    const std::size_t count = std::min(most, keys.size() - taken);
    turn = 1 - turn;
    const KeyGroup next = {count == 0 ? nullptr : keys.at(taken, count), places[turn].data(), count};
    work(now, next, done);
    done += now.size;
    taken += count;
    now = next;
  }
}

}  // namespace

void BloomFilter::insert(std::span<const std::uint64_t> keys) {
  in_groups(shape_, HashedKeys(hasher_, keys),
            [this](const KeyGroup& now, const KeyGroup& next, std::size_t) {
              kernels_.groups->insert(words_.data(), shape_, now, next);
            });
}

void BloomFilter::insert(std::span<const KeyHash> hashes) {
  in_groups(shape_, GivenHashes(hashes), [this](const KeyGroup& now, const KeyGroup& next, std::size_t) {
    kernels_.groups->insert(words_.data(), shape_, now, next);
  });
}

void BloomFilter::contains(std::span<const std::uint64_t> keys, std::span<bool> found) const {
  PEEL_ASSERT(keys.size() == found.size());
  in_groups(shape_, HashedKeys(hasher_, keys),
            [&](const KeyGroup& now, const KeyGroup& next, std::size_t done) {
              kernels_.groups->contains(words_.data(), shape_, now, next, found.data() + done);
            });
}

void BloomFilter::contains(std::span<const KeyHash> hashes, std::span<bool> found) const {
  PEEL_ASSERT(hashes.size() == found.size());
  in_groups(shape_, GivenHashes(hashes), [&](const KeyGroup& now, const KeyGroup& next, std::size_t done) {
    kernels_.groups->contains(words_.data(), shape_, now, next, found.data() + done);
  });
}

void BloomFilter::insert_and_tell(std::span<const std::uint64_t> keys, std::span<bool> found) {
  PEEL_ASSERT(keys.size() == found.size());
  in_groups(shape_, HashedKeys(hasher_, keys),
            [&](const KeyGroup& now, const KeyGroup& next, std::size_t done) {
              kernels_.groups->insert_and_tell(words_.data(), shape_, now, next, found.data() + done);
            });
}

void BloomFilter::insert_and_tell(std::span<const KeyHash> hashes, std::span<bool> found) {
  PEEL_ASSERT(hashes.size() == found.size());
  in_groups(shape_, GivenHashes(hashes), [&](const KeyGroup& now, const KeyGroup& next, std::size_t done) {
    kernels_.groups->insert_and_tell(words_.data(), shape_, now, next, found.data() + done);
  });
}

}  // namespace peel
