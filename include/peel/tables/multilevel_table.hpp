// MultilevelTable: keys and values in sub-tables of decreasing size [Broder, Karlin 1990]. A key has one
// bucket in each, and is put into the first that has room. No key ever moves, and erasing one just frees its
// slot.
//
//   A key that finds all its buckets full is a crisis: analysis/multilevel.hpp says how likely that is, and
//   plans make it very unlikely. It goes into a stash, so that nothing is lost, and is counted.
//
// A lookup may have to read a bucket in each sub-table. SummarisedTable reads one.
#pragma once

#include "peel/analysis/multilevel_shape.hpp"
#include "peel/core/types.hpp"
#include "peel/tables/level.hpp"
#include "peel/tables/multilevel_places.hpp"
#include "peel/tables/table_key.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace peel {

enum class Stored : std::uint8_t {
  inserted,  // the key is new
  replaced,  // the key was there, and has a new value
  crisis,    // the key is new, and in the stash: all its buckets were full
};

struct StoredAt {
  Stored outcome;
  Level level;  // none: in the stash
  friend bool operator==(const StoredAt&, const StoredAt&) = default;
};

template <TableKey Key, TableValue Value, TableHash<Key> Hash = KeyedHash<Key>>
class MultilevelTable {
 public:
  struct Entry {
    Key key;
    Value value;
  };

  // Memory for all slots, and as many bits.
  MultilevelTable(MultilevelShape shape, Hash hash)
      : shape_(std::move(shape)),
        hash_(std::move(hash)),
        occupied_(shape_),
        entries_(shape_.total_slots().value) {}

  StoredAt insert_or_assign(const Key& key, const Value& value) {
    return insert_or_assign(hash_(key), key, value);
  }
  const Value* find(const Key& key) const { return find(hash_(key), key); }
  Value* find(const Key& key) { return const_cast<Value*>(std::as_const(*this).find(key)); }
  bool contains(const Key& key) const { return find(key) != nullptr; }
  // Returns whether the key was there.
  bool erase(const Key& key) { return erase(hash_(key), key); }

  // The same for who has the hash already, hash()(key).
  StoredAt insert_or_assign(const KeyHash& hash, const Key& key, const Value& value) {
    if (Entry* const entry = entry_of(hash, key)) {
      entry->value = value;
      return {Stored::replaced, level_of(*entry)};
    }
    if (const auto place = place_for_new(hash)) {
      put(*place, {key, value});
      return {Stored::inserted, place->level};
    }
    stash({key, value});
    return {Stored::crisis, Level()};
  }

  const Value* find(const KeyHash& hash, const Key& key) const {
    const Entry* const entry = const_cast<MultilevelTable*>(this)->entry_of(hash, key);
    return entry == nullptr ? nullptr : &entry->value;
  }

  bool erase(const KeyHash& hash, const Key& key) {
    Entry* const entry = entry_of(hash, key);
    if (entry == nullptr) return false;
    if (is_stashed(*entry)) {
      erase_stashed(key);
    } else {
      erase_slot(slot_of(*entry));
    }
    return true;
  }

  // Reads one bucket: null if the key is not in that sub-table. Level none is the stash.
  const Value* find_in(Level level, const KeyHash& hash, const Key& key) const {
    const Entry* const entry = const_cast<MultilevelTable*>(this)->entry_in(level, hash, key);
    return entry == nullptr ? nullptr : &entry->value;
  }

  // Calls visit(key, value, level) for every entry: the sub-tables in order, then the stash.
  template <class Visit>
  void for_each(Visit visit) const {
    for_each_slot(
        [&](std::uint64_t slot, Level level) { visit(entries_[slot].key, entries_[slot].value, level); });
    for (const Entry& entry : stash_) visit(entry.key, entry.value, Level());
  }

  void clear() {
    occupied_.clear();
    stash_.clear();
    size_ = 0;
  }

  ItemCount size() const { return ItemCount(size_ + stash_.size()); }
  ItemCount stashed() const { return ItemCount(stash_.size()); }
  // How often a key met a crisis, since the table was made.
  std::uint64_t crises() const { return crises_; }

  const MultilevelShape& shape() const { return shape_; }
  const Hash& hash() const { return hash_; }
  const OccupancyTable& occupied() const { return occupied_; }
  std::uint64_t bytes() const {
    return entries_.size() * sizeof(Entry) + stash_.capacity() * sizeof(Entry) + occupied_.bytes();
  }

  // For who keeps something beside the table that must know where keys are, as SummarisedTable does: slots,
  // numbered through all buckets, and the stash.

  // Where a new key is to be put. None: a crisis, which is counted, and a key for the stash.
  std::optional<Place> place_for_new(const KeyHash& hash) {
    const auto place = occupied_.first_free(hash, shape_);
    if (!place) ++crises_;
    return place;
  }
  void put(const Place& place, const Entry& entry) {
    occupied_.take(place.slot);
    entries_[place.slot] = entry;
    ++size_;
  }
  // The slot of a key in one bucket, not in the stash.
  std::optional<std::uint64_t> slot_in(Level level, const KeyHash& hash, const Key& key) const {
    const Entry* const entry = const_cast<MultilevelTable*>(this)->entry_in(level, hash, key);
    return entry == nullptr ? std::nullopt : std::optional(slot_of(*entry));
  }
  const Entry& entry(std::uint64_t slot) const { return entries_[slot]; }
  void assign_slot(std::uint64_t slot, const Value& value) { entries_[slot].value = value; }
  void erase_slot(std::uint64_t slot) {
    occupied_.release(slot);
    --size_;
  }
  // Calls visit(slot, level) for every slot that is taken.
  template <class Visit>
  void for_each_slot(Visit visit) const {
    for (std::uint64_t table = 0; table < shape_.sub_tables(); ++table) {
      const std::uint64_t first = shape_.first_bucket(SubTable(table)) * shape_.slots().value;
      const std::uint64_t count = shape_.buckets(SubTable(table)).value * shape_.slots().value;
      for (std::uint64_t slot = first; slot < first + count; ++slot)
        if (occupied_.is_taken(slot)) visit(slot, Level::of(SubTable(table)));
    }
  }
  // Memory is asked for the bucket of a key.
  void ask_for(Level level, const KeyHash& hash) const {
    __builtin_prefetch(&entries_[bucket_of(hash, shape_, level.table()) * shape_.slots().value]);
    asm volatile("");  // GCC 12 leaves out calls of a function that only prefetches
  }

  std::span<const Entry> stashed_entries() const { return stash_; }
  void stash(const Entry& entry) { stash_.push_back(entry); }
  bool assign_stashed(const Key& key, const Value& value) {
    Entry* const entry = stashed_entry(key);
    if (entry != nullptr) entry->value = value;
    return entry != nullptr;
  }
  bool erase_stashed(const Key& key) {
    const Entry* const entry = stashed_entry(key);
    if (entry != nullptr) drop_stashed(static_cast<std::size_t>(entry - stash_.data()));
    return entry != nullptr;
  }
  // The i-th, whose place the last one takes.
  void drop_stashed(std::size_t i) {
    stash_[i] = stash_.back();
    stash_.pop_back();
  }
  // Gives back memory that it does not need.
  void trim_stash() { stash_.shrink_to_fit(); }
  // Empties all slots. Entries of slots that are wanted go to the stash.
  template <class Wanted>
  void move_to_stash(Wanted is_wanted) {
    stash_.reserve(stash_.size() + size_);  // so that nothing fails half-way
    for_each_slot([&](std::uint64_t slot, Level) {
      if (is_wanted(slot)) stash_.push_back(entries_[slot]);
    });
    occupied_.clear();
    size_ = 0;
  }

 private:
  Entry* entry_of(const KeyHash& hash, const Key& key) {
    for (std::uint64_t table = 0; table < shape_.sub_tables(); ++table)
      if (Entry* const entry = entry_in(Level::of(SubTable(table)), hash, key)) return entry;
    return entry_in(Level(), hash, key);
  }

  Entry* entry_in(Level level, const KeyHash& hash, const Key& key) {
    if (level.is_none()) return stashed_entry(key);
    const std::uint64_t first = bucket_of(hash, shape_, level.table()) * shape_.slots().value;
    for (std::uint64_t slot = first; slot < first + shape_.slots().value; ++slot)
      if (occupied_.is_taken(slot) && entries_[slot].key == key) return &entries_[slot];
    return nullptr;
  }

  Entry* stashed_entry(const Key& key) {
    const auto at = std::ranges::find(stash_, key, &Entry::key);
    return at == stash_.end() ? nullptr : &*at;
  }
  bool is_stashed(const Entry& entry) const {
    const std::less<const Entry*> less;  // also of pointers into different arrays
    return !less(&entry, stash_.data()) && less(&entry, stash_.data() + stash_.size());
  }
  std::uint64_t slot_of(const Entry& entry) const {
    return static_cast<std::uint64_t>(&entry - entries_.data());
  }

  Level level_of(const Entry& entry) const {
    if (is_stashed(entry)) return Level();
    std::uint64_t table = 0;
    while (slot_of(entry) >= shape_.first_bucket(SubTable(table + 1)) * shape_.slots().value) ++table;
    return Level::of(SubTable(table));
  }

  MultilevelShape shape_;
  Hash hash_;
  OccupancyTable occupied_;
  std::vector<Entry> entries_;
  std::vector<Entry> stash_;
  std::uint64_t size_ = 0;  // without the stash
  std::uint64_t crises_ = 0;
};

}  // namespace peel
