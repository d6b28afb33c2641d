// Small summaries of every kind that is made of filters, and the multilevel tables that they are about.
#pragma once

#include "peel/tables/multilevel_table.hpp"
#include "peel/tables/multiple_filter_summary.hpp"
#include "peel/tables/single_filter_summary.hpp"

#include "support/pairs.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace peel::test {

inline MultilevelShape multilevel_shape(std::vector<BucketCount> buckets) {
  return value_of(MultilevelShape::from({.buckets = std::move(buckets)}));
}

inline SingleFilterShape single_filter_shape(CellCount cells, HashCount hashes, SegmentCount sub_tables,
                                             CellPacking packing) {
  return value_of(SingleFilterShape::from(
      {.cells = cells, .hashes = hashes, .sub_tables = sub_tables, .packing = packing}));
}

inline FilterShape filter_shape(FilterLayout layout, CellCount cells, HashCount hashes, BitWidth cell_bits) {
  return value_of(
      FilterShape::from({.layout = layout, .cells = cells, .hashes = hashes, .cell_bits = cell_bits}));
}

// What a test of every kind is run with.
struct SummaryCase {
  std::string name;
  std::unique_ptr<TableSummary> (*make)();  // with room for some hundred keys in five sub-tables
};

inline void PrintTo(const SummaryCase& tested, std::ostream* out) {
  *out << tested.name;
}

template <class Summary>
std::unique_ptr<TableSummary> owned(Result<Summary> summary) {
  return std::make_unique<Summary>(value_of(std::move(summary)));
}

inline std::vector<FilterShape> five_filters(FilterLayout first_layout, BitWidth cell_bits) {
  const auto classic = [=](std::uint64_t cells) {
    return filter_shape(FilterLayout::classic, CellCount(cells), HashCount(20), cell_bits);
  };
  return {filter_shape(first_layout, CellCount(2048), HashCount(5), cell_bits), classic(900), classic(160),
          classic(120), classic(60)};
}

inline std::vector<SummaryCase> filter_summary_cases() {
  return {
      {"SixValues",
       [] {
         return owned(SingleFilterSummary::make(
             single_filter_shape(CellCount(1500), HashCount(10), SegmentCount(5), CellPacking::six_values)));
       }},
      {"ThreeBits",
       [] {
         return owned(SingleFilterSummary::make(
             single_filter_shape(CellCount(1503), HashCount(9), SegmentCount(5), CellPacking::three_bits)));
       }},
      {"Counters",
       [] {
         return owned(CountingSingleFilterSummary::make(
             single_filter_shape(CellCount(1500), HashCount(12), SegmentCount(5), CellPacking::counters)));
       }},
      {"ClassicFilters",
       [] { return owned(MultipleFilterSummary::make(five_filters(FilterLayout::classic, BitWidth(1)))); }},
      {"BlockedFirstFilter",
       [] {
         return owned(MultipleFilterSummary::make(five_filters(FilterLayout::line_blocks, BitWidth(1))));
       }},
      {"CountingFilters",
       [] {
         return owned(CountingMultipleFilterSummary::make(
             five_filters(FilterLayout::register_blocks, BitWidth(kCountingCellBits))));
       }},
  };
}

inline std::string name_of_case(const testing::TestParamInfo<SummaryCase>& info) {
  return info.param.name;
}

// What a summary answers about many keys, asked one by one.
inline std::vector<Level> levels_one_by_one(const TableSummary& summary, std::span<const KeyHash> hashes) {
  std::vector<Level> levels;
  for (const KeyHash& hash : hashes) levels.push_back(summary.where(hash));
  return levels;
}

inline std::vector<KeyHash> random_hashes(Random& random, std::size_t count) {
  std::vector<KeyHash> hashes(count);
  for (KeyHash& hash : hashes) {
    const std::uint64_t low = random.next();
    hash = KeyHash(low, random.next());
  }
  return hashes;
}

}  // namespace peel::test
