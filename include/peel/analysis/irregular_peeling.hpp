// What theory says of tables whose keys have different numbers of cells, which [Goodrich, Mitzenmacher 2011]
// propose in 2.4 and footnote 5. docs/theory/irregular.md tells the story.
//
// A table has k sub-tables. A heavy key has a cell in each, a light one in `light.hashes` of them, all
// choices of sub-tables alike: 2 <= light.hashes < k <= 8. Anything else yields NaN.
#pragma once

#include "peel/analysis/light_keys.hpp"
#include "peel/analysis/listing_failure.hpp"
#include "peel/core/types.hpp"

#include <span>

namespace peel::analysis {

// Cells per key above which listing succeeds with high probability, as tables grow, where shares[d] of the
// keys have d cells. With D(q) = sum of shares[d] d q^(d-1), a cell, seen from one of its keys, still holds
// another one with probability q <- 1 - exp(-load D(q)), so that the largest load is
//   min over 0 < q < 1 of  -ln(1 - q) / D(q).                                               [Luby et al.
//   2001]
// Found on a grid: right to 1e-6. No share may be negative, and one of d >= 1 is positive; otherwise NaN.
double mixed_threshold(std::span<const double> shares);

// The same for a table of light and heavy keys.
double irregular_threshold(HashCount k, const LightKeys& light);

// How many cells a key has on average.
double mean_cells_per_key(HashCount k, const LightKeys& light);

// The light keys with which a table of eight sub-tables lists in the fewest cells per key, 1.1746.
LightKeys densest_light_keys();

// GET of a key with `own` cells fails if each of them holds one of the other keys. With A(j) for the
// probability that one key avoids j given cells of different sub-tables,
//   sum over j of (-1)^j C(own, j) A(j)^others,
// exact for random hashing. As tables grow it becomes (1 - exp(-mean_cells_per_key * n / m))^own, which is
// [Goodrich, Mitzenmacher 2011, 2.3] with the mean in place of k. Absolute errors are below 1e-13.
// A present key has n - 1 others. An absent one has n, and cells with checks.
double irregular_get_present_failure(ItemCount n, const TableGeometry& table, HashCount own);
double irregular_get_absent_failure(ItemCount n, const TableGeometry& table, HashCount own);

}  // namespace peel::analysis
