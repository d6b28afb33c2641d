// The exact rate of a classic filter. Public callers use false_positive_rate.
#pragma once

#include "peel/core/types.hpp"

namespace peel::analysis {

double classic_rate(CellCount cells, HashCount hashes, ItemCount items);

}  // namespace peel::analysis
