// Table III and what belongs beside it: the most keys per cell with which a counter lists everything, found
// by halving an interval for each trial's multiset.
#include "peel/analysis/counter_thresholds.hpp"
#include "peel/analysis/coupled_peeling.hpp"
#include "peel/analysis/peeling.hpp"

#include "lab/ding_rauen/experiments.hpp"
#include "lab/ding_rauen/setting.hpp"
#include "lab/trials.hpp"

#include <array>
#include <string>

namespace peel::lab::ding_rauen {

namespace {

// The paper says no more of its steps than two decimals.
constexpr double kPaperSteps = 0.0151;
// A counter of 10,000 keys fails a little below the threshold of large ones, and the halving stops somewhat
// below where it fails.
constexpr double kFiniteSize = 0.015;
constexpr double kSampling = 0.004;
constexpr double kStep = 0.004;

struct Kind {
  std::string name;
  CounterSpec cells;  // but for their number
  ListingEffort effort = {};
};

double critical_load(const Kind& kind, double threshold, Seed trial) {
  const Multiset inserted = paper_multiset(trial.derive(0));
  double lists_at = 0.85 * threshold, fails_at = 1.06 * threshold;
  while (fails_at - lists_at > kStep) {
    const double load = (lists_at + fails_at) / 2;
    CounterSpec spec = kind.cells;
    spec.cells = CellCount(static_cast<std::uint64_t>(static_cast<double>(kKeys) / load));
    (lists(spec, kind.effort, inserted, trial.derive(1)) ? lists_at : fails_at) = load;
  }
  return lists_at;
}

// What a trial of 10,000 keys comes to, beside the threshold of large tables.
Finding measured(const Kind& kind, double threshold, const RunOptions& options, std::uint64_t purpose) {
  const auto loads =
      run_trials(options, purpose, [&](Seed trial) { return critical_load(kind, threshold, trial); });
  return {.what = kind.name + ", h=" + std::to_string(kind.cells.hashes.value) + ", keys per cell",
          .observed = Estimate::mean(loads),
          .expected = threshold,
          .believed = Interval{threshold * (1 - kFiniteSize), threshold * (1 + kSampling)},
          .digits = 4};
}

CounterSpec cells_of(CounterVariant variant, std::uint64_t hashes, KeptKey kept = KeptKey::first) {
  return {.cells = CellCount(0),
          .hashes = HashCount(hashes),
          .key_width = ByteWidth(4),
          .variant = variant,
          .kept = kept};
}

using Printed5 = std::array<const char*, 5>;  // for h = 3 to 7

template <class Threshold>
std::vector<Finding> printed_table(const std::string& name, const Printed5& printed, CounterVariant variant,
                                   const ListingEffort& effort, const RunOptions& options,
                                   Threshold threshold) {
  std::vector<Finding> findings;
  for (unsigned h = 3; h <= kMaxHashes; ++h) {
    findings.push_back(measured({name, cells_of(variant, h), effort}, threshold(h), options, h));
    if (h - 3 >= printed.size()) continue;  // beyond the paper's seven
    const char* text = printed[h - 3];
    findings.back().printed =
        lab::Printed{text, Estimate::computed(std::stod(text)), kPaperSteps, Origin::measured};
  }
  return findings;
}

constexpr ListingEffort kOwnKey{.kept = ListingEffort::KeptKeys::own};

double kept_threshold(unsigned h, analysis::KeptKeyRule rule, analysis::KeptKeyUse use,
                      analysis::KeyClasses classes = analysis::KeyClasses::one) {
  return analysis::kept_key_threshold(h, {rule, use, classes});
}

}  // namespace

Outcome table_3a(const RunOptions& options) {
  return {printed_table("standard", {"0.81", "0.76", "0.70", "0.63", "0.58"}, CounterVariant::standard, {},
                        options, [](unsigned h) { return analysis::core_threshold(h, 2); })};
}

Outcome table_3b(const RunOptions& options) {
  auto findings = printed_table("even-odd", {"1.22", "1.08", "0.90", "0.65", "0.54"},
                                CounterVariant::even_odd, {}, options, analysis::even_odd_threshold);
  for (Finding& finding : findings) {
    if (finding.printed)
      finding.known = {Verdict::differs, "the paper's hash functions are weak; these are not"};
  }
  return {findings};
}

Outcome table_3c(const RunOptions& options) {
  return {printed_table("one-key, first kept, conditions 1 to 3", {"1.27", "1.14", "1.01", "0.90", "0.81"},
                        CounterVariant::one_key, kOwnKey, options, [](unsigned h) {
                          return kept_threshold(h, analysis::KeptKeyRule::first,
                                                analysis::KeptKeyUse::own_cell);
                        })};
}

Outcome table_3d(const RunOptions& options) {
  const auto threshold = [](unsigned h) {
    return kept_threshold(h, analysis::KeptKeyRule::first, analysis::KeptKeyUse::anywhere);
  };
  auto findings = printed_table("one-key, first kept, optimised", {"1.34", "1.21", "1.07", "0.95", "0.86"},
                                CounterVariant::one_key, {}, options, threshold);
  constexpr ListingEffort kWhenStuck{.kept = ListingEffort::KeptKeys::when_stuck};
  findings.push_back(
      measured({"one-key, first kept, Algorithm 2 alone", cells_of(CounterVariant::one_key, 3), kWhenStuck},
               threshold(3), options, 100));
  findings.push_back(
      measured({"one-key, last kept, optimised", cells_of(CounterVariant::one_key, 3, KeptKey::last)},
               threshold(3), options, 101));
  return {findings};
}

// The library draws 1/count, so that keys that come often are kept more often: a little better than keeping
// any key with equal probability, which is what the threshold is for.
Outcome random_kept_key(const RunOptions& options) {
  std::vector<Finding> findings;
  for (unsigned h = 3; h <= 7; ++h) {
    const CounterSpec cells = cells_of(CounterVariant::one_key, h, KeptKey::random);
    findings.push_back(measured(
        {"one-key, random kept, conditions 1 to 3", cells, kOwnKey},
        kept_threshold(h, analysis::KeptKeyRule::random, analysis::KeptKeyUse::own_cell), options, h));
    findings.push_back(measured(
        {"one-key, random kept, optimised", cells},
        kept_threshold(h, analysis::KeptKeyRule::random, analysis::KeptKeyUse::anywhere), options, 10 + h));
  }
  return {findings};
}

// Between the threshold for one kept key and the ideal of Table II there is nothing to compare with.
Outcome several_kept_keys(const RunOptions& options) {
  std::vector<Finding> findings;
  for (unsigned h = 3; h <= 4; ++h) {
    const double one = kept_threshold(h, analysis::KeptKeyRule::first, analysis::KeptKeyUse::anywhere);
    Finding finding = measured({"one-key, two kept keys and another",
                                cells_of(CounterVariant::one_key, h),
                                {.kept_together = 2, .splits_per_cell = 20'000}},
                               one, options, h);
    finding.believed = Interval{one * (1 - kFiniteSize), analysis::kept_key_ideal(h)};
    findings.push_back(finding);
  }
  return {findings};
}

Outcome combined(const RunOptions& options) {
  std::vector<Finding> findings;
  for (unsigned h = 3; h <= kMaxHashes; ++h) {
    findings.push_back(measured({"combined, first kept, optimised", cells_of(CounterVariant::combined, h)},
                                kept_threshold(h, analysis::KeptKeyRule::first,
                                               analysis::KeptKeyUse::anywhere, analysis::KeyClasses::two),
                                options, h));
  }
  return {findings};
}

Outcome moment(const RunOptions& options) {
  std::vector<Finding> findings;
  for (unsigned h = 2; h <= 7; ++h) {
    findings.push_back(measured({"moment", cells_of(CounterVariant::moment, h)},
                                analysis::core_threshold(h, 3), options, h));
  }
  return {findings};
}

}  // namespace peel::lab::ding_rauen
