// SummarisedTable: a multilevel table in slow memory with its summary in fast memory [Kirsch, Mitzenmacher
// 2005]. The summary names a sub-table, and a lookup reads the key's bucket there: one read for a key that is
// there, none for most keys that are not.
//
//   A summary errs only towards higher levels. So where the key is not in the bucket that was named, it can
//   only be at a lower level, and those are read one after the other. verify() asks the summary for all keys
//   of the table and remembers the few that are misled. From then on a lookup reads one bucket, whatever the
//   summary says: the key is there, or else it is nowhere. That holds until verified() says otherwise.
//   Bits in fast memory tell which slots are taken, so a bucket without items is never read.
//
// Erased keys can be forgotten at once, if the summary can forget; or be marked as deleted, until so many
// are that table and summary are built again from the others [section 7.2].
#pragma once

#include "peel/core/result.hpp"
#include "peel/tables/level_exceptions.hpp"
#include "peel/tables/lookup_counts.hpp"
#include "peel/tables/multilevel_table.hpp"
#include "peel/tables/table_summary.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace peel {

enum class DeletionRule : std::uint8_t {
  counting,  // slot and summary let go of the key at once: the summary must be able to forget
  lazy,      // the slot stays taken and the key noted, and a bit says that it is deleted
};

struct Deletions {
  DeletionRule rule = DeletionRule::counting;
  // By the lazy rule: with so many deleted items, all is built again. Plan table and summary for so many more
  // items than there will be: (1 + alpha) n in the paper.
  ItemCount most_deleted{0};
};

// Fails with `invalid_argument` for no summary or one that tells too few sub-tables apart, and for a lazy
// rule that would rebuild at every deletion; with `unsupported` for a summary that cannot forget as it must.
Result<void> check_summary(const TableSummary* summary, const MultilevelShape& shape, Deletions deletions);

// What verify() found.
struct Verification {
  ItemCount keys;    // that were looked up: all but those in the stash
  ItemCount misled;  // of these; their places are remembered now
  friend bool operator==(const Verification&, const Verification&) = default;
};

template <TableKey Key, TableValue Value, TableHash<Key> Hash = KeyedHash<Key>>
class SummarisedTable {
 public:
  using Entry = typename MultilevelTable<Key, Value, Hash>::Entry;

  // The summary is cleared first. Fails as check_summary does.
  [[nodiscard]] static Result<SummarisedTable> make(const MultilevelShape& shape, const Hash& hash,
                                                    std::unique_ptr<TableSummary> summary,
                                                    Deletions deletions = {}) {
    if (auto ok = check_summary(summary.get(), shape, deletions); !ok) return failure(ok.error());
    summary->clear();
    return SummarisedTable(shape, hash, std::move(summary), deletions);
  }

  StoredAt insert_or_assign(const Key& key, const Value& value);
  // Returns whether the key was there. By the lazy rule it may build all again.
  bool erase(const Key& key);

  // Null: not there. Counted in counts().
  Value* find(const Key& key) { return const_cast<Value*>(std::as_const(*this).find(key, counts_)); }
  // values[i] for the i-th key; spans of equal length. All buckets of a group are on their way at once.
  void find(std::span<const Key> keys, std::span<const Value*> values) {
    std::as_const(*this).find(keys, values, counts_);
  }
  // The same, counted elsewhere: several threads may read a table that nobody changes.
  const Value* find(const Key& key, LookupCounts& counts) const {
    const KeyHash hash = table_.hash()(key);
    return find_at(summary_->where(hash), hash, key, counts);
  }
  void find(std::span<const Key> keys, std::span<const Value*> values, LookupCounts& counts) const;
  bool contains(const Key& key) { return find(key) != nullptr; }

  // Looks up all keys in the summary, and remembers those that it misleads.
  Verification verify();
  // Whether one bucket is all that a lookup reads. verify() makes it so. An insertion ends it if it may have
  // misled another key: most do not (may_mislead_others), and erasing never does. The new key itself is
  // looked up, and remembered if it is misled.
  bool verified() const { return verified_; }
  // Keys that are known to be misled.
  const LevelExceptions<Key>& exceptions() const { return exceptions_; }

  // Builds table and summary again from the items that are not deleted, in time for all slots. Takes memory
  // for a copy of those items meanwhile. Should memory end, items that have no place yet are in the stash:
  // found there, one by one, until it is called again.
  void rebuild();
  std::uint64_t rebuilds() const { return rebuilds_; }

  // Calls visit(key, value, level) for every entry that is not deleted, those of the stash last.
  template <class Visit>
  void for_each(Visit visit) const;

  ItemCount size() const { return ItemCount(table_.size().value - deleted_count_); }
  // By the lazy rule: deleted items that still have their slots.
  ItemCount deleted() const { return ItemCount(deleted_count_); }
  ItemCount stashed() const { return table_.stashed(); }
  std::uint64_t crises() const { return table_.crises(); }
  const LookupCounts& counts() const { return counts_; }
  Deletions deletions() const { return deletions_; }
  const MultilevelShape& shape() const { return table_.shape(); }
  const TableSummary& summary() const { return *summary_; }

  // In slow memory: the slots and the stash.
  std::uint64_t table_bytes() const { return table_.bytes() - table_.occupied().bytes(); }
  // In fast memory: the summary, the bits of the slots, and the keys that are misled.
  std::uint64_t summary_bytes() const {
    return summary_->bytes() + table_.occupied().bytes() + (deleted_ ? deleted_->bytes() : 0) +
           exceptions_.bytes();
  }

 private:
  static constexpr std::size_t kBatch = 64;

  SummarisedTable(const MultilevelShape& shape, const Hash& hash, std::unique_ptr<TableSummary> summary,
                  Deletions deletions)
      : table_(shape, hash), summary_(std::move(summary)), deletions_(deletions) {}

  bool is_deleted(std::uint64_t slot) const { return deleted_ && deleted_->is_taken(slot); }
  bool is_living(std::uint64_t slot) const { return table_.occupied().is_taken(slot) && !is_deleted(slot); }

  const Value* find_at(Level named, const KeyHash& hash, const Key& key, LookupCounts& counts) const;
  const Value* read(Level level, const KeyHash& hash, const Key& key, LookupCounts& counts) const;
  // Where the key is, deleted or not, unless in the stash.
  std::optional<Place> place_of(Level named, const KeyHash& hash, const Key& key) const;
  void remember_if_misled(const KeyHash& hash, const Key& key, Level level);
  // `named` is what the summary says of the key so far.
  void put(const Place& place, Level named, const KeyHash& hash, const Entry& entry);

  MultilevelTable<Key, Value, Hash> table_;
  std::unique_ptr<TableSummary> summary_;
  Deletions deletions_;
  std::optional<OccupancyTable> deleted_;  // by the lazy rule, from the first deletion on
  std::uint64_t deleted_count_ = 0;
  LevelExceptions<Key> exceptions_;
  bool verified_ = true;  // of no keys
  std::uint64_t rebuilds_ = 0;
  LookupCounts counts_;
};

template <TableKey Key, TableValue Value, TableHash<Key> Hash>
const Value* SummarisedTable<Key, Value, Hash>::read(Level level, const KeyHash& hash, const Key& key,
                                                     LookupCounts& counts) const {
  const std::uint64_t slots = shape().slots().value;
  const std::uint64_t first = bucket_of(hash, shape(), level.table()) * slots;
  bool is_read = false;
  for (std::uint64_t slot = first; slot < first + slots; ++slot) {
    if (!is_living(slot)) continue;
    if (!std::exchange(is_read, true)) ++counts.reads;
    if (table_.entry(slot).key == key) return &table_.entry(slot).value;
  }
  return nullptr;
}

template <TableKey Key, TableValue Value, TableHash<Key> Hash>
const Value* SummarisedTable<Key, Value, Hash>::find_at(Level named, const KeyHash& hash, const Key& key,
                                                        LookupCounts& counts) const {
  ++counts.lookups;
  if (!exceptions_.empty()) {
    if (const Level level = exceptions_.level_of(hash, key); !level.is_none()) {
      counts.misled += named == level ? 0U : 1U;  // it may be right again, once others are erased
      return read(level, hash, key, counts);
    }
  }
  if (!named.is_none()) {
    if (const Value* const value = read(named, hash, key, counts)) return value;
    for (std::uint64_t level = named.number; !verified_ && --level > 0;) {
      if (const Value* const value = read(Level(level), hash, key, counts)) {
        ++counts.misled;
        return value;
      }
    }
    ++counts.false_positives;
  }
  return stashed().value == 0 ? nullptr : table_.find_in(Level(), hash, key);
}

template <TableKey Key, TableValue Value, TableHash<Key> Hash>
void SummarisedTable<Key, Value, Hash>::find(std::span<const Key> keys, std::span<const Value*> values,
                                             LookupCounts& counts) const {
  std::array<KeyHash, kBatch> hashes;
  std::array<Level, kBatch> levels;
  for (std::size_t first = 0; first < keys.size(); first += kBatch) {
    const std::size_t count = std::min(kBatch, keys.size() - first);
    for (std::size_t i = 0; i < count; ++i) hashes[i] = table_.hash()(keys[first + i]);
    summary_->where(std::span(hashes).first(count), std::span(levels).first(count));
    for (std::size_t i = 0; i < count; ++i)
      if (!levels[i].is_none()) table_.ask_for(levels[i], hashes[i]);
    for (std::size_t i = 0; i < count; ++i)
      values[first + i] = find_at(levels[i], hashes[i], keys[first + i], counts);
  }
}

template <TableKey Key, TableValue Value, TableHash<Key> Hash>
std::optional<Place> SummarisedTable<Key, Value, Hash>::place_of(Level named, const KeyHash& hash,
                                                                 const Key& key) const {
  for (std::uint64_t level = named.number; level > 0; --level)
    if (const auto slot = table_.slot_in(Level(level), hash, key)) return Place{Level(level), *slot};
  return std::nullopt;
}

template <TableKey Key, TableValue Value, TableHash<Key> Hash>
void SummarisedTable<Key, Value, Hash>::remember_if_misled(const KeyHash& hash, const Key& key, Level level) {
  if (summary_->where(hash) == level) return;
  const bool was_verified = std::exchange(verified_, false);  // should there be no memory for it
  exceptions_.add(hash, key, level);
  verified_ = was_verified;
}

// Noted first: if there is no memory for that, the key is not in a slot that no summary leads to.
template <TableKey Key, TableValue Value, TableHash<Key> Hash>
void SummarisedTable<Key, Value, Hash>::put(const Place& place, Level named, const KeyHash& hash,
                                            const Entry& entry) {
  if (summary_->may_mislead_others({.before = named, .level = place.level})) verified_ = false;
  summary_->note(hash, place.level);
  table_.put(place, entry);
}

template <TableKey Key, TableValue Value, TableHash<Key> Hash>
StoredAt SummarisedTable<Key, Value, Hash>::insert_or_assign(const Key& key, const Value& value) {
  const KeyHash hash = table_.hash()(key);
  const Level named = summary_->where(hash);
  if (const auto place = place_of(named, hash, key)) {
    table_.assign_slot(place->slot, value);
    if (!is_deleted(place->slot)) return {Stored::replaced, place->level};
    deleted_->release(place->slot);
    --deleted_count_;
    remember_if_misled(hash, key, place->level);
    return {Stored::inserted, place->level};
  }
  if (table_.assign_stashed(key, value)) return {Stored::replaced, Level()};
  const auto place = table_.place_for_new(hash);
  if (!place) {
    table_.stash({key, value});
    return {Stored::crisis, Level()};
  }
  put(*place, named, hash, {key, value});
  remember_if_misled(hash, key, place->level);
  return {Stored::inserted, place->level};
}

template <TableKey Key, TableValue Value, TableHash<Key> Hash>
bool SummarisedTable<Key, Value, Hash>::erase(const Key& key) {
  const KeyHash hash = table_.hash()(key);
  const auto place = place_of(summary_->where(hash), hash, key);
  if (!place) return table_.erase_stashed(key);
  if (is_deleted(place->slot)) return false;
  if (deletions_.rule == DeletionRule::counting) {
    exceptions_.remove(hash, key);
    table_.erase_slot(place->slot);
    summary_->forget(hash, place->level);
    return true;
  }
  if (!deleted_) deleted_.emplace(shape());
  exceptions_.remove(hash, key);
  deleted_->take(place->slot);
  if (++deleted_count_ >= deletions_.most_deleted.value) rebuild();
  return true;
}

template <TableKey Key, TableValue Value, TableHash<Key> Hash>
template <class Visit>
void SummarisedTable<Key, Value, Hash>::for_each(Visit visit) const {
  table_.for_each_slot([&](std::uint64_t slot, Level level) {
    if (!is_deleted(slot)) visit(table_.entry(slot).key, table_.entry(slot).value, level);
  });
  for (const Entry& entry : table_.stashed_entries()) visit(entry.key, entry.value, Level());
}

template <TableKey Key, TableValue Value, TableHash<Key> Hash>
Verification SummarisedTable<Key, Value, Hash>::verify() {
  verified_ = false;
  exceptions_.clear();
  Verification found;
  std::array<KeyHash, kBatch> hashes;
  std::array<Level, kBatch> said;
  std::array<Place, kBatch> places;
  std::size_t count = 0;
  const auto compare = [&] {
    summary_->where(std::span(hashes).first(count), std::span(said).first(count));
    for (std::size_t i = 0; i < count; ++i) {
      if (said[i] != places[i].level)
        exceptions_.add(hashes[i], table_.entry(places[i].slot).key, places[i].level);
    }
    found.keys.value += std::exchange(count, 0);
  };
  table_.for_each_slot([&](std::uint64_t slot, Level level) {
    if (is_deleted(slot)) return;
    hashes[count] = table_.hash()(table_.entry(slot).key);
    places[count] = {level, slot};
    if (++count == kBatch) compare();
  });
  compare();
  found.misled = ItemCount(exceptions_.size());
  verified_ = true;
  return found;
}

template <TableKey Key, TableValue Value, TableHash<Key> Hash>
void SummarisedTable<Key, Value, Hash>::rebuild() {
  table_.move_to_stash([&](std::uint64_t slot) { return !is_deleted(slot); });
  summary_->clear();
  exceptions_.clear();
  if (deleted_) deleted_->clear();
  deleted_count_ = 0;
  verified_ = true;
  ++rebuilds_;
  // From the stash to their places, so that nothing is lost should memory end half-way.
  for (std::size_t i = stashed().value; i > 0; --i) {
    const Entry entry = table_.stashed_entries()[i - 1];
    const KeyHash hash = table_.hash()(entry.key);
    const auto place = table_.place_for_new(hash);
    if (!place) continue;
    put(*place, summary_->where(hash), hash, entry);
    table_.drop_stashed(i - 1);
    remember_if_misled(hash, entry.key, place->level);
  }
  table_.trim_stash();
}

}  // namespace peel
