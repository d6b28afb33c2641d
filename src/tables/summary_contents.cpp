#include "peel/tables/summary_contents.hpp"

#include "peel/analysis/multilevel_shape.hpp"
#include "peel/tables/known_summary.hpp"

#include "level_cells.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <variant>

namespace peel {

namespace {

constexpr std::size_t kLevels = kMaxSubTables + 1;  // and none

// How many of each level, as counted[level].
using LevelCounts = std::array<std::uint64_t, kLevels>;

// From each level alone to each level or above.
std::vector<analysis::ItemEstimate> at_least(const LevelCounts& counted, std::uint64_t sub_tables) {
  std::vector<analysis::ItemEstimate> keys(sub_tables, {0, 0});
  std::uint64_t above = 0;
  for (std::uint64_t level = sub_tables; level > 0; --level) {
    above += counted[level];
    keys[level - 1].items = static_cast<double>(above);
  }
  return keys;
}

SummaryContents contents(const InterpolationSummary& summary) {
  LevelCounts counted{};
  summary.for_each([&](std::uint64_t entry) { ++counted[entry % (1U << kLevelBits)]; });
  const std::uint64_t collisions = summary.collisions();
  const auto distinct = static_cast<double>(summary.size().value - collisions);
  return {.keys = at_least(counted, summary.sub_tables()),
          .false_positive_rate = std::ldexp(distinct, -static_cast<int>(summary.bits().value)),
          .fill = std::nullopt,
          .saturated = std::nullopt,
          .collisions = ItemCount(collisions)};
}

// The cells of a single filter, whatever their packing.
struct CellsSeen {
  LevelCounts cells{};         // how many of each level
  std::vector<CellCount> set;  // above 0, in each group
};

template <class Cells>
CellsSeen look_at(const Cells& cells, const SingleFilterShape& shape, const std::uint64_t* words) {
  CellsSeen seen;
  const std::uint64_t group = shape.group().value;
  for (std::uint64_t first = 0; first < shape.cells().value; first += group) {
    std::uint64_t set = 0;
    for (std::uint64_t cell = first; cell < first + group; ++cell) {
      const std::uint64_t level = cells.level(words, cells.place(cell));
      ++seen.cells[level];
      set += level == 0 ? 0U : 1U;
    }
    seen.set.emplace_back(set);
  }
  return seen;
}

double fill_of(const CellsSeen& seen, const SingleFilterShape& shape) {
  return 1 - static_cast<double>(seen.cells[0]) / static_cast<double>(shape.cells().value);
}

// Cells of level j or above were raised by keys of level j or above, as the bits of a filter of only those.
std::vector<analysis::ItemEstimate> estimated(const CellsSeen& seen, const SingleFilterShape& shape) {
  const auto as_filter =
      FilterShape::from({.layout = FilterLayout::classic, .cells = shape.cells(), .hashes = shape.hashes()});
  std::vector<analysis::ItemEstimate> keys(shape.sub_tables(), {INFINITY, INFINITY});
  std::uint64_t set = 0;
  for (std::uint64_t level = shape.sub_tables(); as_filter && level > 0; --level) {
    set += seen.cells[level];
    keys[level - 1] = analysis::estimated_items(*as_filter, CellCount(set));
  }
  return keys;
}

SummaryContents contents(const SingleFilterSummary& summary) {
  const SingleFilterShape& shape = summary.shape();
  const CellsSeen seen = shape.packing() == CellPacking::six_values
                             ? look_at(SixValues(shape), shape, summary.words().data())
                             : look_at(ThreeBits(shape), shape, summary.words().data());
  return {.keys = estimated(seen, shape),
          .false_positive_rate = analysis::rate_given(shape, seen.set),
          .fill = fill_of(seen, shape),
          .saturated = std::nullopt,
          .collisions = std::nullopt};
}

// A key raises one counter of its level in each group.
SummaryContents contents(const CountingSingleFilterSummary& summary) {
  const SingleFilterShape& shape = summary.shape();
  const CellsSeen seen = look_at(LevelCounters(shape), shape, summary.words().data());
  LevelCounts counted{};
  for (std::uint64_t at = 0; at < shape.cells().value * shape.sub_tables(); ++at)
    counted[1 + at % shape.sub_tables()] +=
        summary.words()[at / nibbles::kPerWord] >> 4 * (at % nibbles::kPerWord) & nibbles::kMost;
  for (std::uint64_t& each : counted) each /= shape.hashes().value;
  return {.keys = at_least(counted, shape.sub_tables()),
          .false_positive_rate = analysis::rate_given(shape, seen.set),
          .fill = fill_of(seen, shape),
          .saturated = summary.saturated(),
          .collisions = std::nullopt};
}

template <class Filter>
SummaryContents contents_of_filters(std::span<const Filter> filters) {
  std::vector<analysis::ItemEstimate> keys;
  for (const Filter& filter : filters) keys.push_back(filter.estimated_items());
  return {.keys = std::move(keys),
          .false_positive_rate = filters.front().current_rate(),
          .fill = filters.front().fill(),
          .saturated = std::nullopt,
          .collisions = std::nullopt};
}

SummaryContents contents(const MultipleFilterSummary& summary) {
  return contents_of_filters(summary.filters());
}

SummaryContents contents(const CountingMultipleFilterSummary& summary) {
  SummaryContents seen = contents_of_filters(summary.filters());
  std::uint64_t saturated = 0;
  for (const CountingBloomFilter& filter : summary.filters()) saturated += filter.saturated().value;
  seen.saturated = CellCount(saturated);
  return seen;
}

}  // namespace

Result<SummaryContents> contents_of(const TableSummary& summary) {
  const auto known = known_summary(summary);
  if (!known) return failure(known.error());
  return std::visit([](const auto* of) { return contents(*of); }, *known);
}

}  // namespace peel
