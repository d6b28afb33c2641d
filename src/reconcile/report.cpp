#include "peel/reconcile/report.hpp"

#include <algorithm>

namespace peel::reconcile {

void Report::add(const Report& other) {
  changes += other.changes;
  removed += other.removed;
  added += other.added;
  changed += other.changed;
  moved += other.moved;
  if (gap == Gap::none) gap = other.gap;
  method = method == Method::automatic || method == other.method ? other.method : Method::mixed;
  reason = Reason::each_table_by_itself;
  passes = std::max(passes, other.passes);
  rows_left += other.rows_left;
  rows_right += other.rows_right;
  bytes_read += other.bytes_read;
  cells = std::max(cells, other.cells);
  sketch_bytes = std::max(sketch_bytes, other.sketch_bytes);
  spilled_bytes += other.spilled_bytes;
  // Bounds of single tables add up.
  other_error += other.error_bound();
}

}  // namespace peel::reconcile
