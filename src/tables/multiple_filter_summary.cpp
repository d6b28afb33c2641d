#include "peel/tables/multiple_filter_summary.hpp"

#include "core/assert.hpp"
#include "tables/filter_levels.hpp"

#include <memory>
#include <utility>

namespace peel {

MultipleFilterSummary::MultipleFilterSummary(std::vector<BloomFilter> filters)
    : filters_(std::move(filters)) {}

Result<MultipleFilterSummary> MultipleFilterSummary::make(std::span<const FilterShape> shapes) {
  auto filters = filters_of<BloomFilter>(shapes);
  if (!filters) return failure(filters.error());
  return from_filters(std::move(*filters));
}

Result<MultipleFilterSummary> MultipleFilterSummary::from_filters(std::vector<BloomFilter> filters) {
  if (auto ok = check_filters<BloomFilter>(filters); !ok) return failure(ok.error());
  return MultipleFilterSummary(std::move(filters));
}

Level MultipleFilterSummary::where(const KeyHash& hash) const {
  return level_in<BloomFilter>(filters_, hash);
}

void MultipleFilterSummary::where(std::span<const KeyHash> hashes, std::span<Level> levels) const {
  PEEL_ASSERT(hashes.size() == levels.size());
  levels_in<BloomFilter>(filters_, hashes, levels);
}

void MultipleFilterSummary::note(const KeyHash& hash, Level level) {
  PEEL_ASSERT(level.number >= 1 && level.number <= sub_tables());
  note_in<BloomFilter>(filters_, hash, level);
}

Erased MultipleFilterSummary::forget(const KeyHash&, Level) {
  return Erased::was_absent;
}

void MultipleFilterSummary::clear() {
  for (BloomFilter& filter : filters_) filter.clear();
}

std::unique_ptr<TableSummary> MultipleFilterSummary::clone() const {
  return std::make_unique<MultipleFilterSummary>(*this);
}

std::uint64_t MultipleFilterSummary::bytes() const {
  return bytes_of<BloomFilter>(filters_);
}

CountingMultipleFilterSummary::CountingMultipleFilterSummary(std::vector<CountingBloomFilter> filters)
    : filters_(std::move(filters)) {}

Result<CountingMultipleFilterSummary> CountingMultipleFilterSummary::make(
    std::span<const FilterShape> shapes) {
  auto filters = filters_of<CountingBloomFilter>(shapes);
  if (!filters) return failure(filters.error());
  return from_filters(std::move(*filters));
}

Result<CountingMultipleFilterSummary> CountingMultipleFilterSummary::from_filters(
    std::vector<CountingBloomFilter> filters) {
  if (auto ok = check_filters<CountingBloomFilter>(filters); !ok) return failure(ok.error());
  return CountingMultipleFilterSummary(std::move(filters));
}

Level CountingMultipleFilterSummary::where(const KeyHash& hash) const {
  return level_in<CountingBloomFilter>(filters_, hash);
}

void CountingMultipleFilterSummary::where(std::span<const KeyHash> hashes, std::span<Level> levels) const {
  PEEL_ASSERT(hashes.size() == levels.size());
  levels_in<CountingBloomFilter>(filters_, hashes, levels);
}

void CountingMultipleFilterSummary::note(const KeyHash& hash, Level level) {
  PEEL_ASSERT(level.number >= 1 && level.number <= sub_tables());
  note_in<CountingBloomFilter>(filters_, hash, level);
}

// From the last filter on: it is the one that knows fewest keys. Where one refuses, those before it get the
// key back, which restores their counters exactly: a counter at 15 moves neither way.
Erased CountingMultipleFilterSummary::forget(const KeyHash& hash, Level level) {
  if (level.is_none() || level.number > sub_tables()) return Erased::was_absent;
  for (std::size_t j = level.number; j-- > 0;) {
    if (filters_[j].erase(hash) == Erased::erased) continue;
    for (std::size_t again = j + 1; again < level.number; ++again) filters_[again].insert(hash);
    return Erased::was_absent;
  }
  return Erased::erased;
}

void CountingMultipleFilterSummary::clear() {
  for (CountingBloomFilter& filter : filters_) filter.clear();
}

std::unique_ptr<TableSummary> CountingMultipleFilterSummary::clone() const {
  return std::make_unique<CountingMultipleFilterSummary>(*this);
}

std::uint64_t CountingMultipleFilterSummary::bytes() const {
  return bytes_of<CountingBloomFilter>(filters_);
}

}  // namespace peel
