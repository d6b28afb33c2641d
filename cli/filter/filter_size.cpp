#include "cli/filter/filter_size.hpp"

#include "cli/numbers.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace peel::cli {

namespace {

// Names what was asked for, and what of it to change.
tl::unexpected<Error> too_much(const analysis::FilterDemand& demand, const Error& reason) {
  const bool is_one = demand.items.value == 1;
  std::string ways = is_one ? "a higher --rate" : "fewer keys, a higher --rate";
  analysis::FilterDemand other = demand;
  other.hashes.reset();
  if (demand.hashes && analysis::plan_filter(other)) {
    ways = "more --hashes, or as many as are best";
  } else if (other.layout = FilterLayout::classic; analysis::plan_filter(other)) {
    ways += demand.hashes ? ", --layout classic with more --hashes" : ", --layout classic";
  }
  return failure(reason.code(),
                 fmt::format("{} {} at a rate of {:g}: {}; what would do: {}", grouped(demand.items.value),
                             is_one ? "key" : "keys", demand.rate.value(), reason.sentence(), ways));
}

}  // namespace

Result<FilterShape> shape_of(const FilterSize& size) {
  const ItemCount items(std::max<std::uint64_t>(1, size.items.value_or(ItemCount(1)).value));
  if (!size.bits) {
    const analysis::FilterDemand demand{
        .items = items, .rate = size.rate, .layout = size.layout, .hashes = size.hashes};
    const auto plan = analysis::plan_filter(demand);
    if (!plan) return too_much(demand, plan.error());
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
