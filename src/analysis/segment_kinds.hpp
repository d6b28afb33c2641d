// The segments of a table by how many windows they belong to: cells of segments in as many windows are alike.
#pragma once

#include "peel/analysis/irregular_peeling.hpp"
#include "peel/analysis/listing_failure.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace peel::analysis {

inline bool has_segments(const TableGeometry& table) {
  return table.hashes.value >= 2 && table.sub_tables.value >= table.hashes.value && table.cells.value > 0;
}

inline double cells_of_segment(const TableGeometry& table) {
  return std::ceil(static_cast<double>(table.cells.value) / static_cast<double>(table.sub_tables.value));
}

// Calls `visit` with how many segments are alike and the share of all keys that has a cell in one of them.
// The inner ones are in `inner` windows, the outer ones, at each end, in 1, 2, ... of them.
template <class Visit>
void for_each_kind_of_segment(const TableGeometry& table, const Visit& visit) {
  const std::uint64_t windows = table.sub_tables.value - table.hashes.value + 1;
  const std::uint64_t inner = std::min(table.hashes.value, windows);
  const double used = mean_cells_per_key(table.hashes, table.light) / static_cast<double>(table.hashes.value);
  for (std::uint64_t in_windows = 1; in_windows <= inner; ++in_windows) {
    const std::uint64_t alike = in_windows < inner ? 2 : table.sub_tables.value - 2 * (inner - 1);
    visit(static_cast<double>(alike), used * static_cast<double>(in_windows) / static_cast<double>(windows));
  }
}

}  // namespace peel::analysis
