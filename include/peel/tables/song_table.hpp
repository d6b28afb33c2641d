// SongTable: the table of [Song et al. 2005], with a counter for each bucket as its summary. For comparison:
// it needs twice the buckets of a multilevel table, moves items as it changes, and can delete only with an
// extra table of all hashes of all items. song_places.hpp says how it works.
#pragma once

#include "peel/core/result.hpp"
#include "peel/membership/erased.hpp"
#include "peel/tables/lookup_counts.hpp"
#include "peel/tables/multilevel_table.hpp"
#include "peel/tables/song_places.hpp"
#include "peel/tables/table_key.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace peel {

// Stored is `inserted` or `replaced`: a crisis here is two items in one bucket, and report() counts those.
struct SongStored {
  Stored outcome;
  std::uint64_t relocations;
};

struct SongErased {
  Erased outcome;
  std::uint64_t relocations;
};

template <TableKey Key, TableValue Value, TableHash<Key> Hash = KeyedHash<Key>>
class SongTable {
 public:
  struct Entry {
    Key key;
    Value value;
  };

  // Fails with `invalid_argument` for a number out of range.
  [[nodiscard]] static Result<SongTable> make(const analysis::SongShape& shape, const Hash& hash) {
    auto places = SongPlaces::make(shape);
    if (!places) return failure(places.error());
    return SongTable(std::move(*places), hash);
  }
  // A static table, pruned when all counters are known. REQUIRES: all keys differ.
  [[nodiscard]] static Result<SongTable> build(const analysis::SongShape& shape, const Hash& hash,
                                               std::span<const Entry> entries) {
    auto table = make(shape, hash);
    if (!table) return table;
    std::vector<KeyHash> hashes;
    hashes.reserve(entries.size());
    for (const Entry& entry : entries) hashes.push_back(hash(entry.key));
    table->places_.build(hashes);
    table->entries_.assign(entries.begin(), entries.end());
    table->size_ = entries.size();
    return table;
  }

  SongStored insert_or_assign(const Key& key, const Value& value) {
    const KeyHash hash = hash_(key);
    if (const auto number = number_of(hash, key); number != SongPlaces::kNone) {
      entries_[number].value = value;
      return {Stored::replaced, 0};
    }
    const Entry entry = {key, value};  // before entries move, of which these may be part
    if (entries_.size() == entries_.capacity()) entries_.reserve(2 * entries_.size() + 1);
    const auto added = places_.add(hash);
    if (added.number == entries_.size()) entries_.emplace_back();
    entries_[added.number] = entry;
    ++size_;
    return {Stored::inserted, added.relocations};
  }

  SongErased erase(const Key& key) {
    const auto number = number_of(hash_(key), key);
    if (number == SongPlaces::kNone) return {Erased::was_absent, 0};
    --size_;
    return {Erased::erased, places_.remove(number)};
  }

  // Reads one bucket at most, of which it never says another than the one where the key is.
  const Value* find(const Key& key, LookupCounts& counts) const {
    ++counts.lookups;
    const auto bucket = places_.where(hash_(key));
    if (!bucket) return nullptr;
    ++counts.reads;
    const auto number = number_in(*bucket, key);
    if (number != SongPlaces::kNone) return &entries_[number].value;
    ++counts.false_positives;
    return nullptr;
  }
  const Value* find(const Key& key) const {
    LookupCounts counts;
    return find(key, counts);
  }
  bool contains(const Key& key) const { return find(key) != nullptr; }

  // Raises counters of overfull buckets where that helps. Returns how many items were in excess before.
  std::uint64_t relieve() { return places_.relieve(); }

  ItemCount size() const { return ItemCount(size_); }
  SongReport report() const { return places_.report(); }
  const SongPlaces& places() const { return places_; }
  std::uint64_t table_bytes() const { return entries_.capacity() * sizeof(Entry) + places_.kept_bytes(); }
  std::uint64_t summary_bytes() const { return places_.summary_bytes(); }
  std::uint64_t extra_bytes() const { return places_.extra_bytes(); }

 private:
  SongTable(SongPlaces places, const Hash& hash) : places_(std::move(places)), hash_(hash) {}

  SongPlaces::Number number_of(const KeyHash& hash, const Key& key) const {
    const auto bucket = places_.where(hash);
    return bucket ? number_in(*bucket, key) : SongPlaces::kNone;
  }
  SongPlaces::Number number_in(std::uint64_t bucket, const Key& key) const {
    auto number = places_.first_in(bucket);
    while (number != SongPlaces::kNone && entries_[number].key != key) number = places_.next(number);
    return number;
  }

  SongPlaces places_;
  Hash hash_;
  std::vector<Entry> entries_;  // by number
  std::uint64_t size_ = 0;
};

}  // namespace peel
