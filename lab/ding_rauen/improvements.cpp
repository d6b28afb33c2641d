// The improvement columns of Table III(c) and (d): how many more keys one-key counters hold than standard
// ones in the same space. They follow from the printed thresholds, as far as these were rounded.
#include "lab/ding_rauen/experiments.hpp"
#include "lab/ding_rauen/threshold_plot.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace peel::lab::ding_rauen {

namespace {

constexpr double kHalfAHundredth = 0.005;
constexpr double kMoreCells = 4.0 / 3.0;  // words of a one-key cell over those of a standard one

using ThresholdColumn = std::array<double, 5>;  // h = 3 to 7
constexpr ThresholdColumn kStandard = {0.81, 0.76, 0.70, 0.63, 0.58};

struct Table {
  std::string name;
  std::string facts;  // but for the h behind them
  ThresholdColumn thresholds;
  std::array<const char*, 5> improvements;
};

// Right to what the rounding of both thresholds leaves open.
Estimate improvement(const Table& table, std::size_t i) {
  const double ratio = table.thresholds[i] / (kMoreCells * kStandard[i]);
  const double most =
      (table.thresholds[i] + kHalfAHundredth) / (kMoreCells * (kStandard[i] - kHalfAHundredth));
  return Estimate::computed(ratio, most - ratio);
}

void judge(const Table& table, Outcome& outcome) {
  plot::Series printed{table.name + ", printed", plot::Source::printed, {}};
  plot::Series computed{table.name + ", from the printed thresholds", plot::Source::theory, {}};
  for (std::size_t i = 0; i < kStandard.size(); ++i) {
    const char* text = table.improvements[i];
    const std::string h = std::to_string(i + 3);
    outcome.findings.push_back(
        {.what = table.name + ", improvement, h=" + h,
         .fact = table.facts + h,
         .printed = Printed{text, Estimate::computed(std::stod(text)), kHalfAHundredth, Origin::derived},
         .observed = improvement(table, i),
         .digits = 4});
    printed.points.push_back({static_cast<double>(i + 3), std::stod(text)});
    computed.points.push_back(point_of(static_cast<double>(i + 3), improvement(table, i)));
  }
  outcome.plots.push_back({.title = table.name + ": improvement over standard counters in the same space",
                           .x = {.label = "hash functions, h"},
                           .y = {.label = "keys, relative to a standard counter of the same words"},
                           .series = {printed, computed}});
}

Finding range_end(const std::string& which, const char* printed, double ratio) {
  return {.what = which + " improvement for h = 3 to 7, optimised, %",
          .fact = "000.improvement.range",
          .printed = Printed{printed, Estimate::computed(std::stod(printed)), 0.5, Origin::derived},
          .expected = 100 * (ratio - 1),
          .digits = 3};
}

}  // namespace

Outcome improvements(const RunOptions&) {
  const Table without{"Table III(c)",
                      "000.tableIIIc.improvement.h",
                      {1.27, 1.14, 1.01, 0.90, 0.81},
                      {"1.13", "1.12", "1.08", "1.04", "1.05"}};
  const Table with{"Table III(d)",
                   "000.tableIIId.improvement.h",
                   {1.34, 1.21, 1.07, 0.95, 0.86},
                   {"1.24", "1.18", "1.16", "1.13", "1.11"}};
  Outcome outcome;
  judge(without, outcome);
  judge(with, outcome);
  std::array<double, 5> ratios;
  for (std::size_t i = 0; i < ratios.size(); ++i) ratios[i] = improvement(with, i).value;
  outcome.findings.push_back(range_end("least", "11", *std::ranges::min_element(ratios)));
  outcome.findings.push_back(range_end("greatest", "24", *std::ranges::max_element(ratios)));
  return outcome;
}

}  // namespace peel::lab::ding_rauen
