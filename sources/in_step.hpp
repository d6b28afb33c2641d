// Two files that hold the same rows in the same order, but for a few, are compared at the speed of reading
// them: equal bytes are passed over without being cut into fields, and hardly looked at.
#pragma once

#include "peel/core/result.hpp"

#include "sources/source.hpp"

namespace peel::sources {

// Reads both sources side by side. Rows that are equal and at the same place are passed over, since they
// cancel in any difference, but count in rows_read; the others go to `unmatched`. After a difference the next
// equal rows are looked for among the next 64 of each side. If there are none, or if a large share of the
// rows had no partner, step is lost: no row is lost with it. Step is lost at once if the two are not read
// alike (other columns, another delimiter), and at a row that cannot be read, which next() will then report.
// Fails if a source cannot be read, or as `unmatched` does.
Result<InStep> pass_in_step(RowSource& left, RowSource& right, UnmatchedRows& unmatched);

}  // namespace peel::sources
