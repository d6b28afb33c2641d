#include "peel/analysis/counter_failure.hpp"

#include "cli/numbers.hpp"
#include "cli/plan/curves.hpp"
#include "cli/plan/listing_curve.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>

namespace peel::cli {

namespace {

// The best of each other kind, and in place of a kind that is missing one more of the same.
constexpr std::size_t kCounterCurveMostOthers = 4;

std::vector<analysis::CounterPlan> worth_drawing(const PlannedCounterPlans& counters) {
  std::vector<analysis::CounterPlan> drawn = {counters.chosen};
  const auto take = [&](const auto& is_wanted) {
    for (const analysis::CounterPlan& plan : counters.others) {
      if (drawn.size() <= kCounterCurveMostOthers && is_wanted(plan)) drawn.push_back(plan);
    }
  };
  const CounterVariant own = counters.chosen.variant;
  take([own](const analysis::CounterPlan& plan) { return plan.variant != own; });
  take([own](const analysis::CounterPlan& plan) { return plan.variant == own; });
  return drawn;
}

}  // namespace

plot::Plot counter_curve(const PlannedCounterPlans& counters) {
  const ItemCount items = counters.demand.items;
  const std::uint64_t fewest_sub_cells = counters.demand.key_width.value == 8 ? kQuotientCells : 1;
  ListingTables drawn{{}, items, counters.incomplete};
  for (const analysis::CounterPlan& plan : worth_drawing(counters)) {
    const CounterVariant variant = plan.variant;
    const std::uint64_t cell_bytes =
        std::uint64_t{8} * counter_cell_words(variant, counters.demand.key_width);
    drawn.all.push_back({fmt::format("{}, {}", name_of(variant), in_words(plan.table)), plan.table,
                         cell_bytes,
                         [items, variant](const analysis::TableGeometry& table) {
                           return analysis::counter_listing_failure(items, table, variant).probability;
                         },
                         fewest_sub_cells});
  }
  plot::Plot plot = listing_curve(drawn);
  plot.title = fmt::format("Counting {}", counted(items.value, "distinct key"));
  plot.x.label = "bytes per key";
  return plot;
}

}  // namespace peel::cli
