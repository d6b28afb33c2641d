#include "peel/reconcile/row_tally.hpp"

#include <algorithm>
#include <unordered_map>

namespace peel::reconcile {

namespace {

constexpr std::size_t kFirstSlots = 1024;  // a power of two, as all sizes are

std::size_t index(Side side) {
  return static_cast<std::size_t>(side);
}

// What is left of one key: how many rows on each side, and one of them.
struct LeftOfKey {
  std::uint64_t counts[2] = {0, 0};
  std::size_t entries[2] = {0, 0};
};

}  // namespace

RowTally::RowTally(Seed seed) : hasher_(HashFamily::fast, seed), slots_(kFirstSlots) {}

ByteView RowTally::bytes_of(const Entry& entry) const {
  return ByteView(arena_).subspan(entry.start, entry.size);
}

rows::CanonicalRow RowTally::row_of(const Entry& entry, std::size_t side) const {
  return {bytes_of(entry), entry.key_size,
          ByteView(arena_).subspan(entry.spelled_start[side], entry.spelled_size[side])};
}

// The slot of these bytes, or the free one where they belong.
std::size_t RowTally::slot_for(std::uint64_t hash, ByteView bytes) const {
  std::size_t slot = hash & (slots_.size() - 1);
  while (slots_[slot] != 0) {
    const Entry& entry = entries_[slots_[slot] - 1];
    if (entry.hash == hash && std::ranges::equal(bytes_of(entry), bytes)) break;
    slot = (slot + 1) & (slots_.size() - 1);
  }
  return slot;
}

void RowTally::grow() {
  slots_.assign(2 * slots_.size(), 0);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    std::size_t slot = entries_[i].hash & (slots_.size() - 1);
    while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = static_cast<std::uint32_t>(i + 1);
  }
}

void RowTally::add(Side side, const rows::CanonicalRow& row, RowOrder order, std::uint64_t count) {
  if (2 * (entries_.size() + 1) > slots_.size()) grow();
  const std::uint64_t hash = hasher_(row.bytes).low;
  const std::size_t slot = slot_for(hash, row.bytes);
  if (slots_[slot] == 0) {
    entries_.push_back({hash, arena_.size(), row.bytes.size(), row.key_size, {0, 0}, {0, 0}, {0, 0}, {0, 0}});
    arena_.insert(arena_.end(), row.bytes.begin(), row.bytes.end());
    slots_[slot] = static_cast<std::uint32_t>(entries_.size());
  }
  Entry& entry = entries_[slots_[slot] - 1];
  if (entry.counts[index(side)] == 0) {
    entry.orders[index(side)] = order;
    entry.spelled_start[index(side)] = arena_.size();
    entry.spelled_size[index(side)] = row.spelled.size();
    arena_.insert(arena_.end(), row.spelled.begin(), row.spelled.end());
  }
  entry.counts[index(side)] += count;
}

void RowTally::add(const RowTally& other) {
  for (const Entry& entry : other.entries_) {
    for (const Side side : {Side::left, Side::right}) {
      const std::uint64_t count = entry.counts[index(side)];
      if (count > 0) add(side, other.row_of(entry, index(side)), entry.orders[index(side)], count);
    }
  }
}

std::size_t RowTally::memory_bytes() const {
  return arena_.capacity() + entries_.capacity() * sizeof(Entry) + slots_.capacity() * sizeof(slots_[0]);
}

std::vector<RowTally::Found> RowTally::found() const {
  // Keyed, like the rows: whoever writes a file must not be able to choose keys that collide.
  const auto hash = [this](std::string_view key) { return hasher_(as_bytes(key)).high; };
  std::unordered_map<std::string_view, LeftOfKey, decltype(hash)> keys(kFirstSlots, hash);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    if (entry.counts[0] == entry.counts[1]) continue;
    const std::size_t side = entry.counts[0] > entry.counts[1] ? 0 : 1;
    LeftOfKey& left = keys[as_text(key_of(entry))];
    left.counts[side] += entry.counts[side] - entry.counts[1 - side];
    left.entries[side] = i;
  }

  std::vector<Found> found;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    if (entry.counts[0] == entry.counts[1]) continue;
    const std::size_t side = entry.counts[0] > entry.counts[1] ? 0 : 1;
    const LeftOfKey& key = keys.at(as_text(key_of(entry)));
    const auto index = static_cast<std::uint32_t>(i);
    if (key.counts[0] == 1 && key.counts[1] == 1) {
      if (side == 1) continue;  // said with the row on the left
      found.push_back({Change::Kind::changed, index, static_cast<std::uint32_t>(key.entries[1])});
    } else if (side == 0) {
      found.push_back({Change::Kind::removed, index, 0});
    } else {
      found.push_back({Change::Kind::added, 0, index});
    }
  }
  std::ranges::sort(found, {}, [this](const Found& one) {
    const bool is_added = one.kind == Change::Kind::added;
    return std::pair(is_added, is_added ? entries_[one.right].orders[1] : entries_[one.left].orders[0]);
  });
  return found;
}

Change RowTally::change_of(const Found& found) const {
  Change change{.kind = found.kind};
  if (found.kind != Change::Kind::added) change.left = known(entries_[found.left], 0);
  if (found.kind != Change::Kind::removed) change.right = known(entries_[found.right], 1);
  if (found.kind == Change::Kind::changed) return change;
  const Entry& entry = entries_[found.kind == Change::Kind::added ? found.right : found.left];
  change.count = std::max(entry.counts[0], entry.counts[1]) - std::min(entry.counts[0], entry.counts[1]);
  return change;
}

std::vector<Change> RowTally::changes() const {
  std::vector<Change> changes;
  for (const Found& one : found()) changes.push_back(change_of(one));
  return changes;
}

Result<void> RowTally::hand_on(ChangeSink& sink) const {
  for (const Found& one : found()) {
    if (auto taken = sink.take(change_of(one)); !taken) return taken;
  }
  return {};
}

}  // namespace peel::reconcile
