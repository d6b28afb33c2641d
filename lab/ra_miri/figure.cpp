// The figure that the slides take from a survey: the rate by the number of keys, for filters of several sizes
// with the best number of hashes. It is drawn and not printed, so its points are notes.
#include "peel/analysis/bloom_plan.hpp"

#include "lab/filter_workload.hpp"
#include "lab/ra_miri/experiments.hpp"
#include "lab/ra_miri/filter.hpp"
#include "lab/workload.hpp"

#include <cmath>
#include <string>

namespace peel::lab::ra_miri {

namespace {

constexpr double kLowestPlotted = 1e-6;

analysis::FilterPlan best(CellCount cells, ItemCount items) {
  return require(analysis::best_filter({.cells = cells, .items = items, .layout = FilterLayout::classic}));
}

double asymptotic_rate(CellCount cells, ItemCount items) {
  const double bits = static_cast<double>(cells.value) / static_cast<double>(items.value);
  return std::pow(0.5, kLn2 * bits);
}

struct Curve {
  CellCount cells;
  plot::Series asymptotic, exact, observed;
};

void add_computed(Curve& curve) {
  for (double items = 4; items < 2 * static_cast<double>(curve.cells.value); items *= 1.25) {
    const ItemCount count(static_cast<std::uint64_t>(items));
    const auto x = static_cast<double>(count.value);
    const double asymptotic = asymptotic_rate(curve.cells, count);
    if (asymptotic < kLowestPlotted) continue;
    curve.asymptotic.points.push_back({x, asymptotic});
    curve.exact.points.push_back({x, best(curve.cells, count).rate});
  }
}

}  // namespace

Outcome figure(const RunOptions& options) {
  Outcome outcome;
  plot::Plot& plot = outcome.plots.emplace_back();
  plot.title = "Rate of false positives with the best k, by size of the filter";
  plot.x = {.label = "keys n", .scale = plot::Scale::logarithmic};
  plot.y = {.label = "share of other keys that are affirmed", .scale = plot::Scale::logarithmic};
  for (const CellCount cells : {CellCount(256), CellCount(4'096), CellCount(65'536)}) {
    const std::string m = ", m = " + std::to_string(cells.value);
    Curve curve{cells,
                {"0.6185^(m/n)" + m, plot::Source::printed, {}},
                {"exact" + m, plot::Source::theory, {}},
                {"filters" + m, plot::Source::observed, {}}};
    add_computed(curve);
    for (const std::uint64_t bits : {16U, 12U, 8U, 4U, 2U, 1U}) {
      const ItemCount items(cells.value / bits);
      const analysis::FilterPlan plan = best(cells, items);
      const FilterTrial trial{plan.shape, items, ItemCount(1000), std::uint64_t{2} * 65'536 / cells.value};
      const Estimate rate = measured_rate(trial, options, cells.value + bits);
      outcome.findings.push_back({.what = "rate" + m + ", n = " + std::to_string(items.value) +
                                          ", best k = " + std::to_string(plan.shape.hashes().value),
                                  .observed = rate,
                                  .expected = plan.rate});
      curve.observed.points.push_back(
          {static_cast<double>(items.value), rate.value, rate.shown.low, rate.shown.high});
    }
    plot.series.insert(plot.series.end(), {curve.asymptotic, curve.exact, curve.observed});
  }
  return outcome;
}

}  // namespace peel::lab::ra_miri
