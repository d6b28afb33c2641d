// Ranges by dyadic Count-Min in numbers [Cormode, Muthukrishnan 2005, section 4.2]. A range is a sum of
// pieces, at most two of each level, and each piece of a level that has a grid is an answer of Count-Min.
//
//   Row by row: what the pieces have too much in one row is on average at most n / b for each of them. So for
//   k pieces it is 2 k n / b or more with probability at most 1/2 (Markov). The answer takes the smallest row
//   for each piece, hence is no worse than the best row, and exceeds the truth by 2 k n / b or more with
//   probability at most 2^-rows.
//
//   Which pieces a quantile has depends on the sketch, but the piece of a level only on coarser levels, whose
//   hash functions are others. So each of L levels exceeds by 2 n / b or more with probability at most
//   2^-rows, and one of them does with probability at most L 2^-rows.
#pragma once

#include "peel/analysis/range_shape.hpp"
#include "peel/core/types.hpp"
#include "peel/core/uint128.hpp"

#include <cstdint>

namespace peel::analysis {

// The largest excess that a range of so many pieces from grids has with probability 1 - 2^-rows or better:
// the largest whole number below 2 k n / b, and at most k n.
Uint128 range_margin(const RangeShape& shape, CopyCount total, ItemCount pieces);

// Pieces from grids that any range has at most: two of each such level.
ItemCount most_range_pieces(const RangeShape& shape);

// That the bounds of a quantile do not hold has at most this probability: L 2^-rows.
double quantile_failure(const RangeShape& shape);

}  // namespace peel::analysis
