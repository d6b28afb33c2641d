// GET of a key that is not in the table. With checks only an empty cell proves it (section 3, where the paper
// prints the probability of the opposite); in a simple table a cell with one other key does too (2.3).
#include "peel/analysis/peeling.hpp"

#include "lab/goodrich_mitzenmacher/curves.hpp"
#include "lab/goodrich_mitzenmacher/experiments.hpp"
#include "lab/goodrich_mitzenmacher/setting.hpp"
#include "lab/trials.hpp"

#include <cmath>

namespace peel::lab::goodrich_mitzenmacher {

namespace {

// Asks for as many absent keys as there are present ones.
std::vector<double> measure_absent(const IbltShape& shape, const RunOptions& options, std::uint64_t purpose) {
  return run_trials(options, purpose, [&](Seed trial) {
    const Seed keys = trial.derive(kForKeys);
    const auto inserted = keys_from(keys, 0, kKeys);
    Iblt table = empty_table(shape, trial);
    require(table.insert(inserted, values_of(inserted)));
    return share_absent(table, keys_from(keys, kKeys.value, kKeys));
  });
}

// Why the printed formula cannot be right: it falls as the table grows, and so should failure, not success.
plot::Plot absent_by_density() {
  const PlotRange range{1, 16, 61};
  const auto cells_of = [](double density) {
    return CellCount(static_cast<std::uint64_t>(density * static_cast<double>(kKeys.value)));
  };
  plot::Series printed = theory_curve("with checks, as printed", range, [&](double density) {
    return 100 * analysis::get_absent_failure_checked(kKeys, cells_of(density), kHashes);
  });
  printed.source = plot::Source::printed;
  return {"GET of a key that is not in the table",
          {"cells per key"},
          {"answers null, %", plot::Scale::linear, 0, 100},
          {printed,
           theory_curve("with checks, corrected", range,
                        [&](double density) {
                          return 100 *
                                 analysis::get_absent_success_checked(kKeys, cells_of(density), kHashes);
                        }),
           theory_curve("simple cells", range, [&](double density) {
             return 100 * analysis::get_absent_success_simple(kKeys, cells_of(density), kHashes);
           })}};
}

}  // namespace

Outcome absent_keys(const RunOptions& options) {
  const auto checked = measure_absent(
      shape_of(kCells, CellArithmetic::wrapping_sums, CellChecks::keys_and_values, {}), options, 0);
  auto simple_failures =
      measure_absent(shape_of(kCells, CellArithmetic::wrapping_sums, CellChecks::none, {}), options, 1);
  for (double& share : simple_failures) share = 1 - share;

  const double formula = std::pow(1 - std::exp(-5.0 / 8), 5);  // (1 - e^(-kn/m))^k at n/m = 1/8
  return {{{.what = "with checks: GET answers absent, %",
            .fact = "003.null.formula",
            .printed =
                Printed{"(1-e^(-kn/m))^k = 2.17", Estimate::computed(100 * formula), 0.005, Origin::derived},
            .observed = Estimate::mean_share(checked, kKeys.value).in_percent(),
            .expected = 100 * analysis::get_absent_success_checked(kKeys, kCells, kHashes)},
           {.what = "simple cells: probability that GET cannot tell",
            .fact = "003.get.absent.simple",
            .observed = Estimate::mean_share(simple_failures, kKeys.value),
            .expected = analysis::get_absent_failure_simple(kKeys, kCells, kHashes)}},
          {absent_by_density()}};
}

}  // namespace peel::lab::goodrich_mitzenmacher
