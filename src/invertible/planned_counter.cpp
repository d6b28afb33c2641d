#include "peel/invertible/planned_counter.hpp"

#include "peel/invertible/iblt_shape.hpp"

#include <algorithm>
#include <string>

namespace peel {

namespace {

constexpr std::uint64_t kCapacityPrecision = 500;

std::optional<analysis::CounterPlan> plan_for(const CounterNeeds& needs) {
  const analysis::CounterDemand demand{.items = needs.items, .key_width = needs.key_width};
  const analysis::CounterTargets targets{needs.incomplete, analysis::suggested_wrong(needs.incomplete)};
  return needs.variant ? analysis::plan_counter(demand, targets, *needs.variant)
                       : analysis::plan_counter(demand, targets);
}

}  // namespace

Result<CounterShape> shape_of(const analysis::CounterPlan& plan, ByteWidth key_width) {
  const bool is_coupled = plan.table.sub_tables.value > plan.table.hashes.value;
  return CounterShape::from({.cells = plan.table.cells,
                             .hashes = plan.table.hashes,
                             .segments = is_coupled ? plan.table.sub_tables : SegmentCount(0),
                             .key_width = key_width,
                             .variant = plan.variant});
}

Result<CounterShape> planned_counter(const CounterNeeds& needs) {
  if (needs.items.value == 0) {
    return failure(ErrorCode::invalid_argument,
                   "a counter for 0 keys cannot be planned; at least 1 is accepted");
  }
  if (needs.key_width.value < 1 || needs.key_width.value > kMaxKeyWidth) {
    return failure(ErrorCode::invalid_argument, "keys of " + std::to_string(needs.key_width.value) +
                                                    " bytes: accepted are 1 to " +
                                                    std::to_string(kMaxKeyWidth));
  }
  const auto plan = plan_for(needs);
  if (!plan) {
    return failure(ErrorCode::limit_exceeded, "no counter of at most " + std::to_string(kMaxCells) +
                                                  " cells lists " + std::to_string(needs.items.value) +
                                                  " keys so reliably");
  }
  return shape_of(*plan, needs.key_width);
}

ItemCount counter_capacity(const CounterBudget& budget) {
  const auto fits = [&budget](std::uint64_t items) {
    const auto plan = plan_for({ItemCount(items), budget.incomplete, budget.key_width, budget.variant});
    return plan && plan->bytes <= budget.bytes && shape_of(*plan, budget.key_width).has_value();
  };
  // Half a key for each cell of the widest kind fits unless tables are tiny.
  const std::uint64_t widest =
      std::uint64_t{8} * counter_cell_words(CounterVariant::combined, budget.key_width);
  std::uint64_t fitting = budget.bytes / widest / 2;
  if (fitting > 0 && !fits(fitting)) fitting = 0;
  std::uint64_t too_many = std::max<std::uint64_t>(1, 2 * fitting);
  while (fits(too_many)) {
    fitting = too_many;
    too_many *= 2;
  }
  while (too_many - fitting > 1 + fitting / kCapacityPrecision) {
    const std::uint64_t middle = fitting + (too_many - fitting) / 2;
    (fits(middle) ? fitting : too_many) = middle;
  }
  return ItemCount(fitting);
}

}  // namespace peel
