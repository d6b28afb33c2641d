// Section V-C: how many keys some cell keeps, and how far listing could get if it tried all sets of kept keys
// at once. Then only the keys that no cell keeps can block it: what is left once the others are taken out
// must list as a standard counter does.
#include "peel/analysis/counter_thresholds.hpp"

#include "lab/ding_rauen/cell_view.hpp"
#include "lab/ding_rauen/critical_load.hpp"
#include "lab/ding_rauen/experiments.hpp"
#include "lab/ding_rauen/threshold_plot.hpp"
#include "lab/trials.hpp"

#include <array>
#include <cstdio>
#include <string>

namespace peel::lab::ding_rauen {

namespace {

constexpr std::array<const char*, 5> kTable2 = {"1.429", "1.294", "1.158", "1.045", "0.952"};

struct Split {
  std::uint64_t kept = 0;
  Multiset unkept;
};

// Which keys no cell of such a table keeps.
Split split_by_kept(const CounterSpec& spec, const Multiset& inserted, Seed trial) {
  InvertibleCounter counter(require(CounterShape::from(spec)), HashFamily::fast, trial);
  const CellView view(counter, inserted);
  Split split;
  for (std::size_t i = 0; i < inserted.size(); ++i) {
    const std::uint64_t key = inserted.key(i);
    if (view.is_kept(key)) {
      ++split.kept;
    } else {
      split.unkept.append(key, inserted.times[i]);
    }
  }
  return split;
}

CounterSpec one_key_cells(unsigned h, double load) {
  CounterSpec spec = cells_of(CounterVariant::one_key, HashCount(h));
  spec.cells = cells_for_load(load);
  return spec;
}

double ideal_load(unsigned h, double threshold, Seed trial) {
  const Multiset inserted = paper_multiset(trial.derive(0));
  return greatest_load(threshold, {0.95, 1.05}, [&](double load) {
    CounterSpec spec = one_key_cells(h, load);
    const Split split = split_by_kept(spec, inserted, trial.derive(1));
    spec.variant = CounterVariant::standard;
    return lists(spec, {}, split.unkept, trial.derive(1));
  });
}

std::string with_four_digits(double value) {
  std::array<char, 16> text;
  std::snprintf(text.data(), text.size(), "%.4f", value);
  return text.data();
}

}  // namespace

Outcome kept_keys(const RunOptions& options) {
  std::vector<Finding> findings;
  for (unsigned h = kFirstH; h <= 7; ++h) {
    const CounterSpec spec = one_key_cells(h, analysis::kept_key_ideal(h));
    const auto cells = static_cast<double>(require(CounterShape::from(spec)).cells().value);
    const auto per_cell = run_trials(options, h, [&](Seed trial) {
      const Split split = split_by_kept(spec, paper_multiset(trial.derive(0)), trial.derive(1));
      return static_cast<double>(split.kept) / cells;
    });
    double harmonic = 0.0;
    for (unsigned i = 1; i <= h; ++i) harmonic += 1.0 / i;
    const double limit = harmonic / h;
    findings.push_back(
        {.what = "kept keys per cell at the load of Table II, h=" + std::to_string(h),
         .fact = "000.onekeys.C.h" + std::to_string(h),
         .printed = Printed{with_four_digits(limit), Estimate::computed(limit), 0.005, Origin::measured},
         .observed = Estimate::mean(per_cell),
         .expected = analysis::expected_kept_keys(ItemCount(kKeys), require(CounterShape::from(spec)).cells(),
                                                  HashCount(h)) /
                     cells});
  }
  return {findings};
}

Outcome table_2_ideal(const RunOptions& options) {
  std::vector<Finding> findings;
  for (unsigned h = kFirstH; h <= 7; ++h) {
    const double threshold = analysis::kept_key_ideal_threshold(h);
    const auto loads = run_trials(options, h, [&](Seed trial) { return ideal_load(h, threshold, trial); });
    const char* text = kTable2[h - kFirstH];
    findings.push_back(
        {.what = "all sets of kept keys tried at once, h=" + std::to_string(h) + ", keys per cell",
         .fact = "000.tableII.sim.h" + std::to_string(h),
         .printed = Printed{text, Estimate::computed(std::stod(text)), 0.0151, Origin::measured},
         .observed = mean_load(loads),
         .expected = threshold,
         .believed = Interval{threshold * (1 - kFiniteSize), threshold * (1 + kSampling)},
         .digits = 4});
  }
  return {findings, {threshold_plot("Table II, tried out", series_of(findings, kFirstH, "Table II"))}};
}

}  // namespace peel::lab::ding_rauen
