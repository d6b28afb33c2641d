// Counters of the same number of words: how many keys they list, as a multiple of what standard cells list.
// Beside the paper's cells, moment cells, which are ours.
#include "peel/analysis/counter_thresholds.hpp"
#include "peel/analysis/peeling.hpp"

#include "lab/ding_rauen/critical_load.hpp"
#include "lab/ding_rauen/experiments.hpp"
#include "lab/ding_rauen/threshold_plot.hpp"
#include "lab/trials.hpp"

#include <string>

namespace peel::lab::ding_rauen {

namespace {

using analysis::KeptKeyRule, analysis::KeptKeyUse;

struct Contender {
  std::string name;
  CounterVariant variant;
  KeptKey kept;
  double words;
  double (*threshold)(unsigned h);
  double below;         // by which share of it 10,000 keys may fail earlier
  plot::Source source;  // facts.json has a gain for the paper's
};

constexpr double kStandardWords = 3;

const Contender kContenders[] = {
    {"even-odd", CounterVariant::even_odd, KeptKey::first, 4, analysis::even_odd_threshold, kFiniteSize,
     plot::Source::observed},
    {"one-key, first kept", CounterVariant::one_key, KeptKey::first, 4,
     [](unsigned h) { return analysis::kept_key_threshold(h, {}); }, kFiniteSize, plot::Source::observed},
    {"one-key, random kept", CounterVariant::one_key, KeptKey::random, 4,
     [](unsigned h) {
       return analysis::kept_key_threshold(h, {KeptKeyRule::random, KeptKeyUse::anywhere});
     },
     kUnequal, plot::Source::observed},
    {"moment", CounterVariant::moment, KeptKey::first, 4,
     [](unsigned h) { return analysis::core_threshold(h, 3); }, kFiniteSize, plot::Source::ours},
};

struct Threshold {
  double contender;
  double standard;
};

// How many times as many keys as in standard cells, for one multiset.
double gain(const Contender& contender, HashCount h, const Threshold& threshold, Seed trial) {
  const Kind kind{contender.name, cells_of(contender.variant, h, contender.kept)};
  const Kind plain{"standard", cells_of(CounterVariant::standard, h)};
  return critical_load(kind, threshold.contender, {}, trial) / contender.words /
         (critical_load(plain, threshold.standard, {}, trial) / kStandardWords);
}

}  // namespace

Outcome equal_space(const RunOptions& options) {
  Outcome outcome;
  plot::Plot plot{.title = "Keys in the same space, as a multiple of a standard counter's",
                  .x = {.label = "hash functions, h"},
                  .y = {.label = "keys, relative to a standard counter of the same words"},
                  .series = {{"one-key, printed", plot::Source::printed, {}}}};
  constexpr double kPrinted[] = {1.24, 1.18, 1.16, 1.13, 1.11};
  for (unsigned h = 3; h <= 7; ++h)
    plot.series.front().points.push_back({static_cast<double>(h), kPrinted[h - 3]});
  std::uint64_t purpose = 0;
  for (const Contender& contender : kContenders) {
    plot::Series series{contender.name, contender.source, {}};
    for (unsigned h = 3; h <= 7; ++h) {
      const Threshold threshold{contender.threshold(h), analysis::core_threshold(h, 2)};
      const auto gains = run_trials(
          options, ++purpose, [&](Seed trial) { return gain(contender, HashCount(h), threshold, trial); });
      const double expected = threshold.contender / contender.words / (threshold.standard / kStandardWords);
      outcome.findings.push_back(
          {.what = contender.name + ", h=" + std::to_string(h) + ": gain over standard in the same space",
           .fact = contender.source == plot::Source::observed ? "000.equalspace.h" + std::to_string(h) : "",
           .observed = mean_load(gains),
           .expected = expected,
           .believed = Interval{expected * (1 - contender.below), expected * (1 + kFiniteSize)},
           .digits = 4});
      series.points.push_back(point_of(h, *outcome.findings.back().observed));
    }
    plot.series.push_back(series);
  }
  outcome.plots.push_back(plot);
  return outcome;
}

}  // namespace peel::lab::ding_rauen
