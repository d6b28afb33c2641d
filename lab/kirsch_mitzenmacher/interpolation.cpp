// Section 6: the leading bits of each item's hash in a sorted row. With the paper's bits nothing is ever
// seen to happen; with fewer, collisions come as often as birthdays do.
#include "peel/tables/interpolation_summary.hpp"
#include "peel/tables/table_key.hpp"

#include "lab/kirsch_mitzenmacher/experiments.hpp"
#include "lab/kirsch_mitzenmacher/filling.hpp"
#include "lab/kirsch_mitzenmacher/setting.hpp"
#include "lab/trials.hpp"
#include "lab/workload.hpp"

#include <algorithm>
#include <array>

namespace peel::lab::kirsch_mitzenmacher {

namespace {

struct Searched {
  std::uint32_t collisions;
  std::uint32_t false_positives;
};

Searched search(BitWidth bits, ItemCount items, Seed trial) {
  const KeyedHash<std::uint64_t> hash(HashFamily::fast, trial);
  auto summary = require(InterpolationSummary::make(bits, items));
  for (std::uint64_t key = 0; key < items.value; ++key) summary.note(hash(key), Level(1));
  Searched result{static_cast<std::uint32_t>(summary.collisions()), 0};
  for (std::uint64_t key = items.value; key < 2 * items.value; ++key)
    result.false_positives += summary.where(hash(key)).is_none() ? 0U : 1U;
  return result;
}

void as_printed(const ForecastTable& table, BitWidth bits, Printed failure, Printed false_positives,
                std::vector<Finding>& findings) {
  const auto forecast = analysis::interpolation_forecast(bits, table.filled());
  const std::string size = table.items.value == 10'000 ? "10k" : "100k";
  const std::string what = size + " items, " + std::to_string(bits.value) + " bits: ";
  findings.push_back({.what = what + "failure probability",
                      .fact = "004.is.fail." + size,
                      .printed = std::move(failure),
                      .expected = forecast.failure});
  findings.push_back({.what = what + "false positives",
                      .fact = "004.is.fp." + size,
                      .printed = std::move(false_positives),
                      .expected = forecast.false_positive_rate});
}

}  // namespace

Outcome interpolation(const RunOptions& options) {
  const ForecastTable& table = table_of_10k();
  std::vector<Finding> findings;
  as_printed(table, BitWidth(55), derived("1.39e-9", 0.005e-9), derived("2.78e-13", 0.005e-13), findings);
  as_printed(table_of_100k(), BitWidth(61), derived("2.17e-9", 0.005e-9), derived("4.34e-14", 0.005e-14),
             findings);

  plot::Plot plot{.title = "Interpolation search, 10,000 items",
                  .x = {.label = "bits of an item's hash"},
                  .y = {.label = "probability", .scale = plot::Scale::logarithmic},
                  .series = {{"failure, birthday problem", plot::Source::theory, {}},
                             {"failure, seen", plot::Source::observed, {}},
                             {"false positives, n / 2^b", plot::Source::theory, {}},
                             {"false positives, seen", plot::Source::observed, {}},
                             {"failure, printed", plot::Source::printed, {{55, 1.39e-9}}}},
                  .marks = {{"the paper's", 55}}};
  for (std::uint64_t bits = 26; bits <= 58; ++bits) {
    const auto forecast = analysis::interpolation_forecast(BitWidth(bits), table.filled());
    plot.series[0].points.push_back({real(bits), forecast.failure});
    plot.series[2].points.push_back({real(bits), forecast.false_positive_rate});
  }
  for (const std::uint64_t bits : {26U, 28U, 30U}) {
    const auto forecast = analysis::interpolation_forecast(BitWidth(bits), table.filled());
    const auto results =
        run_trials(options, bits, [&](Seed trial) { return search(BitWidth(bits), table.items, trial); });
    std::vector<double> shares;
    shares.reserve(results.size());
    for (const Searched& each : results) shares.push_back(each.false_positives / real(table.items.value));
    const auto failed = static_cast<std::uint64_t>(
        std::ranges::count_if(results, [](const Searched& each) { return each.collisions > 0; }));
    const Estimate failure = Estimate::proportion(failed, options.trials);
    const Estimate false_positives = Estimate::mean_share(shares, table.items.value);
    const std::string what = "10k items, " + std::to_string(bits) + " bits: ";
    findings.push_back(
        {.what = what + "failure probability", .observed = failure, .expected = forecast.failure});
    findings.push_back({.what = what + "false positives",
                        .observed = false_positives,
                        .expected = forecast.false_positive_rate});
    // On a logarithmic axis there is no place for none.
    if (failure.value > 0) plot.series[1].points.push_back(plotted(real(bits), failure));
    if (false_positives.value > 0) plot.series[3].points.push_back(plotted(real(bits), false_positives));
  }
  return {findings, {plot}};
}

}  // namespace peel::lab::kirsch_mitzenmacher
