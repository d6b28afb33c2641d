// Thresholds of coupled tables: how many cells per key a chain of segments needs in the limit of long
// segments, when a key has one cell in each of k neighbouring segments. docs/theory/finite-tables.md tells
// the story.
//
// k is 2 to 8 and there are at least k segments. Anything else yields NaN.
#pragma once

#include "peel/analysis/keys_per_cell.hpp"
#include "peel/core/types.hpp"

namespace peel::analysis {

// Cells per key above which a coupled table with that many segments lists completely with high probability,
// as the segments grow long. With k segments it is a partitioned table, and this is 1 / core_threshold(k, 2),
// or 3 in place of 2 if cells show two keys.
double coupled_threshold(HashCount k, SegmentCount segments, KeysPerCell shown = KeysPerCell::one);

// The same for ever more segments: the cells per key at which k choices are just enough to find every key a
// cell, where a cell takes one key, or two.                   [Dietzfelbinger et al. 2010, Theorem 1;
//                                                  Lelarge 2012, Theorem 1; Walzer 2021]
//   one key:   k=3: 1.08940    k=4: 1.02378    k=5: 1.00762
//   two keys:  k=2: 0.55741    k=3: 0.50597    k=4: 0.50088
// For two keys that is a bound: as a window has only k segments, the wave already stops at loads that are
// less by a share of 2e-6, 1.1e-4 and 2.6e-4 for k = 2, 3 and 4, however long the chain is.
double coupled_threshold_limit(HashCount k, KeysPerCell shown = KeysPerCell::one);

}  // namespace peel::analysis
