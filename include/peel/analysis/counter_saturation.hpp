// How often the counters of a counting filter reach the largest number that they can hold, for a hash
// function without flaws. docs/theory/bloom-filters.md
#pragma once

#include "peel/analysis/filter_shape.hpp"
#include "peel/core/types.hpp"

namespace peel::analysis {

struct Saturation {
  double one;  // the probability that a given counter has reached the largest number: exact
  double any;  // an upper bound of the probability that some counter has: the sum over all of them
};

// After so many distinct keys, each inserted once, where a key counts once in each of its cells. The largest
// number in a cell of b bits is 2^b - 1. To expect are one * shape.cells() saturated counters.
Saturation saturation(const FilterShape& shape, ItemCount items);

}  // namespace peel::analysis
