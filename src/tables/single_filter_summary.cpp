#include "peel/tables/single_filter_summary.hpp"

#include "core/assert.hpp"
#include "tables/cell_checks.hpp"
#include "tables/key_cells.hpp"
#include "tables/level_cells.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

namespace peel {

namespace {

template <class Use>
auto with_cells(const SingleFilterShape& shape, Use use) {
  return shape.packing() == CellPacking::six_values ? use(KeyCells<SixValues>(shape))
                                                    : use(KeyCells<ThreeBits>(shape));
}

}  // namespace

SingleFilterSummary::SingleFilterSummary(const SingleFilterShape& shape, AlignedWords words)
    : shape_(shape), words_(std::move(words)) {}

Result<SingleFilterSummary> SingleFilterSummary::make(const SingleFilterShape& shape) {
  return from_words(shape, AlignedWords(shape.words()));
}

Result<SingleFilterSummary> SingleFilterSummary::from_words(const SingleFilterShape& shape,
                                                            AlignedWords words) {
  if (shape.packing() == CellPacking::counters) {
    return failure(ErrorCode::invalid_argument,
                   "cells of counters: a single filter has cells of six values or three bits");
  }
  if (auto ok = check_cells(shape, words.span()); !ok) return failure(ok.error());
  return SingleFilterSummary(shape, std::move(words));
}

Level SingleFilterSummary::where(const KeyHash& hash) const {
  return with_cells(shape_,
                    [&](const auto& keys) { return Level(lowest_number(keys, words_.data(), hash)); });
}

void SingleFilterSummary::where(std::span<const KeyHash> hashes, std::span<Level> levels) const {
  PEEL_ASSERT(hashes.size() == levels.size());
  with_cells(shape_, [&](const auto& keys) { lowest_numbers(keys, words_.data(), hashes, levels); });
}

void SingleFilterSummary::note(const KeyHash& hash, Level level) {
  PEEL_ASSERT(level.number >= 1 && level.number <= sub_tables());
  with_cells(shape_, [&](const auto& keys) {
    for (unsigned i = 0; i < keys.hashes(); ++i)
      keys.packing.raise(words_.data(), keys.place(hash, i), level.number);
  });
}

Erased SingleFilterSummary::forget(const KeyHash&, Level) {
  return Erased::was_absent;
}

Level SingleFilterSummary::where(SummaryCells cells) const {
  PEEL_ASSERT(cells.of_group.size() == shape_.hashes().value);
  return with_cells(shape_, [&](const auto& keys) {
    std::uint64_t lowest = kAboveAllNumbers;
    for (unsigned i = 0; i < keys.hashes(); ++i) {
      PEEL_ASSERT(cells.of_group[i] < shape_.group().value);
      lowest = std::min(lowest, keys.number(words_.data(), keys.place_in_group(i, cells.of_group[i])));
    }
    return Level(lowest);
  });
}

void SingleFilterSummary::note(SummaryCells cells, Level level) {
  PEEL_ASSERT(cells.of_group.size() == shape_.hashes().value);
  PEEL_ASSERT(level.number >= 1 && level.number <= sub_tables());
  with_cells(shape_, [&](const auto& keys) {
    for (unsigned i = 0; i < keys.hashes(); ++i) {
      PEEL_ASSERT(cells.of_group[i] < shape_.group().value);
      keys.packing.raise(words_.data(), keys.place_in_group(i, cells.of_group[i]), level.number);
    }
  });
}

void SingleFilterSummary::clear() {
  std::ranges::fill(words_.span(), 0);
}

std::unique_ptr<TableSummary> SingleFilterSummary::clone() const {
  return std::make_unique<SingleFilterSummary>(*this);
}

}  // namespace peel
