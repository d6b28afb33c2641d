#include "cli/numbers.hpp"
#include "cli/plan/curve_parts.hpp"
#include "cli/plan/curves.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <string>

namespace peel::cli {

namespace {

// Beside the plan: one more sub-table, one less, two less and so on.
constexpr std::size_t kLevelCurveMostOthers = 3;
// Curves begin where a crisis is all but certain, and end where one is that much rarer than was asked for, or
// in tables that much larger than planned.
constexpr double kLevelCurveSurelyFails = 0.9, kLevelCurveRarer = 1e3, kLevelCurveSmaller = 0.5,
                 kLevelCurveLarger = 3;
// A forecast of buckets with several slots takes ten times as long.
constexpr std::size_t kLevelCurvePoints = 10, kFewPoints = 3;
// The rarest crisis that is drawn if none was asked for.
constexpr double kRareEnough = 1e-12;
// Of a forecast, for each sub-table. With fewer steps it takes longer, as cruder ways add up more terms.
constexpr std::uint64_t kSteps = 8'000'000;

double per_item(const MultilevelShape& shape, ItemCount items) {
  return static_cast<double>(shape.total_slots().value) / static_cast<double>(items.value);
}

// Tables of about so many slots for each item.
using TablesOfSize = std::function<Result<MultilevelShape>(double)>;

TablesOfSize scaled(const MultilevelShape& shape, ItemCount items) {
  return [&shape, items](double slots_per_item) {
    const double factor = slots_per_item / per_item(shape, items);
    MultilevelSpec spec{.buckets = {}, .slots = shape.slots()};
    for (const BucketCount each : shape.all_buckets())
      spec.buckets.push_back(
          BucketCount(static_cast<std::uint64_t>(std::ceil(static_cast<double>(each.value) * factor))));
    return MultilevelShape::from(spec);
  };
}

TablesOfSize geometric(SegmentCount sub_tables, SlotCount slots, ItemCount items) {
  return [=](double slots_per_item) {
    const double ratio = analysis::planned_ratio(slots);
    const double share_of_first = (1 - ratio) / (1 - std::pow(ratio, static_cast<double>(sub_tables.value)));
    const double buckets =
        slots_per_item * static_cast<double>(items.value) / static_cast<double>(slots.value);
    return analysis::geometric_sub_tables(sub_tables, buckets * share_of_first, slots);
  };
}

// So many items without a place are expected that a crisis is certain, and need not be counted.
bool is_hopeless(const MultilevelShape& shape, ItemCount items) {
  if (shape.total_slots().value < items.value) return true;
  const analysis::SubTableItems last = analysis::expected_items(shape, items).back();
  return last.reach - last.stay > 2;
}

// The size from which on tables are not hopeless, which is cheap to find out; the largest if all are.
double first_with_hope(Span sizes, ItemCount items, const TablesOfSize& tables) {
  double low = sizes.low, high = sizes.high;
  while (high > low * 1.0005) {
    const double middle = std::sqrt(low * high);
    const auto shape = tables(middle);
    (shape && is_hopeless(*shape, items) ? low : high) = middle;
  }
  return high;
}

plot::Series series_of(const std::string& name, const PlannedMultilevel& table, double rarest,
                       const TablesOfSize& tables) {
  plot::Series series{name, plot::Source::theory, {}};
  const double planned = per_item(table.plan.shape, table.items);
  const Span sizes{kLevelCurveSmaller * planned, kLevelCurveLarger * planned};
  // Whether it is worth going on; the curve leaves the picture at its lower end.
  const auto draw = [&](double size) {
    const auto shape = tables(size);
    if (!shape) return false;
    const analysis::ForecastEffort effort{.steps = kSteps, .least = rarest * analysis::kRareBesideCrisis};
    const double crisis = analysis::multilevel_forecast(*shape, table.items, effort).crisis;
    if (crisis < kLevelCurveSurelyFails) series.points.push_back({per_item(*shape, table.items), crisis});
    return crisis >= rarest;
  };
  // With many slots in a bucket all happens within a hundredth, with one it takes a table of twice the size.
  // So the end is looked for in steps that grow, and the space between filled.
  const double first = first_with_hope(sizes, table.items, tables);
  double last = first, step = 0.003 * first;
  while (last < sizes.high && draw(last)) {
    last += step;
    step *= 3;
  }
  const std::size_t points = table.plan.shape.slots().value == 1 ? kLevelCurvePoints : kFewPoints;
  const double between = (std::min(last, sizes.high) - first) / static_cast<double>(points + 1);
  for (std::size_t i = 1; i <= points; ++i) {
    if (!draw(first + between * static_cast<double>(i))) break;
  }
  put_in_order(series);
  return series;
}

}  // namespace

plot::Plot multilevel_curve(const PlannedMultilevel& table) {
  const MultilevelShape& shape = table.plan.shape;
  const double planned = per_item(shape, table.items);
  const double asked_for = table.crisis
                               ? table.crisis->value() / kLevelCurveRarer
                               : std::min(kRareEnough, table.plan.forecast.crisis / kLevelCurveRarer);
  const double rarest = std::max(asked_for, analysis::kRarestCrisis);
  const std::string own = counted(shape.sub_tables(), "sub-table");
  plot::Plot plot{.title = fmt::format("Multilevel tables of {}", counted(table.items.value, "item")),
                  .x = {.label = "slots per item"},
                  .y = {.label = "probability of a crisis"},
                  .series = {series_of(table.crisis ? own : "the given sub-tables, scaled", table, rarest,
                                       scaled(shape, table.items))},
                  .marks = {{kThisPlan, planned}}};
  plot.series[0].points.insert(plot.series[0].points.begin(), {planned, table.plan.forecast.crisis});
  put_in_order(plot.series[0]);
  for (std::uint64_t count = std::min(kMaxSubTables, shape.sub_tables() + 1);
       count > 0 && plot.series.size() <= kLevelCurveMostOthers; --count) {
    if (table.crisis && count == shape.sub_tables()) continue;
    plot.series.push_back(series_of(counted(count, "sub-table"), table, rarest,
                                    geometric(SegmentCount(count), shape.slots(), table.items)));
  }
  if (table.crisis) add_target(plot, table.crisis->value());
  show_probabilities(plot);
  if (plot.y.scale == plot::Scale::logarithmic) {
    plot.y.low = rarest;
    plot.y.high = 1;
  }
  return plot;
}

}  // namespace peel::cli
