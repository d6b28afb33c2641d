// Batches are served in groups: while the keys of one are at work, the cells of the next are on their way.
// What filters and sketches share of that: the hashes of a group, and asking memory for a word.
#pragma once

#include "peel/hashing/key_hasher.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace peel {

inline constexpr std::size_t kMostGroup = 64;

// The keys of a batch as hashes. Either they are given,
class GivenHashes {
 public:
  explicit GivenHashes(std::span<const KeyHash> hashes) : hashes_(hashes) {}
  std::size_t size() const { return hashes_.size(); }
  const KeyHash* at(std::size_t first, std::size_t) { return hashes_.data() + first; }

 private:
  std::span<const KeyHash> hashes_;
};

// or the keys are integers, and hashed as groups of at most kMostGroup are asked for. The hashes of a group
// are valid until the next but one is asked for.
class HashedKeys {
 public:
  HashedKeys(const KeyHasher& hasher, std::span<const std::uint64_t> keys) : hasher_(hasher), keys_(keys) {}
  std::size_t size() const { return keys_.size(); }
  const KeyHash* at(std::size_t first, std::size_t count) {
    turn_ = 1 - turn_;
    hasher_.hash(keys_.subspan(first, count), std::span(hashes_[turn_]).first(count));
    return hashes_[turn_].data();
  }

 private:
  const KeyHasher& hasher_;
  std::span<const std::uint64_t> keys_;
  std::size_t turn_ = 0;
  std::array<std::array<KeyHash, kMostGroup>, 2> hashes_;
};

// or some of those that are given, by their numbers in ascending order. The hashes of a group are valid as
// long as those of HashedKeys.
class ChosenHashes {
 public:
  ChosenHashes(std::span<const KeyHash> hashes, std::span<const std::uint16_t> numbers)
      : hashes_(hashes), numbers_(numbers) {}
  std::size_t size() const { return numbers_.size(); }
  const KeyHash* at(std::size_t first, std::size_t count) {
    turn_ = 1 - turn_;
    for (std::size_t i = 0; i < count; ++i) chosen_[turn_][i] = hashes_[numbers_[first + i]];
    return chosen_[turn_].data();
  }

 private:
  std::span<const KeyHash> hashes_;
  std::span<const std::uint16_t> numbers_;
  std::size_t turn_ = 0;
  std::array<std::array<KeyHash, kMostGroup>, 2> chosen_;
};

// Calls use(hashes, done) for pieces of a batch of integers, where `done` keys came before: for structures
// that look at their keys more than once.
template <class Use>
void in_hashed_pieces(const KeyHasher& hasher, std::span<const std::uint64_t> keys, Use use) {
  constexpr std::size_t kMost = 1024;
  std::array<KeyHash, kMost> hashes;
  for (std::size_t done = 0; done < keys.size(); done += kMost) {
    const std::span<const std::uint64_t> now = keys.subspan(done, std::min(kMost, keys.size() - done));
    hasher.hash(now, std::span(hashes).first(now.size()));
    use(std::span<const KeyHash>(hashes).first(now.size()), done);
  }
}

// Keys that are served together. Places are where their cells are, key by key; how many a key has, their
// structure knows.
struct KeyGroup {
  const KeyHash* hashes;
  std::uint64_t* places;
  std::size_t size;
};

// Cells of one group, all of which are on their way at the same time.
inline constexpr std::size_t kGroupPlaces = 128;

// Calls work(now, next, done) for groups of at most `most` keys, where `done` keys came before those of
// `now`. Either may be empty.
template <class Keys, class Work>
void in_groups(std::size_t most, Keys keys, Work work) {
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

// Locates the keys of `next` at the pace at which those of `now` are visited.
template <class Locate, class Visit>
inline void side_by_side(const KeyGroup& now, const KeyGroup& next, Locate locate, Visit visit) {
  const std::size_t both = std::min(now.size, next.size);
  for (std::size_t i = 0; i < both; ++i) {
    locate(i);
    visit(i);
  }
  for (std::size_t i = both; i < now.size; ++i) visit(i);
  for (std::size_t i = both; i < next.size; ++i) locate(i);
}

enum class Access : std::uint8_t { read, write };

// GCC 12 leaves out calls of a function that only prefetches; the empty statement keeps them.
template <Access access>
inline void ask_for(const void* word) {
  __builtin_prefetch(word, access == Access::write ? 1 : 0);
  asm volatile("");
}

}  // namespace peel
