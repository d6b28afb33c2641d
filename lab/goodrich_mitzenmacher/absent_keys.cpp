// GET of a key that is not in the table. With checks only an empty cell proves it (section 3, where the paper
// prints the probability of the opposite); in a simple table a cell with one other key does too (2.3).
#include "peel/analysis/peeling.hpp"

#include "lab/goodrich_mitzenmacher/experiments.hpp"
#include "lab/goodrich_mitzenmacher/setting.hpp"
#include "lab/trials.hpp"

#include <cmath>

namespace peel::lab::goodrich_mitzenmacher {

namespace {

// Asks for as many absent keys as there are present ones.
std::vector<double> measure(const IbltShape& shape, const RunOptions& options, std::uint64_t purpose) {
  return run_trials(options, purpose, [&](Seed trial) {
    const Seed keys = trial.derive(kForKeys);
    const auto inserted = keys_from(keys, 0, kKeys);
    Iblt table = empty_table(shape, trial);
    require(table.insert(inserted, values_of(inserted)));
    return share_absent(table, keys_from(keys, kKeys.value, kKeys));
  });
}

}  // namespace

Outcome absent_keys(const RunOptions& options) {
  const auto checked =
      measure(shape_of(kCells, CellArithmetic::wrapping_sums, CellChecks::keys_and_values, {}), options, 0);
  auto simple_failures =
      measure(shape_of(kCells, CellArithmetic::wrapping_sums, CellChecks::none, {}), options, 1);
  for (double& share : simple_failures) share = 1 - share;

  const double formula = std::pow(1 - std::exp(-5.0 / 8), 5);  // (1 - e^(-kn/m))^k at n/m = 1/8
  return {{{.what = "with checks: GET answers absent, %",
            .printed =
                Printed{"(1-e^(-kn/m))^k = 2.17", Estimate::computed(100 * formula), 0.005, Origin::derived},
            .observed = Estimate::mean_share(checked, kKeys.value).in_percent(),
            .expected = 100 * analysis::get_absent_success_checked(kKeys, kCells, kHashes),
            .known = Known{Verdict::erratum,
                           "the formula is that of the opposite, that no cell is empty; right is "
                           "1-(1-e^(-kn/m))^k"}},
           {.what = "simple cells: GET cannot tell, %",
            .observed = Estimate::mean_share(simple_failures, kKeys.value).in_percent(),
            .expected = 100 * analysis::get_absent_failure_simple(kKeys, kCells, kHashes)}}};
}

}  // namespace peel::lab::goodrich_mitzenmacher
