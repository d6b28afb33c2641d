// CuckooTable: a hash table of plain keys and values that is 0.95 full [Pagh, Rodler 2004; Dietzfelbinger,
// Weidling 2007]. A key has two buckets of four entries, and is in one of them: a lookup reads two cache
// lines at most where entries have 16 bytes, and asks memory for both at once.
//
//   CuckooTable<std::uint64_t, std::uint64_t> table({HashFamily::fast, Seed(1)});
//   table.insert_or_assign(7, 70);
//   if (const std::uint64_t* value = table.find(7)) ...
//
// The table has any number of buckets and grows by a quarter, in place, so it is never far from full.
// Keys for which no room is found go to a stash that every failed lookup searches. With a good hash function
// it is nearly always empty. With a bad one it holds what cannot be told apart, and nothing is lost; the
// table grows for such keys where that may part them, until three quarters of it are empty.
//
// Pointers to values are valid until the next insertion or erasure. A table that was moved from can be
// assigned to or destroyed, nothing else. docs/design/0017-cuckoo-table.md
#pragma once

#include "peel/core/types.hpp"
#include "peel/tables/cuckoo_buckets.hpp"
#include "peel/tables/cuckoo_choices.hpp"
#include "peel/tables/cuckoo_growth.hpp"
#include "peel/tables/table_key.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace peel {

template <TableKey Key, TableValue Value, TableHash<Key> Hash = KeyedHash<Key>>
class CuckooTable {
 public:
  explicit CuckooTable(Hash hash, ItemCount expected = ItemCount(0))
      : hash_(std::move(hash)), buckets_(cuckoo_buckets_for(expected).value) {}

  // Returns whether the key is new. If memory runs out (std::bad_alloc) nothing has changed.
  bool insert_or_assign(const Key& key, const Value& value) {
    const auto [at, is_new] = find_or_insert(key, value);
    if (!is_new) *at = value;
    return is_new;
  }

  struct Found {
    Value* value;
    bool is_new;
  };
  // The value of the key, which is `initial` if the key is new.
  Found find_or_insert(const Key& key, const Value& initial) {
    return find_or_insert(key, initial, words_of_key(key));
  }

  const Value* find(const Key& key) const {
    if (key == Buckets::no_key()) return blank_ ? &*blank_ : nullptr;
    return find(key, buckets_.choices(words_of_key(key)));
  }
  Value* find(const Key& key) { return const_cast<Value*>(std::as_const(*this).find(key)); }
  bool contains(const Key& key) const { return find(key) != nullptr; }

  // Returns whether the key was there.
  bool erase(const Key& key) {
    if (key == Buckets::no_key()) return std::exchange(blank_, std::nullopt).has_value();
    if (const auto freed = buckets_.erase(buckets_.choices(words_of_key(key)), key)) {
      --in_buckets_;
      unstash_into(*freed);
      return true;
    }
    const auto at = std::ranges::find(stash_, key, &Entry::key);
    if (at == stash_.end()) return false;
    *at = stash_.back();
    stash_.pop_back();
    return true;
  }

  // values[i] for the i-th key, null if it is not there. Both spans have equal length. A key's second bucket
  // is asked for only if its first one does not hold it, so that most hits take one line from memory.
  void find(std::span<const Key> keys, std::span<const Value*> values) const {
    std::array<CuckooChoices, kAhead> choices;
    std::array<std::uint64_t, kAhead> holders;
    for (std::size_t i = 0; i < keys.size() + 2 * kAhead; ++i) {
      const std::size_t turn = i % kAhead;
      if (const std::size_t at = i - 2 * kAhead; i >= 2 * kAhead) {
        const Value* const value = buckets_.find_in(holders[turn], keys[at]);
        values[at] = value != nullptr && keys[at] != Buckets::no_key() ? value : find_elsewhere(keys[at]);
      }
      if (const std::size_t at = i - kAhead; i >= kAhead && at < keys.size())
        holders[turn] = buckets_.ask_for_holder(choices[turn], keys[at]);
      if (i < keys.size()) {
        choices[turn] = buckets_.choices(words_of_key(keys[i]));
        buckets_.ask_for_first(choices[turn]);
      }
    }
  }

  // Pairs with equal indexes, one after the other. Returns how many keys are new. If memory runs out, those
  // before are in.
  std::uint64_t insert_or_assign(std::span<const Key> keys, std::span<const Value> values) {
    std::uint64_t news = 0;
    in_flight(keys, [&](std::size_t i, const CuckooWords& words) {
      const auto [at, is_new] = find_or_insert(keys[i], values[i], words);
      if (!is_new) *at = values[i];
      news += is_new ? 1U : 0U;
    });
    return news;
  }

  // Calls visit(key, value) for every entry, in no order. The table must not be changed meanwhile.
  template <class Visit>
  void for_each(Visit visit) const {
    if (blank_) visit(Buckets::no_key(), *blank_);
    buckets_.for_each(visit);
    for (const Entry& entry : stash_) visit(entry.key, entry.value);
  }

  // Room for so many keys: no growth until then. Never less than there is.
  void reserve(ItemCount items) {
    const std::uint64_t wanted = cuckoo_buckets_for(items).value;
    if (wanted > buckets_.buckets()) grow_to(BucketCount(wanted));
  }
  // Forgets all keys, and gives the memory back.
  void clear() { *this = CuckooTable(hash_); }

  ItemCount size() const { return ItemCount(in_buckets_ + stash_.size() + (blank_ ? 1 : 0)); }
  SlotCount capacity() const { return SlotCount(buckets_.slots()); }
  // The share of slots that are taken.
  double load() const { return static_cast<double>(in_buckets_) / static_cast<double>(buckets_.slots()); }
  ItemCount stashed() const { return ItemCount(stash_.size()); }
  std::uint64_t bytes() const { return sizeof(*this) + buckets_.bytes() + stash_.capacity() * sizeof(Entry); }
  // How often the table grew, and what it took at most, growth included.
  std::uint64_t growths() const { return growths_; }
  std::uint64_t peak_bytes() const { return std::max(peak_bytes_, bytes()); }
  const Hash& hash() const { return hash_; }

 private:
  using Buckets = detail::CuckooBuckets<Key, Value>;
  struct Entry {
    Key key;
    Value value;
  };
  static constexpr std::size_t kAhead = 16;
  static constexpr std::size_t kSmallStash = 8;

  CuckooWords words_of_key(const Key& key) const { return words_of(hash_, hash_(key)); }
  auto words() const {
    return [this](const Key& key) { return words_of_key(key); };
  }

  const Value* find(const Key& key, const CuckooChoices& choices) const {
    const Value* const value = buckets_.find(choices, key);
    return value != nullptr || stash_.empty() ? value : find_in_stash(key);
  }
  const Value* find_in_stash(const Key& key) const {
    const auto at = std::ranges::find(stash_, key, &Entry::key);
    return at == stash_.end() ? nullptr : &at->value;
  }

  const Value* find_elsewhere(const Key& key) const {
    if (key == Buckets::no_key()) return blank_ ? &*blank_ : nullptr;
    return find_in_stash(key);
  }

  Found find_or_insert(const Key& key, const Value& initial, const CuckooWords& words) {
    if (key == Buckets::no_key()) {
      const bool is_new = !blank_;
      if (is_new) blank_ = initial;
      return {&*blank_, is_new};
    }
    const CuckooChoices choices = buckets_.choices(words);
    if (const Value* const value = find(key, choices)) return {const_cast<Value*>(value), false};
    return {insert_new(key, initial, words), true};
  }

  // By value: what the caller gives may lie in this table, whose entries move.
  Value* insert_new(const Key key, const Value value, const CuckooWords& key_words) {
    if (in_buckets_ >= cuckoo_room(BucketCount(buckets_.buckets())).value)
      grow_to(next_cuckoo_size(BucketCount(buckets_.buckets())));
    // Once there is a stash, hash functions are looked at: no search finds room for keys that are all alike.
    const bool hopeless = !stash_.empty() && buckets_.are_crowded_by(key_words, words());
    if (!hopeless) {
      if (Value* const placed = place(key, value, key_words)) return placed;
      if (stash_.size() >= kSmallStash && load() >= least_load()) {
        grow_to(next_cuckoo_size(BucketCount(buckets_.buckets())));
        if (Value* const placed = place(key, value, key_words)) return placed;
      }
    }
    stash_.push_back({key, value});
    return &stash_.back().value;
  }

  double least_load() const {
    return stash_.size() > in_buckets_ / kLargeStash ? kLeastWeakLoad : kLeastCuckooLoad;
  }

  Value* place(const Key& key, const Value& value, const CuckooWords& key_words) {
    Value* const placed = buckets_.place(buckets_.choices(key_words), key, value, words());
    in_buckets_ += placed != nullptr ? 1U : 0U;
    return placed;
  }

  // Memory comes first: from then on nothing fails. A new bucket is part of one old bucket or of two
  // neighbours, and takes four of their entries, so about half of all can stray at most. What is reserved and
  // not written costs nothing.
  void grow_to(BucketCount buckets) {
    stash_.reserve(stash_.size() + in_buckets_ / 2 + 4 * Buckets::kSlots);
    buckets_.grow(buckets.value, words(), [&](const Key& key, const Value& value) {
      stash_.push_back({key, value});
      --in_buckets_;
    });
    ++growths_;
    for (std::size_t i = 0; i < stash_.size();) i += unstash(i) ? 0U : 1U;
    peak_bytes_ = std::max(peak_bytes_, sizeof(*this) + buckets_.growth_peak() + buckets_.buckets() / 8 +
                                            stash_.size() * sizeof(Entry));
    stash_.shrink_to_fit();
  }

  bool unstash(std::size_t i) {
    const CuckooWords key_words = words_of_key(stash_[i].key);
    if (buckets_.are_crowded_by(key_words, words())) return false;
    if (place(stash_[i].key, stash_[i].value, key_words) == nullptr) return false;
    stash_[i] = stash_.back();
    stash_.pop_back();
    return true;
  }

  // A slot of that bucket is free again: one of the first of the stash may fit.
  void unstash_into(std::uint64_t bucket) {
    for (std::size_t i = 0; i < std::min(stash_.size(), kSmallStash); ++i)
      if (buckets_.choices(words_of_key(stash_[i].key)).include(bucket) && unstash(i)) return;
  }

  // Calls serve(i, words) for every key, in order, with the buckets of later ones on their way.
  template <class Serve>
  void in_flight(std::span<const Key> keys, Serve serve) const {
    std::array<CuckooWords, kAhead> ring;
    for (std::size_t i = 0; i < keys.size() + kAhead; ++i) {
      CuckooWords& words = ring[i % kAhead];
      if (i >= kAhead) serve(i - kAhead, words);
      if (i >= keys.size()) continue;
      words = words_of_key(keys[i]);
      buckets_.ask_for(buckets_.choices(words));
    }
  }

  Hash hash_;
  Buckets buckets_;
  std::uint64_t in_buckets_ = 0;
  std::optional<Value> blank_ = {};  // of the key whose bytes are all zero
  std::vector<Entry> stash_ = {};
  std::uint64_t growths_ = 0;
  std::uint64_t peak_bytes_ = 0;
};

}  // namespace peel
