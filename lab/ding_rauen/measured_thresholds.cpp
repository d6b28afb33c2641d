// Table III and what belongs beside it: the most keys per cell with which a counter lists everything.
#include "peel/analysis/counter_thresholds.hpp"
#include "peel/analysis/peeling.hpp"

#include "lab/ding_rauen/critical_load.hpp"
#include "lab/ding_rauen/experiments.hpp"
#include "lab/ding_rauen/threshold_plot.hpp"

#include <array>
#include <string>

namespace peel::lab::ding_rauen {

namespace {

// The paper says no more of its steps than two decimals.
constexpr double kPaperSteps = 0.0151;

struct PrintedTable {
  std::string title;
  std::string facts;                 // but for the h behind them
  std::array<const char*, 5> loads;  // for h = 3 to 7
};

template <class Threshold>
Outcome printed_table(const PrintedTable& table, const std::string& name, CounterVariant variant,
                      const ListingEffort& effort, const RunOptions& options, Threshold threshold) {
  std::vector<Finding> findings;
  for (unsigned h = kFirstH; h <= kMaxHashes; ++h) {
    findings.push_back(
        measured_load({name, cells_of(variant, HashCount(h)), effort}, threshold(h), options, h));
    if (h - kFirstH >= table.loads.size()) continue;  // beyond the paper's seven
    const char* text = table.loads[h - kFirstH];
    findings.back().fact = table.facts + std::to_string(h);
    findings.back().printed =
        Printed{text, Estimate::computed(std::stod(text)), kPaperSteps, Origin::measured};
  }
  return {findings, {threshold_plot(table.title, series_of(findings, kFirstH, name))}};
}

constexpr ListingEffort kOwnKey{.kept = ListingEffort::KeptKeys::own};

double kept_threshold(unsigned h, analysis::KeptKeyRule rule, analysis::KeptKeyUse use,
                      analysis::KeyClasses classes = analysis::KeyClasses::one) {
  return analysis::kept_key_threshold(h, {rule, use, classes});
}

}  // namespace

Outcome table_3a(const RunOptions& options) {
  const PrintedTable table{
      "Table III(a): standard counters", "000.tableIIIa.h", {"0.81", "0.76", "0.70", "0.63", "0.58"}};
  return printed_table(table, "standard", CounterVariant::standard, {}, options,
                       [](unsigned h) { return analysis::core_threshold(h, 2); });
}

Outcome table_3b(const RunOptions& options) {
  const PrintedTable table{
      "Table III(b): even-odd counters", "000.tableIIIb.h", {"1.22", "1.08", "0.90", "0.65", "0.54"}};
  return printed_table(table, "even-odd", CounterVariant::even_odd, {}, options,
                       analysis::even_odd_threshold);
}

Outcome table_3c(const RunOptions& options) {
  const PrintedTable table{"Table III(c): one-key counters, conditions 1 to 3",
                           "000.tableIIIc.h",
                           {"1.27", "1.14", "1.01", "0.90", "0.81"}};
  return printed_table(table, "one-key, first kept, conditions 1 to 3", CounterVariant::one_key, kOwnKey,
                       options, [](unsigned h) {
                         return kept_threshold(h, analysis::KeptKeyRule::first,
                                               analysis::KeptKeyUse::own_cell);
                       });
}

Outcome table_3d(const RunOptions& options) {
  const PrintedTable table{"Table III(d): one-key counters, optimised",
                           "000.tableIIId.h",
                           {"1.34", "1.21", "1.07", "0.95", "0.86"}};
  return printed_table(table, "one-key, first kept, optimised", CounterVariant::one_key, {}, options,
                       [](unsigned h) { return analysis::kept_key_threshold(h, {}); });
}

// Other ways to the same threshold as Table III(d).
Outcome kept_key_rules(const RunOptions& options) {
  const double threshold = analysis::kept_key_threshold(3, {});
  constexpr ListingEffort kWhenStuck{.kept = ListingEffort::KeptKeys::when_stuck};
  return {{measured_load({"one-key, first kept, Algorithm 2 alone",
                          cells_of(CounterVariant::one_key, HashCount(3)), kWhenStuck},
                         threshold, options, 0),
           measured_load({"one-key, last kept, optimised",
                          cells_of(CounterVariant::one_key, HashCount(3), KeptKey::last)},
                         threshold, options, 1)}};
}

// The library draws 1/count, so that keys that come often are kept more often; the threshold is for keeping
// any key with equal probability.
Outcome random_kept_key(const RunOptions& options) {
  std::vector<Finding> findings;
  for (unsigned h = kFirstH; h <= 7; ++h) {
    findings.push_back(measured_load(
        {"one-key, random kept, conditions 1 to 3",
         cells_of(CounterVariant::one_key, HashCount(h), KeptKey::random), kOwnKey},
        kept_threshold(h, analysis::KeptKeyRule::random, analysis::KeptKeyUse::own_cell), options, h));
  }
  const auto series = series_of(findings, kFirstH, "random kept");
  const double anywhere =
      kept_threshold(kFirstH, analysis::KeptKeyRule::random, analysis::KeptKeyUse::anywhere);
  findings.push_back(measured_load({"one-key, random kept, optimised",
                                    cells_of(CounterVariant::one_key, HashCount(kFirstH), KeptKey::random)},
                                   anywhere, options, 10, {0.95, 1.012}));
  for (Finding& finding : findings) finding.believed->low = *finding.expected * (1 - kUnequal);
  return {findings, {threshold_plot("One-key counters that keep a random key, conditions 1 to 3", series)}};
}

// Between the threshold for one kept key and the ideal of Table II there is nothing to compare with.
Outcome several_kept_keys(const RunOptions& options) {
  std::vector<Finding> findings;
  for (unsigned h = kFirstH; h <= 4; ++h) {
    const double one = analysis::kept_key_threshold(h, {});
    const double ideal = analysis::kept_key_ideal_threshold(h);
    Finding finding = measured_load({"one-key, two kept keys and another",
                                     cells_of(CounterVariant::one_key, HashCount(h)),
                                     {.kept_together = 2, .splits_per_cell = 20'000}},
                                    one, options, h, {0.97, 1.06});
    finding.believed = Interval{one * (1 - kFiniteSize), ideal * (1 + kSampling)};
    findings.push_back(finding);
  }
  return {findings};
}

Outcome combined(const RunOptions& options) {
  std::vector<Finding> findings;
  for (unsigned h = kFirstH; h <= kMaxHashes; ++h) {
    findings.push_back(
        measured_load({"combined, first kept, optimised", cells_of(CounterVariant::combined, HashCount(h))},
                      kept_threshold(h, analysis::KeptKeyRule::first, analysis::KeptKeyUse::anywhere,
                                     analysis::KeyClasses::two),
                      options, h));
  }
  return {findings,
          {threshold_plot("Combined counters, the paper's future work",
                          {observed_series(findings, kFirstH, "combined", plot::Source::ours)})}};
}

Outcome moment(const RunOptions& options) {
  constexpr unsigned kFirst = 2;
  std::vector<Finding> findings;
  for (unsigned h = kFirst; h <= 7; ++h) {
    findings.push_back(measured_load({"moment", cells_of(CounterVariant::moment, HashCount(h))},
                                     analysis::core_threshold(h, 3), options, h));
  }
  return {
      findings,
      {threshold_plot("Moment counters", {observed_series(findings, kFirst, "moment", plot::Source::ours)})}};
}

}  // namespace peel::lab::ding_rauen
