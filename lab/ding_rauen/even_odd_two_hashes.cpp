// Section IV-C with two hash functions, which the paper did not simulate: its table says 1.301 keys per cell,
// but from one key per cell on a share of the keys is lost that grows from nothing.
#include "peel/analysis/counter_thresholds.hpp"

#include "lab/ding_rauen/critical_load.hpp"
#include "lab/ding_rauen/experiments.hpp"
#include "lab/ding_rauen/threshold_plot.hpp"
#include "lab/trials.hpp"

#include <array>
#include <cstdio>
#include <string>

namespace peel::lab::ding_rauen {

namespace {

constexpr unsigned kHashes = 2;
constexpr double kPrintedThreshold = 1.301;

double keys_lost(const CounterSpec& spec, Seed trial) {
  const Multiset inserted = paper_multiset(trial.derive(0));
  InvertibleCounter counter(require(CounterShape::from(spec)), HashFamily::fast, trial.derive(1));
  require(counter.add(inserted.keys, inserted.times));
  return static_cast<double>(inserted.size()) - static_cast<double>(counter.consume().keys.size());
}

std::string described_loss(double load) {
  std::array<char, 64> text;
  std::snprintf(text.data(), text.size(), "h=2, %.2f keys per cell: keys lost of 10,000", load);
  return text.data();
}

}  // namespace

Outcome even_odd_two_hashes(const RunOptions& options) {
  // Where few keys are lost, how many depends on small sets of keys, of which large tables know nothing.
  constexpr double kAllowed = 0.25;
  std::vector<Finding> findings;
  plot::Series observed{"observed", plot::Source::observed, {}};
  plot::Series theory{"large tables", plot::Source::theory, {}};
  for (const double load : {0.9, 1.05, 1.15, 1.25}) {
    CounterSpec spec = cells_of(CounterVariant::even_odd, HashCount(kHashes));
    spec.cells = cells_for_load(load);
    const auto lost =
        run_trials(options, findings.size(), [&](Seed trial) { return keys_lost(spec, trial); });
    Finding finding{.what = described_loss(load), .observed = Estimate::mean(lost), .digits = 4};
    if (load > analysis::even_odd_threshold(kHashes)) {
      const double expected = static_cast<double>(kKeys) * analysis::even_odd_left_over(kHashes, load);
      finding.fact = "000.evenodd.h2.sim";
      finding.printed = Printed{"none", Estimate::computed(0), 0, Origin::derived};
      finding.expected = expected;
      finding.believed = Interval{expected * (1 - kAllowed), expected * (1 + kAllowed)};
    }
    findings.push_back(finding);
    observed.points.push_back(point_of(load, *finding.observed));
  }
  for (double load = 0.85; load < 1.4; load += 0.025) {
    theory.points.push_back({load, static_cast<double>(kKeys) * analysis::even_odd_left_over(kHashes, load)});
  }
  return {
      findings,
      {{.title = "Even-odd counters with two hash functions",
        .x = {.label = "keys per cell, n/m"},
        .y = {.label = "keys lost of 10,000"},
        .series = {theory, observed},
        .marks = {{"threshold", analysis::even_odd_threshold(kHashes)}, {"printed", kPrintedThreshold}}}}};
}

}  // namespace peel::lab::ding_rauen
