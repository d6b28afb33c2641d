// The table behind HeavyHitters and HeavyTexts: counters by key, in flat memory.
// docs/design/0016-heavy-hitters.md
//
//   Buckets of 8 slots; the 8 keys of a bucket share a cache line, so do their counters. A bucket fills from
//   its first slot on, and a key that finds it full goes to the next one. So of the slots that hold the key
//   or none, the first is the one to raise, whether the key is new or not: no branch has to be guessed.
//
// Keys lie there masked by a word of the seed, and 0 is an empty slot. The one key that the mask turns into 0
// has a slot of its own behind the last bucket.
#pragma once

#include "peel/core/aligned_words.hpp"
#include "peel/core/types.hpp"
#include "peel/hashing/seed.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace peel::detail {

// Which summaries keep a word of their own beside each counter.
enum class Attached : std::uint8_t { nothing, word };

class CounterTable {
 public:
  static constexpr std::uint64_t kSlots = 8;         // of a bucket
  static constexpr std::uint64_t kMostInBucket = 6;  // on average: above that, buckets overflow often
  static constexpr std::uint64_t kNowhere = ~std::uint64_t{0};

  // Room for `capacity` keys and one more, which is taken as they come.
  CounterTable(ItemCount capacity, Seed seed, Attached attached);

  // The counter of a key, copies > 0. The table may then be too full: the caller has to make room.
  struct Raised {
    std::uint64_t slot;
    bool is_new;
  };
  Raised raise(std::uint64_t key, CopyCount copies);
  // Those of a batch one by one, up to the first key that makes the table too full. Returns how many keys
  // those are. `copies` is empty for one of each; 0 copies are none.
  std::uint64_t raise(std::span<const std::uint64_t> keys, std::span<const CopyCount> copies);
  // A key that was new, by its place in a batch, and the slot that it got.
  struct Entry {
    std::uint64_t index;
    std::uint64_t slot;
  };
  // The same for one of each. Notes what is new, as many as the size grows by; there must be room for as many
  // as keys and one more.
  std::uint64_t raise(std::span<const std::uint64_t> keys, Entry* entries);
  bool is_too_full() const { return size_ > limit_; }
  // More buckets, while there are not as many as the capacity asks for.
  bool can_grow() const;
  void grow();

  // The counter of a key that has none yet; copies > 0. Grows where it must.
  std::uint64_t insert(std::uint64_t key, CopyCount copies);

  std::uint64_t find(std::uint64_t key) const;  // its slot, or kNowhere
  void ask_for(std::uint64_t key) const;        // from memory, to be there soon

  // Slots are numbers below slots(). One whose counter is 0 holds no key.
  std::uint64_t slots() const { return kSlots * buckets_ + 1; }
  std::uint64_t key(std::uint64_t slot) const { return keys()[slot] ^ mask_[0]; }
  std::uint64_t count(std::uint64_t slot) const { return counts()[slot]; }
  std::uint64_t attached(std::uint64_t slot) const { return counts()[stride() + slot]; }
  void attach(std::uint64_t slot, std::uint64_t word) { counts()[stride() + slot] = word; }

  // The counter that exactly `rank` others are ahead of, the largest first; rank < size().
  std::uint64_t largest_but(std::uint64_t rank) const;
  // Changes every counter by a rule of its own; those that become 0 leave.
  template <class Rule>
  void change_counts(Rule rule) {
    for (std::uint64_t& count : std::span(counts(), slots())) count = rule(count);
    close_gaps();
  }
  void clear();

  std::uint64_t size() const { return size_; }
  std::uint64_t bytes() const { return 8 * words_.size(); }

 private:
  std::uint64_t stride() const { return kSlots * (buckets_ + 1); }
  std::uint64_t* keys() { return words_.data(); }
  std::uint64_t* counts() { return words_.data() + stride(); }
  const std::uint64_t* keys() const { return words_.data(); }
  const std::uint64_t* counts() const { return words_.data() + stride(); }
  std::uint64_t words_for(std::uint64_t buckets) const;
  std::uint64_t home_of(std::uint64_t masked) const;
  std::uint64_t free_slot(std::uint64_t masked) const;
  void close_gaps();
  void move_back(std::uint64_t slot);

  std::uint64_t capacity_;
  Attached attached_;
  std::array<std::uint64_t, 2> mask_;  // the second is for the way from masked keys to buckets
  std::uint64_t buckets_;
  std::uint64_t limit_;  // keys that there is room for now
  std::uint64_t size_ = 0;
  // Keys, counters and attached words, each with one bucket more: its first slot is of the key that has no
  // bucket.
  AlignedWords words_;
};

}  // namespace peel::detail
