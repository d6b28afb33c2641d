#include "peel/tables/single_filter_summary.hpp"

#include "core/assert.hpp"
#include "tables/cell_checks.hpp"
#include "tables/key_cells.hpp"
#include "tables/level_cells.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace peel {

CountingSingleFilterSummary::CountingSingleFilterSummary(const SingleFilterShape& shape, AlignedWords words)
    : shape_(shape), words_(std::move(words)) {}

Result<CountingSingleFilterSummary> CountingSingleFilterSummary::make(const SingleFilterShape& shape) {
  return from_words(shape, AlignedWords(shape.words()));
}

Result<CountingSingleFilterSummary> CountingSingleFilterSummary::from_words(const SingleFilterShape& shape,
                                                                            AlignedWords words) {
  if (shape.packing() != CellPacking::counters) {
    return failure(ErrorCode::invalid_argument,
                   "cells of levels: a single filter that can forget has cells of counters");
  }
  if (auto ok = check_cells(shape, words.span()); !ok) return failure(ok.error());
  return CountingSingleFilterSummary(shape, std::move(words));
}

Level CountingSingleFilterSummary::where(const KeyHash& hash) const {
  return Level(lowest_number(KeyCells<LevelCounters>(shape_), words_.data(), hash));
}

void CountingSingleFilterSummary::where(std::span<const KeyHash> hashes, std::span<Level> levels) const {
  PEEL_ASSERT(hashes.size() == levels.size());
  lowest_numbers(KeyCells<LevelCounters>(shape_), words_.data(), hashes, levels);
}

void CountingSingleFilterSummary::note(const KeyHash& hash, Level level) {
  PEEL_ASSERT(level.number >= 1 && level.number <= sub_tables());
  const KeyCells<LevelCounters> keys(shape_);
  for (unsigned i = 0; i < keys.hashes(); ++i) {
    const auto counter = LevelCounters::counter(keys.place(hash, i), level.number);
    std::uint64_t& word = words_.data()[counter.word];
    word = nibbles::raised(word, counter.set);
  }
}

Erased CountingSingleFilterSummary::forget(const KeyHash& hash, Level level) {
  if (level.is_none() || level.number > sub_tables()) return Erased::was_absent;
  const KeyCells<LevelCounters> keys(shape_);
  std::array<LevelCounters::Counter, kMaxSummaryHashes> counters;
  bool all = true;
  for (unsigned i = 0; i < keys.hashes(); ++i) {
    counters[i] = LevelCounters::counter(keys.place(hash, i), level.number);
    all &= (nibbles::not_zero(words_.data()[counters[i].word]) & counters[i].set) != 0;
  }
  if (!all) return Erased::was_absent;
  for (unsigned i = 0; i < keys.hashes(); ++i) {
    std::uint64_t& word = words_.data()[counters[i].word];
    word = nibbles::lowered(word, counters[i].set);
  }
  return Erased::erased;
}

void CountingSingleFilterSummary::clear() {
  std::ranges::fill(words_.span(), 0);
}

std::unique_ptr<TableSummary> CountingSingleFilterSummary::clone() const {
  return std::make_unique<CountingSingleFilterSummary>(*this);
}

CellCount CountingSingleFilterSummary::saturated() const {
  std::uint64_t count = 0;
  for (const std::uint64_t word : words()) count += nibbles::count(nibbles::saturated(word));
  return CellCount(count);
}

}  // namespace peel
