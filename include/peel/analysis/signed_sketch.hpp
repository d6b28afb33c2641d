// Signed sketches in numbers [Charikar, Chen, Farach-Colton 2002]. In one row the counter of a key, times the
// key's sign, is the key's count plus what others in that counter add or take, each with a fair sign of its
// own. So it is right on average, and its variance is at most F2 / b, with F2 the sum of the squares of all
// counts and b columns. Chebyshev: it is off by 2 sqrt(F2 / b) or more with probability at most 1/4. The
// median of the rows is that far off only if more than half of the rows are. docs/theory/count-min.md
#pragma once

#include "peel/analysis/grid_shape.hpp"
#include "peel/core/types.hpp"
#include "peel/core/uint128.hpp"

#include <cstdint>

namespace peel::analysis {

// More than half of the rows are off, if each is with this probability: the tail of a binomial distribution.
double majority_failure(RowCount rows, double each);

// 2 sqrt(F2 / b), rounded up.
std::uint64_t signed_margin(const GridShape& shape, Uint128 second_moment);

// That an answer is off by more than signed_margin of the second moment that the sketch itself estimates has
// at most this probability. The estimate is taken to be c F2 or more, for the c that gives the smallest sum
// of two risks: that the estimate is less, and that more than half of the rows are off by 2 sqrt(c F2 / b).
double signed_failure(const GridShape& shape);

// The sum of squares of a row's counters is F2 on average, with variance at most 2 F2^2 / b [Thorup, Zhang
// 2004]. Off by this share of F2, 2 sqrt(2 / b), with probability at most 1/4; so the median of the rows is
// with probability at most majority_failure(rows, 1/4).
double second_moment_deviation(const GridShape& shape);

// Second moments of two streams.
struct SecondMoments {
  Uint128 first;
  Uint128 second;
};

// 2 sqrt(2 F2 G2 / b), rounded up: what an inner product of one row is off by, or more, with probability at
// most 1/4.
Uint128 signed_product_margin(const GridShape& shape, const SecondMoments& moments);

// As signed_failure, for inner products, where two moments are estimated.
double signed_product_failure(const GridShape& shape);

}  // namespace peel::analysis
