#include "peel/analysis/count_min.hpp"

#include "peel/core/uint128.hpp"

#include <algorithm>

namespace peel::analysis {

std::uint64_t count_min_margin(const GridShape& shape, CopyCount total) {
  if (total.value == 0) return 0;
  const Uint128 margin = (2 * static_cast<Uint128>(total.value) - 1) / shape.columns().value;
  return static_cast<std::uint64_t>(std::min<Uint128>(margin, total.value));  // no answer exceeds the total
}

}  // namespace peel::analysis
