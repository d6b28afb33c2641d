// Sections 5.1 and 8: how many items come to each sub-table, and how likely it is that one finds no place.
#include "lab/kirsch_mitzenmacher/experiments.hpp"
#include "lab/kirsch_mitzenmacher/filling.hpp"
#include "lab/kirsch_mitzenmacher/setting.hpp"
#include "lab/trials.hpp"

#include <algorithm>
#include <cmath>

namespace peel::lab::kirsch_mitzenmacher {

namespace {

// The largest of the crisis probability over the failure probability, of all summaries of Table 1.
double largest_share_of_crises() {
  double largest = 0;
  const auto compare = [&](const ForecastTable& table, const analysis::SummaryForecast& summary) {
    largest = std::max(largest, table.forecast.crisis / summary.failure);
  };
  const ForecastTable &small = table_of_10k(), &large = table_of_100k();
  compare(small, analysis::interpolation_forecast(BitWidth(55), small.filled()));
  compare(large, analysis::interpolation_forecast(BitWidth(61), large.filled()));
  compare(small, analysis::single_filter_forecast(single_filter(kPaperCells10k, kPaperHashes, small.shape),
                                                  small.filled()));
  compare(large, analysis::single_filter_forecast(single_filter(kPaperCells100k, kPaperHashes, large.shape),
                                                  large.filled()));
  compare(small, analysis::multiple_filter_forecast(paper_filters_10k(), small.filled()));
  compare(large, analysis::multiple_filter_forecast(mended_filters_100k(), large.filled()));
  return largest;
}

// Section 5 with c1 = 10 and c2 = 1/2: d = log log n + O(1) sub-tables, here with 1 for O(1).
MultilevelShape broder_karlin_table(ItemCount items) {
  const auto sub_tables = static_cast<std::uint64_t>(std::ceil(std::log2(std::log2(real(items.value))))) + 1;
  std::vector<std::uint64_t> buckets;
  for (std::uint64_t i = 0; i < sub_tables; ++i) buckets.push_back(10 * items.value >> i);
  return table_shape(buckets);
}

}  // namespace

Outcome crisis(const RunOptions&) {
  std::vector<Finding> findings = {
      {.what = "10k items in five sub-tables: crisis probability",
       .fact = "004.crisis.10k",
       .printed = derived("1.01e-12", 0.005e-12),
       .expected = table_of_10k().forecast.crisis,
       .digits = 6},
      {.what = "100k items in six sub-tables: crisis probability",
       .fact = "004.crisis.100k",
       .printed = computed_by_authors("7.78e-16", 0.005e-16),
       .expected = table_of_100k().forecast.crisis},
      {.what = "seven units in the last place of a double, 7 / 2^53", .expected = std::ldexp(7.0, -53)},
      {.what = "crisis over failure probability, the largest of Table 1",
       .fact = "004.dominated",
       .printed = Printed{"less than 1", Estimate::computed(1), 0, Origin::derived, Relation::at_most},
       .expected = largest_share_of_crises()}};

  plot::Plot plot{.title = "Crises of n items, 10 n buckets in T1 and half as many in each further sub-table",
                  .x = {.label = "items", .scale = plot::Scale::logarithmic},
                  .y = {.label = "crisis probability", .scale = plot::Scale::logarithmic},
                  .series = {{"exact", plot::Source::theory, {}}, {"1/n", plot::Source::theory, {}}}};
  for (const std::uint64_t n : {100U, 1'000U, 10'000U, 100'000U}) {
    const MultilevelShape shape = broder_karlin_table(ItemCount(n));
    const double crisis = analysis::multilevel_forecast(shape, ItemCount(n)).crisis;
    findings.push_back({.what = "c1 = 10, c2 = 1/2, n = " + std::to_string(n) +
                                ", d = " + std::to_string(shape.sub_tables()) + ": crisis probability",
                        .printed = Printed{"polynomially small: below 1/n", Estimate::computed(1 / real(n)),
                                           0, Origin::derived, Relation::at_most},
                        .expected = crisis});
    plot.series[0].points.push_back({real(n), crisis});
    plot.series[1].points.push_back({real(n), 1 / real(n)});
  }
  return {findings, {plot}};
}

Outcome small_table_crises(const RunOptions& options) {
  const ForecastTable table = forecast_table(table_shape({2'000, 500, 250, 125}), ItemCount(1'000));
  const auto fillings =
      run_trials(options, 0, [&](Seed trial) { return fill(table.shape, table.items, trial); });
  std::vector<Finding> findings = {{.what = "1,000 items in 2000, 500, 250, 125 buckets: crisis probability",
                                    .fact = "004.sim.mht.small",
                                    .observed = any_crisis(fillings),
                                    .expected = table.forecast.crisis}};
  for (std::uint64_t i = 1; i < table.shape.sub_tables(); ++i) {
    findings.push_back({.what = "items that come to T" + std::to_string(i + 1),
                        .observed = mean_reach(fillings, SubTable(i)),
                        .expected = table.forecast.of[i].mean()});
  }
  return {findings};
}

Outcome crisis_by_slots(const RunOptions& options) {
  const ItemCount items = table_of_10k().items;
  plot::Plot plot{.title = "Crises of 10,000 items, sub-tables in the paper's proportions",
                  .x = {.label = "slots for each item"},
                  .y = {.label = "crisis probability", .scale = plot::Scale::logarithmic},
                  .series = {{"exact", plot::Source::theory, {}},
                             {"seen", plot::Source::observed, {}},
                             {"printed", plot::Source::printed, {{6, 1.01e-12}}}},
                  .marks = {{"the paper's", 6}}};
  for (double slots = 1.75; slots <= 7; slots += 0.25) {
    const double exact = analysis::multilevel_forecast(paper_proportions(items, slots), items).crisis;
    plot.series[0].points.push_back({slots, exact});
  }
  std::vector<Finding> findings;
  for (const double slots : {2.0, 2.25, 2.5, 2.75}) {
    const ForecastTable table = forecast_table(paper_proportions(items, slots), items);
    const auto fillings = run_trials(options, static_cast<std::uint64_t>(100 * slots),
                                     [&](Seed trial) { return fill(table.shape, items, trial); });
    const Estimate seen = any_crisis(fillings);
    findings.push_back({.what = decimal(slots, 2) + " slots for each item: crisis probability",
                        .observed = seen,
                        .expected = table.forecast.crisis});
    if (seen.value > 0) plot.series[1].points.push_back(plotted(slots, seen));
  }
  return {findings, {plot}};
}

}  // namespace peel::lab::kirsch_mitzenmacher
