// Section 9: a million simulations of the single filter, and whether the calculator's numbers are bounds. The
// authors drew hash values from a generator of 48 bits; here they are the library's, but for one comparison.
#include "peel/tables/multiple_filter_summary.hpp"
#include "peel/tables/single_filter_summary.hpp"

#include "lab/kirsch_mitzenmacher/experiments.hpp"
#include "lab/kirsch_mitzenmacher/filling.hpp"
#include "lab/kirsch_mitzenmacher/setting.hpp"
#include "lab/trials.hpp"
#include "lab/workload.hpp"

#include <numeric>

namespace peel::lab::kirsch_mitzenmacher {

namespace {

constexpr ItemCount kAbsentFromSimulated{1'000};
constexpr std::uint64_t kMillion = 1'000'000;

struct Simulated {
  std::vector<Filling> fillings;
  analysis::SummaryForecast forecast;
};

// `purpose` sets series of trials apart; `filling` is one trial.
Simulated simulate(const SingleFilterShape& shape, const RunOptions& options, std::uint64_t purpose,
                   Filling (*filling)(const SummaryTrial&, Seed) = fill_with_summary) {
  const ForecastTable& table = table_of_10k();
  const auto empty = require(SingleFilterSummary::make(shape));
  return {run_trials(options, purpose,
                     [&](Seed trial) {
                       return filling({table.shape, table.items, kAbsentFromSimulated, empty}, trial);
                     }),
          analysis::single_filter_forecast(shape, table.filled())};
}

SingleFilterShape cells(CellCount count, HashCount hashes) {
  return single_filter(count, hashes, table_of_10k().shape);
}

Finding failing_tables(const Simulated& simulated, std::string text, std::uint64_t of_a_million) {
  return {
      .what = "tables with a failure",
      .printed = Printed{std::move(text), Estimate::proportion(of_a_million, kMillion), 0, Origin::measured},
      .observed = any_failure(simulated.fillings),
      .expected = simulated.forecast.failure};
}

Finding crises(const Simulated& simulated) {
  return {.what = "tables with a crisis",
          .printed = Printed{"none in a million", Estimate::proportion(0, kMillion), 0, Origin::measured},
          .observed = any_crisis(simulated.fillings),
          .expected = table_of_10k().forecast.crisis};
}

Finding simulated_false_positives(const Simulated& simulated, std::string fact) {
  return {.what = "false positives",
          .fact = std::move(fact),
          .observed = false_positive_rate(simulated.fillings, kAbsentFromSimulated),
          .expected = simulated.forecast.false_positive_rate};
}

// What the calculator adds up: the mean number of failures. That there is any is less likely, the more so the
// more there are.
double union_bound(const analysis::SummaryForecast& forecast) {
  return std::accumulate(forecast.by_type.begin(), forecast.by_type.end(), 0.0);
}

void add_bound(const std::string& what, const std::string& fact, const Simulated& simulated,
               std::vector<Finding>& findings) {
  const double bound = union_bound(simulated.forecast);
  findings.push_back({.what = what + ": failures of a table",
                      .fact = fact,
                      .observed = mean_failures(simulated.fillings, table_of_10k().items),
                      .expected = bound});
  findings.push_back({.what = what + ": tables with a failure",
                      .printed = Printed{"at most the calculator's " + decimal(bound, 6),
                                         Estimate::computed(bound), 0, Origin::measured, Relation::at_most},
                      .observed = any_failure(simulated.fillings)});
}

}  // namespace

Outcome million_of_table_1(const RunOptions& options) {
  const Simulated simulated = simulate(cells(kPaperCells10k, kPaperHashes), options, 0);
  return {{failing_tables(simulated, "none in a million", 0), crises(simulated),
           simulated_false_positives(simulated, "004.sim.sf.120000cells.15h")}};
}

Outcome million_of_variant(const RunOptions& options) {
  const Simulated simulated = simulate(cells(CellCount(100'000), HashCount(10)), options, 0);
  return {{{.what = "upper bound of the failure probability",
            .fact = "004.sf.variant",
            .printed = derived("2.1e-6", 0.05e-6),
            .expected = simulated.forecast.failure},
           failing_tables(simulated, "one in a million", 1),
           crises(simulated),
           simulated_false_positives(simulated, "004.sim.sf.100000cells.10h")}};
}

Outcome calculator(const RunOptions& options) {
  constexpr HashCount hashes{8};
  std::vector<Finding> findings;
  std::uint64_t purpose = 0;
  for (const std::uint64_t count : {60'000U, 40'000U, 30'000U, 20'000U}) {
    const std::string size = std::to_string(count);
    add_bound("single filter, " + size + " cells, 8 hashes",
              count >= 40'000 ? "004.sim.sf." + size + "cells.8h" : "",
              simulate(cells(CellCount(count), hashes), options, purpose++), findings);
  }
  add_bound("the same with 40000 cells, hash values from a generator of 48 bits", "",
            simulate(cells(CellCount(40'000), hashes), options, purpose++, fill_with_rand48), findings);

  const ForecastTable& table = table_of_10k();
  const auto filters = multiple_filters({106'000, 36'000, 2'000, 500, 100});
  const auto empty = require(MultipleFilterSummary::make(filters));
  const Simulated multiple = {
      run_trials(options, purpose,
                 [&](Seed trial) {
                   return fill_with_summary({table.shape, table.items, kAbsentFromSimulated, empty}, trial);
                 }),
      analysis::multiple_filter_forecast(filters, table.filled())};
  add_bound("multiple filters, 106k, 36k, 2k, 500, 100 bits", "", multiple, findings);
  return {findings};
}

}  // namespace peel::lab::kirsch_mitzenmacher
