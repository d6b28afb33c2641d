// The memory of a CuckooTable: buckets of four entries, keys in front and values behind. With entries of 16
// bytes a bucket is one cache line. A slot is empty if all bytes of its key are zero, so emptiness takes no
// memory; the one key that looks like that is kept elsewhere.
//
//   A key is in one of its two buckets. If both are full, entries are moved to their other buckets to make
//   room: the shortest such chain is found by a breadth-first search, which gives up after kMostVisits
//   buckets.
//
//   Growing moves entries towards the end, bucket by bucket, beginning with the last: the number of a key's
//   bucket only rises (cuckoo_choices.hpp), so whoever moves finds memory whose entries are gone already. The
//   few that find their new bucket full stay behind, are marked, and are placed anew at the end.
#pragma once

#include "peel/core/growable_memory.hpp"
#include "peel/tables/cuckoo_choices.hpp"
#include "peel/tables/cuckoo_match.hpp"
#include "peel/tables/table_key.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <optional>
#include <utility>
#include <vector>

namespace peel::detail {

// Words is a function of a key: its CuckooWords.
template <TableKey Key, TableValue Value>
class CuckooBuckets {
 public:
  static constexpr unsigned kSlots = kBucketSlots;
  static constexpr std::size_t kMostVisits = 1024;
  static constexpr std::uint64_t kAhead = 64;  // buckets with strays in them come every few
  // No constant, since pointers have none that is made of bytes.
  static Key no_key() { return std::bit_cast<Key>(std::array<std::byte, sizeof(Key)>{}); }

  explicit CuckooBuckets(std::uint64_t buckets) : memory_(bytes_for(buckets)), buckets_(buckets) {}

  std::uint64_t buckets() const { return buckets_; }
  std::uint64_t slots() const { return std::uint64_t{kSlots} * buckets_; }
  std::uint64_t bytes() const { return memory_.size(); }
  std::uint64_t growth_peak() const { return memory_.peak(); }

  CuckooChoices choices(const CuckooWords& words) const { return choices_of(words, buckets_); }

  void ask_for(const CuckooChoices& choices) const {
    __builtin_prefetch(&bucket(choices.first));
    __builtin_prefetch(&bucket(choices.second));
    asm volatile("");  // GCC 12 leaves out calls of a function that only prefetches
  }

  const Value* find(const CuckooChoices& choices, const Key& key) const {
    const Bucket& first = bucket(choices.first);
    const Bucket& second = bucket(choices.second);
    const unsigned place = first_match(first.keys, second.keys, key);
    if (place == 2 * kSlots) return nullptr;
    const Bucket& holder = place < kSlots ? first : second;
    return &holder.values[place % kSlots];
  }

  // A lookup in three steps, so that most hits read one line: ask_for_first, then ask_for_holder, which is
  // the first bucket if it holds the key and else the second, then find_in.
  void ask_for_first(const CuckooChoices& choices) const {
    __builtin_prefetch(&bucket(choices.first));
    asm volatile("");
  }
  std::uint64_t ask_for_holder(const CuckooChoices& choices, const Key& key) const {
    const std::uint64_t absent = 0 - std::uint64_t{first_match(bucket(choices.first).keys, key) == kSlots};
    const std::uint64_t holder = choices.first ^ ((choices.first ^ choices.second) & absent);
    __builtin_prefetch(&bucket(holder));
    return holder;
  }
  const Value* find_in(std::uint64_t holder, const Key& key) const {
    const unsigned slot = first_match(bucket(holder).keys, key);
    return slot == kSlots ? nullptr : &bucket(holder).values[slot];
  }

  // Where the value was put, or null if the search for room gave up. The key is not there yet.
  template <class Words>
  Value* place(const CuckooChoices& choices, const Key& key, const Value& value, const Words& words) {
    for (const std::uint64_t at : {choices.first, choices.second})
      if (Value* const placed = put(at, key, value)) return placed;
    const auto freed = make_room(choices, words);
    return freed ? put(*freed, key, value) : nullptr;
  }

  // Into that bucket, if it has an empty slot.
  Value* put(std::uint64_t at, const Key& key, const Value& value) {
    Bucket& target = bucket(at);
    const unsigned empty = matches_in(target.keys, no_key());
    if (empty == 0) return nullptr;
    const auto slot = static_cast<unsigned>(std::countr_zero(empty));
    target.keys[slot] = key;
    target.values[slot] = value;
    return &target.values[slot];
  }

  // The bucket that it was in, if it was in any.
  std::optional<std::uint64_t> erase(const CuckooChoices& choices, const Key& key) {
    for (const std::uint64_t at : {choices.first, choices.second}) {
      const unsigned places = matches_in(bucket(at).keys, key);
      if (places == 0) continue;
      bucket(at).keys[std::countr_zero(places)] = no_key();
      return at;
    }
    return std::nullopt;
  }

  // Whether every entry of both buckets has these words: then no number of buckets would make room.
  template <class Words>
  bool are_crowded_by(const CuckooWords& crowd, const Words& words) const {
    const CuckooChoices at = choices(crowd);
    for (const std::uint64_t b : {at.first, at.second})
      for (const Key& key : bucket(b).keys)
        if (key == no_key() || words(key) != crowd) return false;
    return true;
  }

  // To more buckets. Calls homeless(key, value) for entries that find no room even so. Strong guarantee as
  // far as that does not throw.
  template <class Words, class Homeless>
  void grow(std::uint64_t buckets, const Words& words, Homeless homeless) {
    std::vector<bool> marked(buckets_);
    memory_.grow(bytes_for(buckets));
    const std::uint64_t before = std::exchange(buckets_, buckets);
    for (std::uint64_t at = before; at-- > 0;) marked[at] = move_up(at, before, words);
    for (std::uint64_t at = 0; at < before + kAhead; ++at) {
      if (at < before && marked[at]) ask_for_strays(at, words);
      if (at >= kAhead && marked[at - kAhead]) place_strays(at - kAhead, words, homeless);
    }
  }

  // Calls visit(key, value) for every entry.
  template <class Visit>
  void for_each(Visit& visit) const {
    for (std::uint64_t at = 0; at < buckets_; ++at)
      for (unsigned slot = 0; slot < kSlots; ++slot)
        if (bucket(at).keys[slot] != no_key()) visit(bucket(at).keys[slot], bucket(at).values[slot]);
  }

 private:
  struct Bucket {
    Key keys[kSlots];
    Value values[kSlots];
  };
  static_assert(alignof(Bucket) <= GrowableMemory::kAlignment, "keys and values begin with a line at most");

  // A bucket that a search came to, by the entry in `slot` of the bucket visited as number `parent`.
  struct Visit {
    std::uint64_t bucket;
    std::uint32_t parent;
    std::uint32_t slot;
  };

  static std::uint64_t bytes_for(std::uint64_t buckets) {
    if (buckets > std::numeric_limits<std::uint64_t>::max() / sizeof(Bucket)) throw std::bad_alloc();
    return buckets * sizeof(Bucket);
  }

  Bucket& bucket(std::uint64_t at) { return reinterpret_cast<Bucket*>(memory_.data())[at]; }
  const Bucket& bucket(std::uint64_t at) const { return reinterpret_cast<const Bucket*>(memory_.data())[at]; }

  // Frees a slot in one of two full buckets, and says in which.
  template <class Words>
  std::optional<std::uint64_t> make_room(const CuckooChoices& full, const Words& words) {
    std::array<Visit, kMostVisits> visits;
    visits[0] = {full.first, 0, 0};
    visits[1] = {full.second, 0, 0};
    std::uint32_t count = full.first == full.second ? 1 : 2;
    const std::uint32_t roots = count;
    for (std::uint32_t from = 0; from < count; ++from) {
      const std::uint64_t here = visits[from].bucket;
      if (from >= roots && matches_in(bucket(here).keys, no_key()) != 0)
        return shift(visits.data(), from, roots);
      for (std::uint32_t slot = 0; slot < kSlots && count < kMostVisits; ++slot) {
        const std::uint64_t other = choices(words(bucket(here).keys[slot])).other_than(here);
        __builtin_prefetch(&bucket(other));
        visits[count++] = {other, from, slot};
      }
    }
    return std::nullopt;
  }

  // Moves the entries of a chain, the last one first. The chain that is found first is a shortest one, so it
  // comes through no bucket twice, and every entry is still where the search saw it.
  std::uint64_t shift(const Visit* visits, std::uint32_t last, std::uint32_t roots) {
    while (last >= roots) {
      const Visit& to = visits[last];
      Bucket& from = bucket(visits[to.parent].bucket);
      put(to.bucket, from.keys[to.slot], from.values[to.slot]);
      from.keys[to.slot] = no_key();
      last = to.parent;
    }
    return visits[last].bucket;
  }

  // Moves the entries of a bucket to where they are among the new number of buckets. Returns whether some had
  // to stay though they may not belong here.
  template <class Words>
  bool move_up(std::uint64_t at, std::uint64_t before, const Words& words) {
    Bucket& here = bucket(at);
    bool strays = false;
    for (unsigned slot = 0; slot < kSlots; ++slot) {
      const Key key = here.keys[slot];
      if (key == no_key()) continue;
      // In its first bucket or in its second: a coin toss, so it must not become a branch.
      const CuckooWords all = words(key);
      const std::uint64_t by_second = 0 - std::uint64_t{reduce(all.first, before) != at};
      const std::uint64_t wanted = reduce(all.first ^ ((all.first ^ all.second) & by_second), buckets_);
      if (wanted == at) continue;
      if (wanted > at && put(wanted, key, here.values[slot]) != nullptr) {
        here.keys[slot] = no_key();
      } else {
        strays = true;
      }
    }
    return strays;
  }

  template <class Words, class Homeless>
  void place_strays(std::uint64_t at, const Words& words, Homeless homeless) {
    for (unsigned slot = 0; slot < kSlots; ++slot) {
      const Key key = bucket(at).keys[slot];
      if (key == no_key()) continue;
      const CuckooChoices now = choices(words(key));
      if (now.include(at)) continue;
      const Value value = bucket(at).values[slot];
      bucket(at).keys[slot] = no_key();
      if (place(now, key, value, words) == nullptr) homeless(key, value);
    }
  }

  // Asks memory for what place_strays will need.
  template <class Words>
  void ask_for_strays(std::uint64_t at, const Words& words) const {
    for (const Key& key : bucket(at).keys)
      if (key != no_key()) ask_for(choices(words(key)));
  }

  GrowableMemory memory_;
  std::uint64_t buckets_;
};

}  // namespace peel::detail
