// Section 3, Fault Tolerance to Lost Memory Subblocks: one of the five sub-tables is gone. Listing then works
// like that of a table with four, and GET succeeds a little less often.
#include "peel/analysis/peeling.hpp"

#include "lab/goodrich_mitzenmacher/experiments.hpp"
#include "lab/goodrich_mitzenmacher/setting.hpp"
#include "lab/trials.hpp"

#include <algorithm>

namespace peel::lab::goodrich_mitzenmacher {

namespace {

struct LostSubTableTrial {
  bool complete;
  double found;
};

LostSubTableTrial lose_sub_table(const IbltShape& shape, Seed trial) {
  const auto keys = keys_from(trial.derive(kForKeys), 0, kKeys);
  Iblt table = empty_table(shape, trial);
  require(table.insert(keys, values_of(keys)));
  const std::uint64_t lost = reduce(trial.derive(kForChoices).low, kHashes.value);
  require(table.declare_lost(SubTable(lost)));
  LostSubTableTrial result{};
  result.found = share_found(table, keys);
  const Listing listing = table.consume();
  const ListedPairs pairs = check_listing(listing);
  result.complete = listing.complete() && pairs.right == kKeys.value && pairs.wrong == 0;
  return result;
}

}  // namespace

Outcome lost_sub_table(const RunOptions& options) {
  const IbltShape shape = shape_of(kCells, CellArithmetic::wrapping_sums, CellChecks::keys_and_values, {});
  const auto results = run_trials(options, 0, [&](Seed trial) { return lose_sub_table(shape, trial); });
  const auto complete =
      static_cast<std::uint64_t>(std::ranges::count(results, true, &LostSubTableTrial::complete));
  const CellCount cells_left(kCells.value / kHashes.value * (kHashes.value - 1));
  return {
      {{.what = "trials listed completely, %",
        .fact = "003.full.lost.list",
        .printed = printed_with_high_probability(),
        .observed = Estimate::proportion(complete, options.trials).in_percent()},
       {.what = "GET finds a key, %",
        .fact = "003.full.lost.get",
        .observed =
            Estimate::mean_share(numbers_of(results, &LostSubTableTrial::found), kKeys.value).in_percent(),
        .expected = 100 * analysis::get_present_success(kKeys, cells_left, HashCount(kHashes.value - 1))}}};
}

}  // namespace peel::lab::goodrich_mitzenmacher
