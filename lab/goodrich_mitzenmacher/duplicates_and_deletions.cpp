// Section 5, second test: each key is doubled with probability 1/5, and with probability 1/5 deleted in place
// of inserted. Both may happen to one key.
#include "peel/analysis/peeling.hpp"
#include "peel/hashing/mix.hpp"

#include "lab/goodrich_mitzenmacher/experiments.hpp"
#include "lab/goodrich_mitzenmacher/setting.hpp"
#include "lab/trials.hpp"

#include <algorithm>
#include <array>

namespace peel::lab::goodrich_mitzenmacher {

namespace {

// How often a key is inserted, negative for deletions: 1, 2, -1 or -2.
std::int64_t times_of(std::uint64_t key, Seed choices) {
  const auto one_in_five = [&](std::uint64_t which) {
    return reduce(scramble(key ^ choices.word(which)), 5) == 0;
  };
  const std::int64_t copies = one_in_five(0) ? 2 : 1;
  return one_in_five(1) ? -copies : copies;
}

struct Trial {
  bool complete;
  std::uint64_t wrong;  // a value or a multiplicity
  double found;
};

std::uint64_t wrong_multiplicities(const Entries& entries, std::int64_t sign, Seed choices) {
  std::uint64_t wrong = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto times = sign * static_cast<std::int64_t>(entries.multiplicity(i));
    if (times != times_of(entries.key_integer(i), choices)) ++wrong;
  }
  return wrong;
}

Trial run_trial(const IbltShape& shape, Seed trial) {
  const auto keys = keys_from(trial.derive(kForKeys), 0, kKeys);
  const Seed choices = trial.derive(kForChoices);
  Iblt table = empty_table(shape, trial);
  for (const std::int64_t times : {1, 2, -1, -2}) {
    std::vector<std::uint64_t> chosen;
    std::ranges::copy_if(keys, std::back_inserter(chosen),
                         [&](std::uint64_t key) { return times_of(key, choices) == times; });
    require(table.add({packed_keys(chosen), values_of(chosen)}, times));
  }
  Trial result{};
  result.found = share_found(table, keys);
  const Listing listing = table.consume();
  const ListedPairs pairs = check_listing(listing);
  result.wrong = pairs.wrong + wrong_multiplicities(listing.inserted, 1, choices) +
                 wrong_multiplicities(listing.deleted, -1, choices);
  result.complete = listing.complete() && pairs.right == kKeys.value;
  return result;
}

}  // namespace

Outcome duplicates_and_deletions(const RunOptions& options) {
  const IbltShape shape =
      shape_of(kCells, CellArithmetic::prime_field, CellChecks::keys_and_values,
               {.extraneous_deletions = true, .several_values = true, .duplicates = true});
  const auto results = run_trials(options, 0, [&](Seed trial) { return run_trial(shape, trial); });
  std::vector<double> found;
  std::uint64_t wrong = 0;
  for (const Trial& trial : results) {
    found.push_back(trial.found);
    wrong += trial.wrong;
  }
  const auto complete = static_cast<std::uint64_t>(std::ranges::count(results, true, &Trial::complete));
  return {{{.what = "trials listed completely, %",
            .printed = printed_share("20000 of 20000", kPaperTrials),
            .observed = Estimate::proportion(complete, options.trials).in_percent()},
           {.what = "GET finds a key, %",
            .printed = printed_get_success(),
            .observed = Estimate::mean_share(found, kKeys.value).in_percent(),
            .expected = 100 * analysis::get_present_success(kKeys, kCells, kHashes)},
           {.what = "pairs listed with a wrong value or multiplicity",
            .observed = Estimate::computed(static_cast<double>(wrong)),
            .expected = 0}}};
}

}  // namespace peel::lab::goodrich_mitzenmacher
