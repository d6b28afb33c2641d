// Count-Min in numbers: how far an answer may be off, how often it is further off, and the sizes that follow.
// The claim of the slides [Maheshwari 2018, after Cormode, Muthukrishnan 2005]: with b = 2 / epsilon columns
// and r rows, an answer exceeds the truth by epsilon * n or more with probability at most 2^-r.
// docs/theory/count-min.md
#pragma once

#include "peel/analysis/grid_shape.hpp"
#include "peel/core/types.hpp"

#include <cstdint>

namespace peel::analysis {

// The largest excess that an answer has with probability 1 - 2^-rows or better, of a stream of so many
// copies: the largest whole number below 2n / b.
std::uint64_t count_min_margin(const GridShape& shape, CopyCount total);

}  // namespace peel::analysis
