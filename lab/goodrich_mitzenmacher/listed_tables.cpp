#include "lab/goodrich_mitzenmacher/listed_tables.hpp"

#include "peel/analysis/listing_failure.hpp"

#include "lab/trials.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace peel::lab::goodrich_mitzenmacher {

namespace {

struct ListingTrial {
  bool complete;
  double listed;
};

// Legal insertions only, so the paper's simple cells are enough.
ListingTrial list_simple_table(ItemCount keys, const IbltShape& shape, Seed trial) {
  Iblt table = empty_table(shape, trial);
  const auto inserted = keys_from(trial.derive(kForKeys), 0, keys);
  require(table.insert(inserted, values_of(inserted)));
  const Listing listing = table.consume();
  const ListedPairs pairs = check_listing(listing);
  if (pairs.wrong != 0) throw std::logic_error("a simple table listed a pair that was not inserted");
  return {listing.complete() && pairs.right == keys.value,
          static_cast<double>(pairs.right) / static_cast<double>(keys.value)};
}

std::string size_of(const ListedTables& tables) {
  return std::to_string(tables.cells.value) + " cells: ";
}

}  // namespace

ListedTables fill_and_list(ItemCount keys, CellCount cells, const RunOptions& options) {
  const IbltShape shape = shape_of(cells, CellArithmetic::wrapping_sums, CellChecks::none, {});
  const auto results =
      run_trials(options, cells.value, [&](Seed trial) { return list_simple_table(keys, shape, trial); });
  const auto complete =
      static_cast<std::uint64_t>(std::ranges::count(results, true, &ListingTrial::complete));
  return {keys, cells, Estimate::proportion(complete, options.trials).in_percent(),
          Estimate::mean(numbers_of(results, &ListingTrial::listed)).in_percent()};
}

Finding complete_trials(const ListedTables& tables) {
  const auto failure =
      analysis::listing_failure(tables.keys, {tables.cells, kHashes, SegmentCount(kHashes.value)});
  return {.what = size_of(tables) + "trials listed completely, %",
          .observed = tables.complete,
          .expected = 100 * (1 - failure.probability),
          .believed = Interval{100 * (1 - failure.most), 100 * (1 - failure.least)}};
}

Finding keys_listed(const ListedTables& tables) {
  return {.what = size_of(tables) + "keys listed on average, %", .observed = tables.listed};
}

Printed printed_all_but(std::uint64_t failures, std::uint64_t trials) {
  return {"all but " + std::to_string(failures) + " of " + std::to_string(trials),
          Estimate::proportion(trials - failures, trials).in_percent(), 0, Origin::measured};
}

}  // namespace peel::lab::goodrich_mitzenmacher
