// Section 7.2: deletions at once, by counters, or lazily, with a rebuild now and then. Which of the paper's
// summaries for 10,000 items bear it that items come and go?
#include "peel/analysis/multilevel_turnover.hpp"
#include "peel/analysis/summary_plan.hpp"
#include "peel/tables/interpolation_summary.hpp"
#include "peel/tables/multiple_filter_summary.hpp"
#include "peel/tables/single_filter_summary.hpp"
#include "peel/tables/summarised_table.hpp"

#include "lab/kirsch_mitzenmacher/experiments.hpp"
#include "lab/kirsch_mitzenmacher/living_items.hpp"
#include "lab/kirsch_mitzenmacher/setting.hpp"
#include "lab/trials.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>

namespace peel::lab::kirsch_mitzenmacher {

namespace {

using ForgettingTable = SummarisedTable<std::uint64_t, std::uint8_t>;

constexpr std::size_t kLooks = 5;
// After which misled keys are counted.
constexpr std::array<std::uint64_t, kLooks> kLivesBeforeLooks = {0, 1, 2, 4, 8};

struct Misled {
  std::array<std::uint32_t, kLooks> keys{};
};

struct Scheme {
  std::string name;
  std::unique_ptr<TableSummary> empty;
  Deletions deletions;
};

Misled look_now_and_then(const Scheme& scheme, Seed trial) {
  const ForecastTable& paper = table_of_10k();
  auto table =
      require(ForgettingTable::make(paper.shape, KeyedHash<std::uint64_t>(HashFamily::fast, trial.derive(0)),
                                    scheme.empty->clone(), scheme.deletions));
  LivingItems items(paper.items, trial.derive(1));
  for (const std::uint64_t key : items.keys()) table.insert_or_assign(key, 0);
  Misled misled;
  for (std::size_t look = 0; look < kLooks; ++look) {
    if (look > 0) items.live(kLivesBeforeLooks[look] - kLivesBeforeLooks[look - 1], table);
    misled.keys[look] = static_cast<std::uint32_t>(table.verify().misled.value);
  }
  return misled;
}

template <class Summary>
std::unique_ptr<TableSummary> owned(Result<Summary> summary) {
  return std::make_unique<Summary>(require(std::move(summary)));
}

// Counters of four bits for each cell that the paper has; lazily, a fifth more items than there are living.
std::vector<Scheme> schemes() {
  const ForecastTable& table = table_of_10k();
  const auto cells = single_filter(kPaperCells10k, kPaperHashes, table.shape);
  const auto filters = paper_filters_10k();
  const Deletions counting{}, lazy{DeletionRule::lazy, ItemCount(2'000)};
  std::vector<Scheme> all;
  const auto add = [&](const char* name, std::unique_ptr<TableSummary> summary, const Deletions& deletions) {
    all.push_back({name, std::move(summary), deletions});
  };
  add("interpolation, 55 bits", owned(InterpolationSummary::make(BitWidth(55), table.items)), counting);
  add("single filter, counting",
      owned(CountingSingleFilterSummary::make(require(analysis::counting_version(cells)))), counting);
  add("multiple filters, counting",
      owned(CountingMultipleFilterSummary::make(require(analysis::counting_version(filters)))), counting);
  add("single filter, lazy", owned(SingleFilterSummary::make(cells)), lazy);
  add("multiple filters, lazy", owned(MultipleFilterSummary::make(filters)), lazy);
  return all;
}

// How many items are beyond a level, when items come and go: a Poisson number with the mean of Erlang's
// formula. It varies a little more than that, since items that are passed on come in bunches, and a little
// less, since all together are a fixed number.
analysis::ItemDistribution poisson(double mean, double at_level_before) {
  constexpr double kDeviations = 12;
  const double reach = kDeviations * std::sqrt(mean) + kDeviations;
  analysis::ItemDistribution distribution;
  distribution.least = static_cast<std::uint64_t>(std::max(0.0, mean - reach));
  for (double items = real(distribution.least); items <= mean + reach; ++items) {
    distribution.probabilities.push_back(std::exp(items * std::log(mean) - mean - std::lgamma(items + 1)));
    distribution.before.push_back(at_level_before + items);
  }
  return distribution;
}

// How far that may be off, for the steepest of the filters.
constexpr double kLeastOfPoisson = 0.9, kMostOfPoisson = 1.1;

analysis::MultilevelForecast turnover_forecast(const ForecastTable& table) {
  const auto turnover = analysis::multilevel_turnover(table.shape, table.items);
  analysis::MultilevelForecast forecast{{}, 0, analysis::CrisisMethod::near_exact};
  forecast.of.push_back({table.items.value, 1, {1.0}});
  double above = real(table.items.value);
  for (const double at_level : turnover.items) {
    above -= at_level;
    forecast.of.push_back(poisson(std::max(above, turnover.crises * real(table.items.value)), at_level));
  }
  return forecast;
}

Estimate mean_misled(std::span<const Misled> all, std::size_t look) {
  const double items = real(table_of_10k().items.value);
  std::vector<double> shares;
  shares.reserve(all.size());
  for (const Misled& each : all) shares.push_back(each.keys[look] / items);
  return Estimate::mean_share(shares, table_of_10k().items.value).times(items);
}

double sum(const std::vector<double>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0);
}

// What forgetting costs, and what room a lazy rule needs: the paper would plan for (1 + alpha) n items.
std::vector<Finding> sizes_with_counters() {
  const ForecastTable& table = table_of_10k();
  const auto cells =
      require(analysis::counting_version(single_filter(kPaperCells10k, kPaperHashes, table.shape)));
  const auto filters = require(analysis::counting_version(paper_filters_10k()));
  const ForecastTable fuller = forecast_table(table.shape, ItemCount(12'000));
  const auto lazy = analysis::single_filter_forecast(single_filter(kPaperCells10k, kPaperHashes, table.shape),
                                                     fuller.filled());
  return {{.what = "single filter, counting: bytes",
           .expected = real(analysis::single_filter_forecast(cells, table.filled()).bytes),
           .digits = 7},
          {.what = "multiple filters, counting: bytes",
           .expected = real(analysis::multiple_filter_forecast(filters, table.filled()).bytes),
           .digits = 7},
          {.what = "interpolation, 55 bits: bytes",
           .expected = real(analysis::interpolation_forecast(BitWidth(55), table.filled()).bytes),
           .digits = 7},
          {.what = "single filter, counting: counters of four bits that overflow",
           .expected = analysis::saturated_counters(cells, table.filled())},
          {.what = "multiple filters, counting: counters of four bits that overflow",
           .expected = analysis::saturated_counters(filters, table.filled())},
          {.what = "single filter, lazy, 2,000 deleted beside 10,000: failure probability",
           .expected = lazy.failure},
          {.what = "single filter, lazy, 2,000 deleted beside 10,000: crisis probability",
           .expected = fuller.forecast.crisis}};
}

}  // namespace

Outcome misled_by_turnover(const RunOptions& options) {
  const ForecastTable& table = table_of_10k();
  const analysis::MultilevelForecast turned_over = turnover_forecast(table);
  const auto expectations = [&](const analysis::FilledTable& filled) {
    const auto interpolation = analysis::interpolation_forecast(BitWidth(55), filled);
    const auto single =
        analysis::single_filter_forecast(single_filter(kPaperCells10k, kPaperHashes, table.shape), filled);
    const auto multiple = analysis::multiple_filter_forecast(paper_filters_10k(), filled);
    return std::array{interpolation.failure, sum(single.by_type), sum(multiple.by_type)};
  };
  const auto fresh = expectations(table.filled()), old = expectations({table.shape, turned_over});

  plot::Plot plot{.title = "Items that a summary of the paper misleads while 10,000 come and go",
                  .x = {.label = "lives: insertions for each item"},
                  .y = {.label = "misled items of 10,000"},
                  .series = {}};
  std::vector<Finding> findings;
  std::size_t number = 0;
  for (const Scheme& scheme : schemes()) {
    const auto results =
        run_trials(options, number, [&](Seed trial) { return look_now_and_then(scheme, trial); });
    plot::Series series{scheme.name, plot::Source::observed, {}};
    for (std::size_t look = 0; look < kLooks; ++look)
      series.points.push_back(plotted(real(kLivesBeforeLooks[look]), mean_misled(results, look)));
    plot.series.push_back(std::move(series));

    Finding filled{.what = scheme.name + ": misled items of a table that was filled",
                   .observed = mean_misled(results, 0)};
    Finding lived{
        .what = scheme.name + ": misled items after " + std::to_string(kLivesBeforeLooks.back()) + " lives",
        .observed = mean_misled(results, kLooks - 1)};
    // No formula is at hand for a table that is rebuilt now and then.
    if (number < fresh.size()) {
      filled.expected = fresh[number];
      lived.expected = old[number];
      lived.believed = Interval{kLeastOfPoisson * old[number], kMostOfPoisson * old[number]};
    }
    findings.push_back(std::move(filled));
    findings.push_back(std::move(lived));
    ++number;
  }
  for (Finding& finding : sizes_with_counters()) findings.push_back(std::move(finding));
  return {findings, {plot}};
}

}  // namespace peel::lab::kirsch_mitzenmacher
