// Indices and the loop of the paper's pseudo code. Figure 3 lists while some cell has a count of 1 or -1; but
// with extraneous deletions such a cell may hold several keys, fails the test inside the loop for good, and
// the loop does not end.
#include "lab/goodrich_mitzenmacher/experiments.hpp"
#include "lab/goodrich_mitzenmacher/setting.hpp"
#include "lab/trials.hpp"

#include <algorithm>

namespace peel::lab::goodrich_mitzenmacher {

namespace {

// Fewer cells than the threshold of 14,250, so that some keys stay.
constexpr CellCount kTooFewCells{13'000};

struct StuckListing {
  std::uint64_t stuck;  // cells with a count of 1 or -1 when nothing more can be listed
};

std::uint64_t cells_with_count_one(const Iblt& table) {
  std::uint64_t found = 0;
  const unsigned words = table.shape().cell_words();
  for (std::size_t i = 0; i < table.cells().size(); i += words) {
    const auto count = static_cast<std::int64_t>(table.cells()[i]);
    if (count == 1 || count == -1) ++found;
  }
  return found;
}

// Every fifth key is deleted without having been inserted, as in section 5.
StuckListing list_until_stuck(const IbltShape& shape, Seed trial) {
  const auto keys = keys_from(trial.derive(kForKeys), 0, kKeys);
  const auto deleted = std::span(keys).first(kKeys.value / 5);
  const auto inserted = std::span(keys).subspan(deleted.size());
  Iblt table = empty_table(shape, trial);
  require(table.insert(inserted, values_of(inserted)));
  require(table.erase(deleted, values_of(deleted)));
  table.consume();
  return {cells_with_count_one(table)};
}

}  // namespace

Outcome pseudo_code(const RunOptions& options) {
  const IbltShape shape = shape_of(kTooFewCells, CellArithmetic::wrapping_sums, CellChecks::keys_and_values,
                                   {.extraneous_deletions = true});
  const auto results = run_trials(options, 0, [&](Seed trial) { return list_until_stuck(shape, trial); });
  const auto endless = static_cast<std::uint64_t>(
      std::ranges::count_if(results, [](const StuckListing& trial) { return trial.stuck > 0; }));
  const auto stuck =
      numbers_of(results, [](const StuckListing& trial) { return static_cast<double>(trial.stuck); });
  return {{{.what = "section 2.2, the last of a key's cells",
            .fact = "003.ht.index",
            .slip = Slip{"T[h_t(x)]", "T[h_k(x)]"}},
           {.what = "Figure 3, LISTENTRIES, the cell that is tested",
            .fact = "003.fig3.index",
            .slip = Slip{"T[h_i(x)]", "T[i]"}},
           {.what = "Figure 3, 13,000 cells: listings whose loop does not end, %",
            .fact = "003.fig3.loop",
            .printed = Printed{"none", Estimate::computed(0), 0, Origin::derived},
            .observed = Estimate::proportion(endless, options.trials).in_percent()},
           {.what = "cells with a count of 1 or -1 then, mean", .observed = Estimate::mean(stuck)}}};
}

}  // namespace peel::lab::goodrich_mitzenmacher
