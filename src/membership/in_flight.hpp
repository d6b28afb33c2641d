// Batches of keys against memory that is far away: while the keys of one group are served, the cells of the
// next are already on their way.
#pragma once

#include "peel/hashing/key_hasher.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>

namespace peel {

inline constexpr std::size_t kGroup = 32;

// The keys of a batch as hashes: those of integers are made a group at a time.
class IntegerHashes {
 public:
  IntegerHashes(const KeyHasher& hasher, std::span<const std::uint64_t> keys)
      : hasher_(hasher), keys_(keys) {}
  std::size_t size() const { return keys_.size(); }
  std::span<const KeyHash> group(std::size_t first) {
    const auto keys = keys_.subspan(first, std::min(kGroup, keys_.size() - first));
    const auto hashes = std::span(hashes_).first(keys.size());
    hasher_.hash(keys, hashes);
    return hashes;
  }

 private:
  const KeyHasher& hasher_;
  std::span<const std::uint64_t> keys_;
  std::array<KeyHash, kGroup> hashes_;
};

class GivenHashes {
 public:
  explicit GivenHashes(std::span<const KeyHash> hashes) : hashes_(hashes) {}
  std::size_t size() const { return hashes_.size(); }
  std::span<const KeyHash> group(std::size_t first) const {
    return hashes_.subspan(first, std::min(kGroup, hashes_.size() - first));
  }

 private:
  std::span<const KeyHash> hashes_;
};

enum class Access : std::uint8_t { read, write };

// GCC 12 leaves out calls of a function that only prefetches; the empty statement keeps them.
template <Access access>
inline void ask_for(const std::uint64_t* word) {
  __asm__ volatile("");
  __builtin_prefetch(word, access == Access::write ? 1 : 0);
}

// Calls serve(i, place) for every key, in order. Places knows how a key's cells are found: locate,
// for_each_line and place_words, at most MostWords.
template <Access access, std::size_t MostWords, class Places, class Hashes, class Serve>
void serve_in_flight(const Places& places, const std::uint64_t* words, Hashes hashes, Serve serve) {
  struct Group {
    std::size_t size = 0;
    std::array<std::uint64_t, kGroup * MostWords> places;
  };
  const std::size_t stride = places.place_words(), count = hashes.size();
  std::array<Group, 2> groups;
  const auto locate = [&](std::size_t first, Group& group) {
    group.size = 0;
    if (first >= count) return;
    for (const KeyHash& hash : hashes.group(first))
      places.locate(hash, group.places.data() + stride * group.size++);
  };
  Group *current = &groups[0], *next = &groups[1];
  locate(0, *current);
  for (std::size_t first = 0; first < count; first += kGroup) {
    locate(first + kGroup, *next);
    for (std::size_t i = 0; i < current->size; ++i) {
      // At the pace at which they will be used (docs/dead-ends.md).
      if (i < next->size) {
        places.for_each_line(next->places.data() + stride * i,
                             [=](std::uint64_t word) { ask_for<access>(words + word); });
      }
      serve(first + i, current->places.data() + stride * i);
    }
    std::swap(current, next);
  }
}

}  // namespace peel
