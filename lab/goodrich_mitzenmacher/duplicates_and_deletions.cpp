// Section 5, second test: each key is doubled with probability 1/5, and with probability 1/5 deleted in place
// of inserted. Both may happen to one key.
#include "peel/analysis/listing_failure.hpp"
#include "peel/analysis/partial_listing.hpp"
#include "peel/analysis/peeling.hpp"
#include "peel/hashing/mix.hpp"

#include "lab/goodrich_mitzenmacher/curves.hpp"
#include "lab/goodrich_mitzenmacher/experiments.hpp"
#include "lab/goodrich_mitzenmacher/setting.hpp"
#include "lab/trials.hpp"

#include <algorithm>
#include <string>

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

std::uint64_t wrong_multiplicities(const Entries& entries, std::int64_t sign, Seed choices) {
  std::uint64_t wrong = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto times = sign * static_cast<std::int64_t>(entries.multiplicity(i));
    if (times != times_of(entries.key_integer(i), choices)) ++wrong;
  }
  return wrong;
}

struct Setting {
  ItemCount keys;
  CellCount cells;

  IbltShape shape() const {
    return shape_of(cells, CellArithmetic::prime_field, CellChecks::keys_and_values,
                    {.extraneous_deletions = true, .several_values = true, .duplicates = true});
  }
};

Iblt filled_table(const IbltShape& shape, std::span<const std::uint64_t> keys, Seed trial) {
  const Seed choices = trial.derive(kForChoices);
  Iblt table = empty_table(shape, trial);
  for (const std::int64_t times : {1, 2, -1, -2}) {
    std::vector<std::uint64_t> chosen;
    std::ranges::copy_if(keys, std::back_inserter(chosen),
                         [&](std::uint64_t key) { return times_of(key, choices) == times; });
    require(table.add({packed_keys(chosen), values_of(chosen)}, times));
  }
  return table;
}

struct Listed {
  double share;         // of the keys, with their value
  std::uint64_t wrong;  // a value or a multiplicity
};

Listed list(Iblt& table, ItemCount keys, Seed trial) {
  const Seed choices = trial.derive(kForChoices);
  const Listing listing = table.consume();
  const ListedPairs pairs = check_listing(listing);
  return {static_cast<double>(pairs.right) / static_cast<double>(keys.value),
          pairs.wrong + wrong_multiplicities(listing.inserted, 1, choices) +
              wrong_multiplicities(listing.deleted, -1, choices)};
}

struct DuplicatesTrial {
  Listed listed;
  double found;
  double absent;  // of as many keys that are not in the table
};

std::vector<DuplicatesTrial> run_duplicates(const Setting& setting, const RunOptions& options) {
  const IbltShape shape = setting.shape();
  return run_trials(options, setting.cells.value, [&](Seed trial) {
    const Seed row = trial.derive(kForKeys);
    const auto keys = keys_from(row, 0, setting.keys);
    Iblt table = filled_table(shape, keys, trial);
    DuplicatesTrial result{};
    result.found = share_found(table, keys);
    result.absent = share_absent(table, keys_from(row, setting.keys.value, setting.keys));
    result.listed = list(table, setting.keys, trial);
    return result;
  });
}

Finding complete_listings(const std::vector<Listed>& listed) {
  const auto complete = static_cast<std::uint64_t>(std::ranges::count(listed, 1.0, &Listed::share));
  return {.what = "trials listed completely, %",
          .observed = Estimate::proportion(complete, listed.size()).in_percent()};
}

Finding wrong_entries(const std::vector<Listed>& listed) {
  std::uint64_t wrong = 0;
  for (const Listed& trial : listed) wrong += trial.wrong;
  return {.what = "pairs listed with a wrong value or multiplicity",
          .observed = Estimate::computed(static_cast<double>(wrong)),
          .expected = 0};
}

struct Facts {
  std::string listing;
  std::string get;
  std::string absent;
};

// The analysis of a table without duplicates and deletions holds unchanged.
std::vector<Finding> measure_duplicates(const Setting& setting, const Facts& facts,
                                        const RunOptions& options) {
  const auto trials = run_duplicates(setting, options);
  std::vector<Listed> listed;
  std::ranges::transform(trials, std::back_inserter(listed), &DuplicatesTrial::listed);
  const auto share = [&](double DuplicatesTrial::*which) {
    return Estimate::mean_share(numbers_of(trials, which), setting.keys.value).in_percent();
  };
  Finding complete = complete_listings(listed);
  complete.fact = facts.listing;
  complete.printed = printed_share("20000 of 20000", kPaperTrials);
  return {complete,
          wrong_entries(listed),
          {.what = "GET finds a key, %",
           .fact = facts.get,
           .printed = printed_get_success(),
           .observed = share(&DuplicatesTrial::found),
           .expected = 100 * analysis::get_present_success(setting.keys, setting.cells, kHashes)},
          {.what = "GET of an absent key answers absent, %",
           .fact = facts.absent,
           .observed = share(&DuplicatesTrial::absent),
           .expected = 100 * analysis::get_absent_success_checked(setting.keys, setting.cells, kHashes)}};
}

}  // namespace

Outcome duplicates_and_deletions(const RunOptions& options) {
  return {measure_duplicates({kKeys, kCells},
                             {"003.full.dupdel.list", "003.full.dupdel.get", "003.full.null"}, options)};
}

Outcome many_duplicates_and_deletions(const RunOptions& options) {
  return {measure_duplicates({kManyKeys, kManyCells}, {"", "003.full.100k.get", ""}, options)};
}

Outcome duplicates_at_the_threshold(const RunOptions& options) {
  Outcome outcome;
  plot::Series observed{"with duplicates and extraneous deletions", plot::Source::observed, {}};
  for (const std::uint64_t cells : {14'000U, 14'200U, 14'300U, 14'400U, 14'600U}) {
    const Setting setting{kKeys, CellCount(cells)};
    const IbltShape shape = setting.shape();
    const auto listed = run_trials(options, cells, [&](Seed trial) {
      Iblt table = filled_table(shape, keys_from(trial.derive(kForKeys), 0, kKeys), trial);
      return list(table, kKeys, trial);
    });
    const auto failure = analysis::listing_failure(kKeys, {setting.cells, kHashes, SegmentCount(5)});
    const std::string size = std::to_string(cells) + " cells: ";
    Finding& complete = outcome.findings.emplace_back(complete_listings(listed));
    complete.what = size + complete.what;
    complete.expected = 100 * (1 - failure.probability);
    complete.believed = Interval{100 * (1 - failure.most), 100 * (1 - failure.least)};
    if (cells == 14'600) complete.fact = "003.full.14600";
    Finding& wrong = outcome.findings.emplace_back(wrong_entries(listed));
    wrong.what = size + wrong.what;
    observed.points.push_back(percent_at(static_cast<double>(cells),
                                         Estimate::mean(numbers_of(listed, &Listed::share)).in_percent()));
  }
  outcome.plots = {
      {"Figure 1(a) with duplicates and extraneous deletions",
       {"cells"},
       {"keys listed on average, %", plot::Scale::linear, 0, 100},
       {theory_curve("in the limit of large tables, without", {14'000, 14'600},
                     [](double cells) { return 100 * analysis::partial_listing(5, 1e4 / cells); }),
        observed},
       {{"threshold", 1e4 * analysis::cells_per_key_threshold(5)}}}};
  return outcome;
}

}  // namespace peel::lab::goodrich_mitzenmacher
