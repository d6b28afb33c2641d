// What a summary tells of itself by what it holds: how many keys of each level, and how often it sends a
// lookup out in vain. So a summary that came from a file can be judged without its table.
#pragma once

#include "peel/analysis/bloom_estimates.hpp"
#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/tables/table_summary.hpp"

#include <optional>
#include <vector>

namespace peel {

struct SummaryContents {
  // keys[j]: of level j + 1 or above, for each sub-table that the summary tells apart. Of filters they are
  // estimates; what is counted has a standard error of 0.
  std::vector<analysis::ItemEstimate> keys;
  // The probability that a key that was not noted is said to be in some sub-table, given the contents as they
  // are: exact for a hash function without flaws.
  double false_positive_rate;
  // The share of its cells that are not 0; of multiple filters, of the first. Interpolation has no cells.
  std::optional<double> fill;
  // Counters that have reached their largest number and stay there. With some, counts are off.
  std::optional<CellCount> saturated;
  // Entries that share their bits with another: their levels may be mistaken for each other.
  std::optional<ItemCount> collisions;
};

// Looks at all of it. Fails with `unsupported` for a summary of the caller's own.
[[nodiscard]] Result<SummaryContents> contents_of(const TableSummary& summary);

}  // namespace peel
