// Section 2.3: how often GET finds a key, against the number of cells. The size of a table that must answer
// GET is decided here and not by listing.
#include "peel/analysis/peeling.hpp"

#include "lab/goodrich_mitzenmacher/curves.hpp"
#include "lab/goodrich_mitzenmacher/experiments.hpp"
#include "lab/goodrich_mitzenmacher/setting.hpp"
#include "lab/trials.hpp"

#include <string>

namespace peel::lab::goodrich_mitzenmacher {

namespace {

// (1-k/m)^(n-1) has come as near to its limit e^(-kn/m) as the machine can tell.
constexpr ItemCount kEverMoreKeys{1'000'000'000};

Finding measure_get(std::uint64_t cells_per_key, const RunOptions& options) {
  const CellCount cells(cells_per_key * kKeys.value);
  const IbltShape shape = shape_of(cells, CellArithmetic::wrapping_sums, CellChecks::none, {});
  const auto found = run_trials(options, cells_per_key, [&](Seed trial) {
    const auto keys = keys_from(trial.derive(kForKeys), 0, kKeys);
    Iblt table = empty_table(shape, trial);
    require(table.insert(keys, values_of(keys)));
    return share_found(table, keys);
  });
  return {.what = std::to_string(cells_per_key) + " cells per key: GET finds a key, %",
          .observed = Estimate::mean_share(found, kKeys.value).in_percent(),
          .expected = 100 * analysis::get_present_success(kKeys, cells, kHashes)};
}

plot::Series formula(std::uint64_t hashes) {
  return theory_curve("k = " + std::to_string(hashes), {1.5, 16, 59}, [&](double density) {
    const CellCount cells(static_cast<std::uint64_t>(density * static_cast<double>(kKeys.value)));
    return 100 * analysis::get_present_success(kKeys, cells, HashCount(hashes));
  });
}

}  // namespace

Outcome get_rates(const RunOptions& options) {
  const CellCount cells(8 * kEverMoreKeys.value);
  std::vector<Finding> findings = {
      {.what = "8 cells per key, ever more keys: GET finds a key, %",
       .fact = "003.get.9783",
       .printed = printed_get_success(),
       .expected = 100 * analysis::get_present_success(kEverMoreKeys, cells, kHashes),
       .digits = 6}};
  plot::Series printed{"the paper", plot::Source::printed, {{8, 97.83}}};
  plot::Series observed{"observed, k = 5", plot::Source::observed, {}};
  for (const std::uint64_t cells_per_key : {2U, 4U, 6U, 8U, 12U, 16U}) {
    Finding& finding = findings.emplace_back(measure_get(cells_per_key, options));
    observed.points.push_back(percent_at(static_cast<double>(cells_per_key), *finding.observed));
    if (cells_per_key != 8) continue;
    finding.fact = "003.get.9783.exact";
    finding.printed = printed_get_success();
  }
  return {findings,
          {{"GET of a key that is in the table",
            {"cells per key"},
            {"keys found, %", plot::Scale::linear, {}, 100},
            {formula(3), formula(4), formula(5), formula(6), observed, printed},
            {{"c_5", analysis::cells_per_key_threshold(5)}}}}};
}

}  // namespace peel::lab::goodrich_mitzenmacher
