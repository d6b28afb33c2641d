#include "peel/analysis/range_sketch.hpp"

#include <algorithm>
#include <cmath>

namespace peel::analysis {

Uint128 range_margin(const RangeShape& shape, CopyCount total, ItemCount pieces) {
  const Uint128 all = static_cast<Uint128>(total.value) * pieces.value;
  if (all == 0) return 0;
  return std::min(all, (2 * all - 1) / shape.grid().columns().value);
}

ItemCount most_range_pieces(const RangeShape& shape) {
  return ItemCount(2 * shape.sketched_levels().value);
}

double quantile_failure(const RangeShape& shape) {
  return std::min(1.0, std::ldexp(static_cast<double>(shape.sketched_levels().value),
                                  -static_cast<int>(shape.grid().rows().value)));
}

}  // namespace peel::analysis
