// CuckooPair: cuckoo hashing as it was first described [Pagh, Rodler 2004], for study and as a reference. Two
// tables of m slots; a key is in its slot of the one or of the other. A new key takes its slot in the first
// table; whoever was there moves to its slot in the second, and so on until a slot was empty.
//
//   A new key reaches its two slots, the other slots of the keys that are there, and so on. It finds room if
//   and only if these have no more keys than slots, itself included. That is counted before anything moves,
//   so no insertion ever loops. If there is no room, or if it takes more displacements than allowed, all keys
//   are placed by new functions: a rehash.
//
// CuckooTable is the one for use.
#pragma once

#include "peel/core/types.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/tables/table_key.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace peel {

// Where a key may be: its slot in the first (0) or second (1) table, below m. The generation is 0 at first,
// and another one at every rehash.
template <TableKey Key>
using PairFunctions =
    std::function<std::uint64_t(const Key& key, SubTable table, GenerationCount generation)>;

// Functions for m slots by the house's hash, with a seed of its own for each generation.
template <TableKey Key>
PairFunctions<Key> keyed_pair_functions(SlotCount slots, Seed seed) {
  return [=](const Key& key, SubTable table, GenerationCount generation) {
    const KeyHash hash = KeyedHash<Key>(HashFamily::fast, seed.derive(generation.value))(key);
    return reduce(table.value == 0 ? hash.low : hash.high, slots.value);
  };
}

enum class PairPlaced : std::uint8_t {
  inserted,  // the key is new
  replaced,  // the key was there, and has a new value
  stashed,   // the key is new, and no functions that were tried have room for all: it is in the stash, or
             // another is in its stead if displacements came to their limit
};

struct PairInsertion {
  PairPlaced outcome;
  std::uint64_t displacements;  // entries that moved for it, those of rehashes included
  std::uint64_t rehashes;       // how many were tried for it
  friend bool operator==(const PairInsertion&, const PairInsertion&) = default;
};

struct PairLimits {
  std::uint64_t displacements = 1'000;  // of one key
  std::uint64_t rehashes = 32;          // for one insertion
};

template <TableKey Key, TableValue Value>
class CuckooPair {
 public:
  struct Entry {
    Key key;
    Value value;
  };
  // What a key reaches: part of a component of the cuckoo graph, in which keys are edges between slots.
  struct Reach {
    std::uint64_t slots;
    std::uint64_t keys;
    friend bool operator==(const Reach&, const Reach&) = default;
  };

  // Two tables of so many slots each, at least one.
  CuckooPair(SlotCount slots, PairFunctions<Key> functions, PairLimits limits = {})
      : slots_(std::max<std::uint64_t>(slots.value, 1)),
        functions_(std::move(functions)),
        limits_(limits),
        tables_(empty_tables()) {}
  CuckooPair(SlotCount slots, Seed seed) : CuckooPair(slots, keyed_pair_functions<Key>(slots, seed)) {}

  // If memory runs out (std::bad_alloc) no key is lost; the new one may be in.
  PairInsertion insert_or_assign(const Key& key, const Value& value) {
    if (Value* const at = find(key)) {
      *at = value;
      return {PairPlaced::replaced, 0, 0};
    }
    PairInsertion done{PairPlaced::inserted, 0, 0};
    Entry homeless{key, value};
    stash_.reserve(stash_.size() + 1);
    if (place(homeless, tables_, generation_, done.displacements)) {
      ++in_tables_;
      return done;
    }
    stash_.push_back(homeless);
    if (!rehash(done)) done.outcome = PairPlaced::stashed;
    return done;
  }

  const Value* find(const Key& key) const {
    for (const std::uint64_t table : {0U, 1U}) {
      const auto& entry = tables_[table][slot_of(key, SubTable(table), generation_)];
      if (entry && entry->key == key) return &entry->value;
    }
    const auto at = std::ranges::find(stash_, key, &Entry::key);
    return at == stash_.end() ? nullptr : &at->value;
  }
  Value* find(const Key& key) { return const_cast<Value*>(std::as_const(*this).find(key)); }

  // Returns whether the key was there.
  bool erase(const Key& key) {
    for (const std::uint64_t table : {0U, 1U}) {
      auto& entry = tables_[table][slot_of(key, SubTable(table), generation_)];
      if (!entry || entry->key != key) continue;
      entry.reset();
      --in_tables_;
      return true;
    }
    return std::erase_if(stash_, [&](const Entry& entry) { return entry.key == key; }) > 0;
  }

  // What is in a slot below m of the first (0) or the second (1) table.
  const std::optional<Entry>& at(SubTable table, SlotCount slot) const {
    return tables_[table.value][slot.value];
  }
  // The key itself is counted, whether it is there or not.
  Reach reach_of(const Key& key) const { return reach(key, tables_, generation_); }

  ItemCount size() const { return ItemCount(in_tables_ + stash_.size()); }
  ItemCount stashed() const { return ItemCount(stash_.size()); }
  // How many were tried since the table was made, and which functions are in use.
  std::uint64_t rehashes() const { return rehashes_; }
  GenerationCount generation() const { return generation_; }

 private:
  using Slots = std::vector<std::optional<Entry>>;
  using Tables = std::array<Slots, 2>;

  Tables empty_tables() const { return {Slots(slots_), Slots(slots_)}; }

  std::uint64_t slot_of(const Key& key, SubTable table, GenerationCount generation) const {
    return functions_(key, table, generation);
  }

  Reach reach(const Key& key, const Tables& tables, GenerationCount generation) const {
    std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
    std::vector<Key> waiting{key};
    std::uint64_t keys = 0;
    bool is_there = false;
    while (!waiting.empty()) {
      const Key next = waiting.back();
      waiting.pop_back();
      for (const std::uint64_t table : {0U, 1U}) {
        const std::uint64_t slot = slot_of(next, SubTable(table), generation);
        if (!seen.emplace(table, slot).second) continue;
        if (const auto& entry = tables[table][slot]) {
          ++keys;
          is_there = is_there || entry->key == key;
          waiting.push_back(entry->key);
        }
      }
    }
    return {seen.size(), keys + (is_there ? 0U : 1U)};
  }

  // Returns whether it found room. If not, `entry` is the one that has none: the new one, or another if the
  // displacements came to their limit.
  bool place(Entry& entry, Tables& tables, GenerationCount generation, std::uint64_t& displacements) const {
    const Reach all = reach(entry.key, tables, generation);
    if (all.keys > all.slots) return false;
    for (std::uint64_t table = 0, moves = 0;; table = 1 - table, ++moves) {
      auto& slot = tables[table][slot_of(entry.key, SubTable(table), generation)];
      if (!slot) {
        slot = entry;
        return true;
      }
      if (moves == limits_.displacements) return false;
      std::swap(*slot, entry);
      ++displacements;
    }
  }

  // All entries and the last of the stash by new functions. Returns whether some had room for all; if not,
  // all is as it was.
  bool rehash(PairInsertion& done) {
    while (done.rehashes < limits_.rehashes) {
      ++done.rehashes;
      const GenerationCount generation(++rehashes_);
      Tables fresh = empty_tables();
      if (!place_all_and(stash_.back(), fresh, generation, done.displacements)) continue;
      tables_ = std::move(fresh);
      generation_ = generation;
      stash_.pop_back();
      ++in_tables_;
      unstash();
      return true;
    }
    return false;
  }

  bool place_all_and(const Entry& homeless, Tables& fresh, GenerationCount generation,
                     std::uint64_t& displacements) const {
    for (const Slots& slots : tables_) {
      for (const auto& entry : slots) {
        if (!entry) continue;
        Entry moving = *entry;
        if (!place(moving, fresh, generation, displacements)) return false;
      }
    }
    Entry last = homeless;
    return place(last, fresh, generation, displacements);
  }

  // After a rehash: what has room now. What has none, or another in its stead, stays.
  void unstash() {
    std::uint64_t displacements = 0;
    for (std::size_t i = 0; i < stash_.size();) {
      if (!place(stash_[i], tables_, generation_, displacements)) {
        ++i;
        continue;
      }
      ++in_tables_;
      stash_[i] = stash_.back();
      stash_.pop_back();
    }
  }

  std::uint64_t slots_;
  PairFunctions<Key> functions_;
  PairLimits limits_;
  Tables tables_;
  GenerationCount generation_ = {};
  std::uint64_t in_tables_ = 0;
  std::vector<Entry> stash_ = {};
  std::uint64_t rehashes_ = 0;
};

}  // namespace peel
