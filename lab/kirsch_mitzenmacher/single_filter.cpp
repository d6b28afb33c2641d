// Section 7: a single filter whose cells hold the largest type. How many hashes it should have is a choice
// between failures of type 1, which want many, and false positives, which want few.
#include "peel/tables/single_filter_summary.hpp"

#include "lab/kirsch_mitzenmacher/experiments.hpp"
#include "lab/kirsch_mitzenmacher/filling.hpp"
#include "lab/kirsch_mitzenmacher/setting.hpp"
#include "lab/trials.hpp"
#include "lab/workload.hpp"

#include <cmath>

namespace peel::lab::kirsch_mitzenmacher {

namespace {

constexpr ItemCount kAbsentFromCells{1'000};

analysis::SummaryForecast forecast_of_cells(CellCount cells, HashCount hashes) {
  const ForecastTable& table = table_of_10k();
  return analysis::single_filter_forecast(single_filter(cells, hashes, table.shape), table.filled());
}

// The number of hashes with the smallest of what `rate` says, by trying all.
template <class Rate>
HashCount best_hashes(CellCount cells, Rate rate) {
  HashCount best(1);
  for (std::uint64_t k = 2; k <= kMaxSummaryHashes; ++k)
    if (rate(forecast_of_cells(cells, HashCount(k))) < rate(forecast_of_cells(cells, best)))
      best = HashCount(k);
  return best;
}

// Lemma 7.1 with a number of items beyond T1 that does not vary.
double best_hashes_by_lemma(CellCount cells, double beyond_first) {
  const auto failure = [&](double k) {
    return std::pow(1 - std::pow(1 - k / real(cells.value), beyond_first), k);
  };
  double best = 1;
  for (double k = 2; k <= real(kMaxSummaryHashes); ++k)
    if (failure(k) < failure(best)) best = k;
  return best;
}

double type_1(const analysis::SummaryForecast& forecast) {
  return forecast.by_type[0];
}

double false_positive_share(const analysis::SummaryForecast& forecast) {
  return forecast.false_positive_rate;
}

std::vector<Finding> stated() {
  const double ln2 = std::log(2.0), beyond_first = table_of_10k().forecast.of[1].mean();
  constexpr CellCount cells{40'000};  // few enough that the best number is one that a filter may have
  const double k1 = ln2 * real(cells.value) / beyond_first;
  const double k0 = ln2 * real(kPaperCells10k.value) / 10'000;
  const auto neighbours = [](const std::string& formula, double k) {
    return Printed{formula + " = " + decimal(k, 2), Estimate::computed(k), 1, Origin::derived};
  };
  return {{.what = "values of three cells in [0, 5], for a byte",
           .fact = "004.pack3",
           .printed = Printed{"at most 256", Estimate::computed(256), 0, Origin::derived, Relation::at_most},
           .expected = std::pow(6.0, 3)},
          {.what = "hashes with the fewest false positives, 120k cells",
           .printed = neighbours("ln 2 m / n", k0),
           .expected = real(best_hashes(kPaperCells10k, false_positive_share).value)},
          {.what = "hashes with the fewest failures of type 1, 40k cells, T1 passing on its mean",
           .printed = neighbours("ln 2 m / (beta_1 n)", k1),
           .expected = best_hashes_by_lemma(cells, beyond_first)},
          {.what = "the same over the distribution of the items beyond T1",
           .expected = real(best_hashes(cells, type_1).value)}};
}

}  // namespace

Outcome single_filter_hashes(const RunOptions& options) {
  const ForecastTable& table = table_of_10k();
  std::vector<Finding> findings = stated();
  plot::Plot plot{.title = "Single filter, 10,000 items: the choice of the number of hashes",
                  .x = {.label = "hashes"},
                  .y = {.label = "probability", .scale = plot::Scale::logarithmic},
                  .series = {{"failure, 120,000 cells", plot::Source::theory, {}},
                             {"failure, 30,000 cells", plot::Source::theory, {}},
                             {"failure, 30,000 cells, seen", plot::Source::observed, {}},
                             {"false positives, 120,000 cells", plot::Source::theory, {}},
                             {"failure, printed", plot::Source::printed, {{15, 7.64e-10}}}},
                  .marks = {{"the paper's", 15}}};
  constexpr CellCount few{30'000};
  for (std::uint64_t k = 2; k <= 24; ++k) {
    const auto paper = forecast_of_cells(kPaperCells10k, HashCount(k));
    plot.series[0].points.push_back({real(k), paper.failure});
    plot.series[1].points.push_back({real(k), std::min(1.0, forecast_of_cells(few, HashCount(k)).failure)});
    plot.series[3].points.push_back({real(k), paper.false_positive_rate});
  }
  for (const std::uint64_t k : {6U, 10U, 15U, 20U}) {
    const auto cells = single_filter(few, HashCount(k), table.shape);
    const auto empty = require(SingleFilterSummary::make(cells));
    const auto fillings = run_trials(options, k, [&](Seed trial) {
      return fill_with_summary({table.shape, table.items, kAbsentFromCells, empty}, trial);
    });
    const Estimate seen = mean_failures(fillings, table.items);
    findings.push_back({.what = "failures of a table, 30k cells, " + std::to_string(k) + " hashes",
                        .observed = seen,
                        .expected = forecast_of_cells(few, HashCount(k)).failure});
    if (seen.value > 0) plot.series[2].points.push_back(plotted(real(k), seen));
  }
  return {findings, {plot}};
}

Outcome single_filter_cells(const RunOptions& options) {
  const ForecastTable& table = table_of_10k();
  std::vector<Finding> findings;
  plot::Plot failures{.title = "Single filter with 15 hashes, 10,000 items: failures",
                      .x = {.label = "cells, thousands"},
                      .y = {.label = "failures of a table, on average", .scale = plot::Scale::logarithmic},
                      .series = {{"Lemma 7.1", plot::Source::theory, {}},
                                 {"seen", plot::Source::observed, {}},
                                 {"printed", plot::Source::printed, {{120, 7.64e-10}}}},
                      .marks = {{"the paper's", 120}}};
  plot::Plot wrong{.title = "Single filter with 15 hashes, 10,000 items: false positives",
                   .x = {.label = "bits for each item, at 8/3 a cell"},
                   .y = {.label = "false positives", .scale = plot::Scale::logarithmic},
                   .series = {{"Lemma 7.1", plot::Source::theory, {}},
                              {"seen", plot::Source::observed, {}},
                              {"printed", plot::Source::printed, {{32, 0.006}}}},
                   .marks = {{"the paper's", 32}}};
  const auto bits_each = [&](std::uint64_t cells) { return real(cells) * 8 / 3 / real(table.items.value); };
  for (std::uint64_t cells = 21'000; cells <= 150'000; cells += 3'000) {
    const auto expected = forecast_of_cells(CellCount(cells), kPaperHashes);
    failures.series[0].points.push_back({real(cells) / 1000, expected.failure});
    wrong.series[0].points.push_back({bits_each(cells), expected.false_positive_rate});
  }
  for (const std::uint64_t cells : {24'000U, 36'000U, 90'000U, 120'000U, 150'000U}) {
    const auto shape = single_filter(CellCount(cells), kPaperHashes, table.shape);
    const auto empty = require(SingleFilterSummary::make(shape));
    const auto fillings = run_trials(options, cells, [&](Seed trial) {
      return fill_with_summary({table.shape, table.items, kAbsentFromCells, empty}, trial);
    });
    const auto expected = forecast_of_cells(CellCount(cells), kPaperHashes);
    const Estimate failed = mean_failures(fillings, table.items);
    const Estimate affirmed = false_positive_rate(fillings, kAbsentFromCells);
    const std::string what = std::to_string(cells / 1000) + "k cells: ";
    findings.push_back(
        {.what = what + "failures of a table", .observed = failed, .expected = expected.failure});
    findings.push_back(
        {.what = what + "false positives", .observed = affirmed, .expected = expected.false_positive_rate});
    if (failed.value > 0) failures.series[1].points.push_back(plotted(real(cells) / 1000, failed));
    if (affirmed.value > 0) wrong.series[1].points.push_back(plotted(bits_each(cells), affirmed));
  }
  return {findings, {failures, wrong}};
}

}  // namespace peel::lab::kirsch_mitzenmacher
