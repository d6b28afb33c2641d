// How often listing fails for a given number of keys in a given table: the finite companion of the
// thresholds. There are two causes, and docs/theory/finite-tables.md describes both.
//   small stopping sets: a few keys whose cells are all shared among them. Counted exactly.
//   the window: near the threshold a large core appears at a load that varies from table to table. Measured.
//
// k is 2 to 8, there are at least k sub-tables and at least one cell; light keys have at least three cells.
// Anything else yields NaN.
#pragma once

#include "peel/analysis/keys_per_cell.hpp"
#include "peel/analysis/light_keys.hpp"
#include "peel/core/types.hpp"

namespace peel::analysis {

// With as many sub-tables as hashes the table is partitioned, or irregular if some keys are light; with more
// it is coupled, and no key is light. As in a Placement the cells are rounded up to a multiple of the
// sub-tables.
struct TableGeometry {
  CellCount cells;
  HashCount hashes;
  SegmentCount sub_tables;
  LightKeys light = {};
};

// The expected number of sets of two, three or four of the n keys each of whose cells holds at least two keys
// of the set; where cells show two keys, of sets of three to six and cells with at least three; in irregular
// tables, whose cells show one key, of sets of two. Exact for
// random hashing; an upper bound for the probability that there is such a set.
double expected_small_stopping_sets(ItemCount n, const TableGeometry& table,
                                    KeysPerCell shown = KeysPerCell::one);

struct ListingFailure {
  double probability;
  // Where the true probability may be expected to lie: what trials, interpolation and extrapolation leave
  // open.
  double least;
  double most;
  // Whether tables like this one were measured down to failures this rare. Otherwise the prediction continues
  // the trend of those that were.
  bool measured;
};

ListingFailure listing_failure(ItemCount n, const TableGeometry& table, KeysPerCell shown = KeysPerCell::one);

// The fewest cells, a multiple of the sub-tables, in which n keys fail to list with at most this probability.
// More than any table may have if even those do not suffice.
CellCount fewest_cells(ItemCount n, HashCount k, SegmentCount sub_tables, Rate failure,
                       KeysPerCell shown = KeysPerCell::one);
// The same for tables like `kind`, whatever its cells.
CellCount fewest_cells(ItemCount n, const TableGeometry& kind, Rate failure,
                       KeysPerCell shown = KeysPerCell::one);

// The number of segments with which a coupled table of n keys is smallest. More of them waste fewer cells at
// the two ends, but leave each of them shorter, its load less even, and two keys in the same cells more
// likely.
SegmentCount best_segments(ItemCount n, HashCount k, Rate failure, KeysPerCell shown = KeysPerCell::one);

// The same as a rule of thumb, good for failures from 1e-2 to 1e-4 where cells show one key.
SegmentCount best_segments(ItemCount n, HashCount k);

}  // namespace peel::analysis
