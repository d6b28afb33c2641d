// Sections 5.1 and 5.2: most items are in the first sub-table, most of the others in the second. Equation (2)
// says how many are passed on, and has a misplaced parenthesis.
#include "lab/kirsch_mitzenmacher/experiments.hpp"
#include "lab/kirsch_mitzenmacher/filling.hpp"
#include "lab/kirsch_mitzenmacher/setting.hpp"
#include "lab/trials.hpp"

#include <cmath>

namespace peel::lab::kirsch_mitzenmacher {

namespace {

// Section 5.2: at most as many are passed on as pairs of items collide, |S|^2 / 2m.
std::vector<double> bounds_by_collisions(const ForecastTable& table) {
  std::vector<double> reach = {real(table.items.value)};
  for (const BucketCount buckets : table.shape.all_buckets())
    reach.push_back(reach.back() * reach.back() / (2 * real(buckets.value)));
  return reach;
}

// 60,000 buckets as in the paper, but so many of them in T1; the others in the paper's proportions.
ForecastTable table_with_first(BucketCount first) {
  const std::uint64_t rest = 60'000 - first.value;
  return forecast_table(table_shape({first.value, rest / 2, rest / 4, rest / 8, rest / 8}),
                        ItemCount(10'000));
}

double single_filter_failure(const ForecastTable& table) {
  const auto cells = single_filter(kPaperCells10k, kPaperHashes, table.shape);
  return analysis::single_filter_forecast(cells, table.filled()).failure;
}

}  // namespace

Outcome skew(const RunOptions& options) {
  const ForecastTable& table = table_of_10k();
  const auto fillings =
      run_trials(options, 0, [&](Seed trial) { return fill(table.shape, table.items, trial); });
  const double n = real(table.items.value);
  // r = n items, s = 4n buckets.
  const double alpha = 1, beta = 4, taken = 1 - std::exp(-alpha / beta);

  std::vector<Finding> findings = {
      {.what = "share that T1 passes on, (2)",
       .fact = "004.eq2",
       .printed = Printed{"-0.6636", Estimate::computed((alpha - beta) * taken), 0.00005, Origin::derived},
       .observed = mean_reach(fillings, SubTable(1)).times(1 / n),
       .expected = table.forecast.of[1].mean() / n},
      {.what = "(2) with its parenthesis moved", .expected = alpha - beta * taken},
      {.what = "items that come to T2",
       .fact = "004.sim.mht.10k",
       .observed = mean_reach(fillings, SubTable(1)),
       .expected = table.forecast.of[1].mean(),
       .digits = 6}};

  plot::Plot reach_plot{.title = "Items that come to each sub-table, of 10,000",
                        .x = {.label = "sub-table"},
                        .y = {.label = "items, on average", .scale = plot::Scale::logarithmic},
                        .series = {{"exact", plot::Source::theory, {{1, n}}},
                                   {"bound of section 5.2", plot::Source::printed, {{1, n}}},
                                   {"seen", plot::Source::observed, {{1, n}}}}};
  const std::vector<double> bounds = bounds_by_collisions(table);
  for (std::uint64_t i = 1; i < table.shape.sub_tables(); ++i) {
    const Estimate seen = mean_reach(fillings, SubTable(i));
    const double exact = table.forecast.of[i].mean();
    findings.push_back({.what = "items that come to T" + std::to_string(i + 1) + ", by section 5.2",
                        .printed = Printed{"at most " + decimal(bounds[i], 4), Estimate::computed(bounds[i]),
                                           0, Origin::derived, Relation::at_most},
                        .observed = seen,
                        .expected = exact});
    reach_plot.series[0].points.push_back({real(i + 1), exact});
    reach_plot.series[1].points.push_back({real(i + 1), bounds[i]});
    if (seen.value > 0) reach_plot.series[2].points.push_back(plotted(real(i + 1), seen));
  }

  return {findings, {reach_plot}};
}

Outcome division(const RunOptions&) {
  plot::Plot plot{.title = "60,000 buckets for 10,000 items: the share of the first sub-table",
                  .x = {.label = "buckets of T1, thousands"},
                  .y = {.label = "probability", .scale = plot::Scale::logarithmic},
                  .series = {{"failure of the single filter", plot::Source::theory, {}},
                             {"crisis", plot::Source::theory, {}},
                             {"failure and crisis, printed", plot::Source::printed, {{40, 7.64e-10}}}},
                  .marks = {{"the paper's", 40}}};
  double best = 1;
  BucketCount best_first;
  for (std::uint64_t first = 24'000; first <= 54'000; first += 1'000) {
    const ForecastTable table = table_with_first(BucketCount(first));
    const double failure = single_filter_failure(table);
    plot.series[0].points.push_back({real(first) / 1000, failure});
    plot.series[1].points.push_back({real(first) / 1000, table.forecast.crisis});
    if (failure + table.forecast.crisis < best) {
      best = failure + table.forecast.crisis;
      best_first = BucketCount(first);
    }
  }
  const double paper = single_filter_failure(table_of_10k());
  const ForecastTable larger =
      forecast_table(table_shape({50'000, 10'000, 5'000, 2'500, 2'500}), ItemCount(10'000));
  return {{{.what = "10,000 more buckets in T1: failure probability, over the paper's",
            .printed = Printed{"dramatic decreases: below 1/10", Estimate::computed(0.1), 0, Origin::derived,
                               Relation::at_most},
            .expected = single_filter_failure(larger) / paper},
           {.what = "60,000 buckets: those of T1 with the fewest failures and crises",
            .expected = real(best_first.value)},
           {.what = "failure and crisis probability with these", .expected = best},
           {.what = "the same with the paper's 40,000", .expected = paper + table_of_10k().forecast.crisis}},
          {plot}};
}

}  // namespace peel::lab::kirsch_mitzenmacher
