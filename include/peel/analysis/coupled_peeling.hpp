// Thresholds of coupled tables: how many cells per key a chain of segments needs in the limit of long
// segments, when a key has one cell in each of k neighbouring segments. docs/theory/finite-tables.md tells
// the story.
//
// k is 2 to 8 and there are at least k segments. Anything else yields NaN.
#pragma once

#include "peel/core/types.hpp"

namespace peel::analysis {

// Cells per key above which a coupled table with that many segments lists completely with high probability,
// as the segments grow long. With k segments it is a partitioned table, and this is
// cells_per_key_threshold(k).
double coupled_threshold(HashCount k, SegmentCount segments);

// The same for ever more segments: the cells per key at which k choices are just enough to give every key a
// cell of its own.                                            [Dietzfelbinger et al. 2010, Theorem 1; Walzer
// 2021]
//   k=3: 1.08940    k=4: 1.02378    k=5: 1.00762
double coupled_threshold_limit(HashCount k);

}  // namespace peel::analysis
