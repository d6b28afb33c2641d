// Figure 1: how the share of successful listings drops. The curve itself is not printed as numbers; what can
// be checked is where it drops. And the same axes for counters that the paper does not have.
#include "peel/analysis/counter_thresholds.hpp"
#include "peel/analysis/coupled_peeling.hpp"
#include "peel/analysis/listing_failure.hpp"
#include "peel/analysis/peeling.hpp"

#include "lab/ding_rauen/critical_load.hpp"
#include "lab/ding_rauen/experiments.hpp"
#include "lab/ding_rauen/threshold_plot.hpp"
#include "lab/trials.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <initializer_list>
#include <optional>
#include <string>

namespace peel::lab::ding_rauen {

namespace {

struct Curve {
  std::string name;
  CounterSpec cells;  // but for their number
  double threshold;   // keys per cell
  plot::Source source = plot::Source::observed;
  // Where analysis/ knows how often listing fails.
  std::optional<analysis::KeysPerCell> shown = {};
};

// What analysis/ expects at a point, in percent.
void expect(const analysis::KeysPerCell& shown, const CounterSpec& spec, Finding& finding) {
  const SegmentCount sub_tables = spec.segments.value == 0 ? SegmentCount(spec.hashes.value) : spec.segments;
  const auto failure =
      analysis::listing_failure(ItemCount(kKeys), {spec.cells, spec.hashes, sub_tables}, shown);
  finding.expected = 100 * (1 - failure.probability);
  finding.believed = Interval{100 * (1 - failure.most), 100 * (1 - failure.least)};
}

std::string described_point(const Curve& curve, double load) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), ", %.3f", load);
  return curve.name + text.data() + " keys per cell: trials listed, %";
}

plot::Plot empty_figure(const std::string& title) {
  return {.title = title,
          .x = {.label = "keys per cell, n/m"},
          .y = {.label = "probability of successful listing", .low = 0, .high = 1},
          .series = {}};
}

Estimate share_listed(const CounterSpec& spec, const RunOptions& options, std::uint64_t purpose) {
  const auto results = run_trials(options, purpose, [&](Seed trial) {
    return lists(spec, {}, paper_multiset(trial.derive(0)), trial.derive(1)) ? 1 : 0;
  });
  return Estimate::proportion(static_cast<std::uint64_t>(std::ranges::count(results, 1)), options.trials);
}

// Points at these shares of the threshold: nearly all trials list at the first, nearly none at the last.
void trace(const Curve& curve, std::initializer_list<double> shares, const RunOptions& options,
           Outcome& outcome) {
  plot::Series series{curve.name, curve.source, {}};
  plot::Series theory{curve.name + ", expected", plot::Source::theory, {}};
  std::vector<Finding>& findings = outcome.findings;
  const std::size_t first = findings.size();
  for (const double share : shares) {
    const double load = share * curve.threshold;
    CounterSpec spec = curve.cells;
    spec.cells = cells_for_load(load);
    const Estimate listed = share_listed(spec, options, findings.size());
    findings.push_back({.what = described_point(curve, load), .observed = listed.in_percent(), .digits = 3});
    if (curve.shown) {
      expect(*curve.shown, spec, findings.back());
      theory.points.push_back({load, *findings.back().expected / 100});
    }
    series.points.push_back(point_of(load, listed));
  }
  // "With high probability" is read as 99 %.
  if (curve.source == plot::Source::observed) {
    findings[first].printed = Printed{"w.h.p.", Estimate::computed(100), 1, Origin::measured};
    findings.back().printed = Printed{"none", Estimate::computed(0), 1, Origin::measured};
  }
  if (curve.shown) outcome.plots.back().series.push_back(theory);
  outcome.plots.back().series.push_back(series);
  outcome.plots.back().marks.push_back({curve.name, curve.threshold});
}

}  // namespace

Outcome figure_1(const RunOptions& options) {
  Outcome outcome{{}, {empty_figure("Figure 1: one-key counters, optimised")}};
  for (unsigned h = 3; h <= 6; ++h) {
    const double threshold = analysis::kept_key_threshold(h, {});
    const Curve curve{"h=" + std::to_string(h), cells_of(CounterVariant::one_key, HashCount(h)), threshold};
    trace(curve, {0.965, 0.985, 0.992, 0.997, 1.003, 1.02}, options, outcome);
  }
  for (const unsigned h : {3U, 5U, 6U}) {
    outcome.findings.push_back({.what = "where the curve drops, h=" + std::to_string(h) + ", keys per cell",
                                .fact = "000.fig1.caption",
                                .printed = Printed{"1.21", Estimate::computed(1.21), 0.0151, Origin::derived},
                                .expected = analysis::kept_key_threshold(h, {})});
  }
  outcome.findings.push_back({.what = "where the curve drops, h=4, keys per cell",
                              .printed = Printed{"1.21", Estimate::computed(1.21), 0.0151, Origin::derived},
                              .expected = analysis::kept_key_threshold(4, {})});
  outcome.plots.back().marks.push_back({"1.21, printed", 1.21});
  return outcome;
}

namespace {

// Of a cell, by the name of a curve.
double words_of(const std::string& name) {
  if (name.starts_with("standard")) return 3;
  return name.starts_with("combined") ? 5 : 4;
}

}  // namespace

Outcome figure_1_ours(const RunOptions& options) {
  using enum CounterVariant;
  constexpr HashCount kThree{3};
  constexpr SegmentCount kSegments{24};
  const auto coupled = [&](analysis::KeysPerCell shown) {
    return 1 / analysis::coupled_threshold(kThree, kSegments, shown);
  };
  Outcome outcome{{}, {empty_figure("Figure 1's axes, h=3: other counters")}};
  const Curve curves[] = {
      {"one-key", cells_of(one_key, kThree), analysis::kept_key_threshold(3, {})},
      {"combined", cells_of(CounterVariant::combined, kThree),
       analysis::kept_key_threshold(
           3, {analysis::KeptKeyRule::first, analysis::KeptKeyUse::anywhere, analysis::KeyClasses::two}),
       plot::Source::ours},
      {"moment", cells_of(CounterVariant::moment, kThree), analysis::core_threshold(3, 3), plot::Source::ours,
       analysis::KeysPerCell::two},
  };
  for (const Curve& curve : curves) trace(curve, {0.965, 0.99, 0.997, 1.003, 1.02}, options, outcome);
  // A chain of short segments breaks down further below its threshold.
  const Curve chains[] = {
      {"standard, coupled", coupled_cells_of(standard, kThree, kSegments),
       coupled(analysis::KeysPerCell::one), plot::Source::ours, analysis::KeysPerCell::one},
      {"moment, coupled", coupled_cells_of(CounterVariant::moment, kThree, kSegments),
       coupled(analysis::KeysPerCell::two), plot::Source::ours, analysis::KeysPerCell::two},
  };
  for (const Curve& chain : chains) trace(chain, {0.9, 0.93, 0.95, 0.97, 1.0}, options, outcome);
  // Of coupled one-key cells no threshold is known. With 10,000 keys they drop below partitioned ones.
  const Curve one_key_chain{"one-key, coupled", coupled_cells_of(one_key, kThree, kSegments),
                            analysis::kept_key_threshold(3, {}), plot::Source::ours};
  trace(one_key_chain, {0.93, 0.95, 0.96, 0.97, 0.98}, options, outcome);

  // The same in keys per word of memory.
  plot::Plot words = outcome.plots.back();
  words.title = "The same space, h=3: other counters";
  words.x.label = "keys per word of 8 bytes";
  for (plot::Series& series : words.series) {
    for (plot::Point& point : series.points) point.x /= words_of(series.name);
  }
  for (plot::Mark& mark : words.marks) mark.x /= words_of(mark.name);
  outcome.plots.push_back(words);
  return outcome;
}

}  // namespace peel::lab::ding_rauen
