#include "cli/diff/diff_stats.hpp"

#include <algorithm>

namespace peel::cli {

void DiffSummary::add(const DiffSummary& other) {
  changes += other.changes;
  removed += other.removed;
  added += other.added;
  changed += other.changed;
  moved += other.moved;
  not_shown += other.not_shown;
  complete = complete && other.complete;
  stats.method = stats.method.empty() || stats.method == other.stats.method ? other.stats.method : "mixed";
  stats.why = "each table by itself";
  stats.passes = std::max(stats.passes, other.stats.passes);
  stats.rows_left += other.stats.rows_left;
  stats.rows_right += other.stats.rows_right;
  stats.bytes_read += other.stats.bytes_read;
  stats.cells = std::max(stats.cells, other.stats.cells);
  stats.sketch_bytes = std::max(stats.sketch_bytes, other.stats.sketch_bytes);
  stats.spilled_bytes += other.stats.spilled_bytes;
  // Bounds of single tables add up.
  stats.other_error += other.error_bound();
}

}  // namespace peel::cli
