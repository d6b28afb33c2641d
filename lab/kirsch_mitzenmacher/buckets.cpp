// What the paper leaves to later work: buckets that hold several items. Crises then take far fewer slots. For
// more than one slot analysis::multilevel_forecast is a bound, close where sub-tables are wide.
#include "peel/analysis/multilevel_plan.hpp"

#include "lab/kirsch_mitzenmacher/experiments.hpp"
#include "lab/kirsch_mitzenmacher/filling.hpp"
#include "lab/kirsch_mitzenmacher/setting.hpp"
#include "lab/trials.hpp"
#include "lab/workload.hpp"

#include <array>
#include <cmath>

namespace peel::lab::kirsch_mitzenmacher {

namespace {

constexpr ItemCount kItemsInBuckets{50'000};
constexpr std::uint64_t kSubTables = 5;

// Sub-tables that get smaller by the planner's ratio.
MultilevelShape geometric_table(SlotCount slots, double slots_per_item) {
  const double ratio = analysis::planned_ratio(slots);
  const double first = real(kItemsInBuckets.value) * slots_per_item / real(slots.value) * (1 - ratio) /
                       (1 - std::pow(ratio, kSubTables));
  std::vector<std::uint64_t> buckets;
  for (std::uint64_t i = 0; i < kSubTables; ++i)
    buckets.push_back(static_cast<std::uint64_t>(std::llround(first * std::pow(ratio, real(i)))));
  return table_shape(buckets, slots);
}

// Exact for one slot, but for wide sub-tables, whose numbers are taken as normal; for more slots buckets are
// taken as independent, but for those. That is a bound, and close.
double crisis_bound(const MultilevelShape& shape) {
  return analysis::multilevel_forecast(shape, kItemsInBuckets, {.steps = 10'000'000}).crisis;
}

struct Width {
  SlotCount slots;
  double least, most;            // slots for each item, of the curve
  std::array<double, 2> filled;  // where crises are frequent enough to be seen
};

std::string slots_each(SlotCount slots) {
  return slots.value == 1 ? "1 slot" : std::to_string(slots.value) + " slots";
}

}  // namespace

Outcome buckets(const RunOptions& options) {
  const Width widths[] = {{SlotCount(1), 1.6, 6, {2.0, 2.2}},
                          {SlotCount(2), 1.15, 2.1, {1.3, 1.32}},
                          {SlotCount(4), 1.05, 1.35, {1.12, 1.13}}};
  plot::Plot plot{.title = "Crises of 50,000 items in five sub-tables of wider buckets",
                  .x = {.label = "slots for each item"},
                  .y = {.label = "crisis probability", .scale = plot::Scale::logarithmic, .low = 1e-15},
                  .series = {}};
  std::vector<Finding> findings;
  for (const Width& width : widths) {
    const std::string name = slots_each(width.slots) + " in a bucket";
    plot::Series theory{name + (width.slots.value == 1 ? ", exact" : ", bound"), plot::Source::theory, {}};
    plot::Series seen{name + ", seen", plot::Source::observed, {}};
    for (int step = 0; step <= 8; ++step) {
      const double slots = width.least + (width.most - width.least) * step / 8;
      const double crisis = crisis_bound(geometric_table(width.slots, slots));
      if (crisis > 1e-15) theory.points.push_back({slots, crisis});
    }
    for (const double slots : width.filled) {
      const MultilevelShape shape = geometric_table(width.slots, slots);
      const double bound = crisis_bound(shape);
      const auto fillings = run_trials(options, findings.size(),
                                       [&](Seed trial) { return fill(shape, kItemsInBuckets, trial); });
      const Estimate crises = any_crisis(fillings);
      Finding finding{.what = name + ", " + decimal(slots, 2) + " for each item: crisis probability",
                      .observed = crises,
                      .expected = bound};
      if (width.slots.value > 1) finding.believed = Interval{0, bound};
      findings.push_back(finding);
      if (crises.value > 0) seen.points.push_back(plotted(slots, crises));
    }
    plot.series.push_back(std::move(theory));
    plot.series.push_back(std::move(seen));

    const auto plan = require(analysis::plan_multilevel({.items = kItemsInBuckets,
                                                         .crisis = require(Rate::from(1.01e-12)),
                                                         .slots = width.slots,
                                                         .sub_tables = SegmentCount(kSubTables)}));
    findings.push_back({.what = name + ": slots for each item that keep crises below 1.01e-12",
                        .expected = real(plan.shape.total_slots().value) / real(kItemsInBuckets.value)});
  }
  return {findings, {plot}};
}

}  // namespace peel::lab::kirsch_mitzenmacher
