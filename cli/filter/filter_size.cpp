#include "cli/filter/filter_size.hpp"

#include <algorithm>

namespace peel::cli {

Result<FilterShape> shape_of(const FilterSize& size) {
  const ItemCount items(std::max<std::uint64_t>(1, size.items.value_or(ItemCount(1)).value));
  if (!size.bits) {
    const auto plan = analysis::plan_filter(
        {.items = items, .rate = size.rate, .layout = size.layout, .hashes = size.hashes});
    if (!plan) return failure(plan.error());
    return plan->shape;
  }
  const std::uint64_t step = cells_in_block(size.layout, BitWidth(1));
  const CellCount cells((*size.bits + step - 1) / step * step);
  if (size.hashes) return FilterShape::from({.layout = size.layout, .cells = cells, .hashes = *size.hashes});
  const auto plan = analysis::best_filter({.cells = cells, .items = items, .layout = size.layout});
  if (!plan) return failure(plan.error());
  return plan->shape;
}

}  // namespace peel::cli
