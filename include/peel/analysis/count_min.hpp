// Count-Min in numbers: how far an answer may be off, how often it is further off, and the sizes that follow.
//
//   The claim of the slides [Maheshwari 2018, after Cormode, Muthukrishnan 2005]: with b = 2 / epsilon
//   columns and r rows, an answer exceeds the truth by epsilon * n or more with probability at most 2^-r. It
//   comes from Markov's inequality in each row. What others add to a counter has the mean n / b, so it is c
//   times that or more with probability at most 1 / c. With c = 2 that is the claim; any other c promises
//   epsilon = c / b and delta = c^-r. Formulas here are for a hash function without flaws and counters that
//   have not reached their largest number. docs/theory/count-min.md
#pragma once

#include "peel/analysis/grid_shape.hpp"
#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/core/uint128.hpp"

#include <cstdint>

namespace peel::analysis {

// By how much an answer exceeds the truth.
struct Excess {
  std::uint64_t copies = 0;
};

// The largest excess that an answer has with probability 1 - 2^-rows or better, of a stream of so many
// copies: the largest whole number below 2n / b.
std::uint64_t count_min_margin(const GridShape& shape, CopyCount total);
// The same with probability 1 - delta or better: the largest whole number below delta^(-1/rows) n / b,
// to the precision of a double.
std::uint64_t count_min_margin(const GridShape& shape, CopyCount total, Rate delta);

// The mean of what others add to one counter, n / b: an answer, the smallest of several, exceeds the truth by
// at most this on average.
double expected_excess(const GridShape& shape, CopyCount total);

// That an answer exceeds the truth by so much or more has at most this probability: (n / (b excess))^rows.
double excess_probability(const GridShape& shape, CopyCount total, Excess excess);

// Two streams whose inner product is asked for.
struct StreamTotals {
  CopyCount first;
  CopyCount second;
};

// The largest excess that an inner product has with probability 1 - 2^-rows or better: the largest whole
// number below 2 n m / b [Cormode, Muthukrishnan 2005, Thm 3], and at most the product of the totals n and m.
Uint128 inner_product_margin(const GridShape& shape, const StreamTotals& totals);

// That a key shares its counter in every row with one or more of so many others, exactly:
// (1 - (1 - 1/b)^others)^rows. With 1/epsilon others that came epsilon n times each, the hard instance, it is
// the probability of the claim itself.
double collision_probability(const GridShape& shape, ItemCount others);

// What a grid promises: an answer exceeds the truth by epsilon * n or more with probability at most delta.
struct CountMinPromise {
  Rate epsilon;
  Rate delta;
};

// The grid of the slides: b = ceil(2 / epsilon), r = ceil(log2(1 / delta)). Fails as GridShape::from does; so
// do the next two.
[[nodiscard]] Result<GridShape> slides_grid(const CountMinPromise& promise, BitWidth cell_bits);
// The fewest columns that keep the promise in so many rows: b = ceil(delta^(-1/rows) / epsilon).
[[nodiscard]] Result<GridShape> grid_of_rows(const CountMinPromise& promise, RowCount rows,
                                             BitWidth cell_bits);
// The fewest counters that keep it, near r = ln(1 / delta) and b = e / epsilon.
[[nodiscard]] Result<GridShape> smallest_grid(const CountMinPromise& promise, BitWidth cell_bits);

// The way back. At most delta of all answers exceed the truth by this share of the total or more; it may be
// above 1, which says nothing.
double count_min_epsilon(const GridShape& shape, Rate delta);
// The delta of the slides: 2^-rows, of 1 to kMaxGridRows rows, which goes with an epsilon of 2 / b.
Rate slides_delta(RowCount rows);

}  // namespace peel::analysis
