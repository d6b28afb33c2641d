// Figure 1: listing around the threshold. The curve is drawn and not printed, so most points are notes; at
// and beyond its upper end the text gives numbers.
#include "peel/analysis/peeling.hpp"

#include "lab/goodrich_mitzenmacher/experiments.hpp"
#include "lab/goodrich_mitzenmacher/setting.hpp"
#include "lab/trials.hpp"

#include <algorithm>
#include <string>

namespace peel::lab::goodrich_mitzenmacher {

namespace {

struct Listed {
  bool complete;
  double share;
};

// Legal insertions only, so the paper's simple cells are enough.
Listed fill_and_list(ItemCount keys, const IbltShape& shape, Seed trial) {
  Iblt table = empty_table(shape, trial);
  const auto inserted = keys_from(trial.derive(kForKeys), 0, keys);
  require(table.insert(inserted, values_of(inserted)));
  const Listing listing = table.consume();
  const ListedPairs pairs = check_listing(listing);
  if (pairs.wrong != 0) throw std::logic_error("a simple table listed a pair that was not inserted");
  return {listing.complete() && pairs.right == keys.value,
          static_cast<double>(pairs.right) / static_cast<double>(keys.value)};
}

struct Point {
  CellCount cells;
  std::uint64_t paper_failures = 0;
  std::uint64_t paper_trials = 0;  // 0: the text gives no number
};

void measure(const Point& point, ItemCount keys, const RunOptions& options, std::vector<Finding>& findings) {
  const IbltShape shape = shape_of(point.cells, CellArithmetic::wrapping_sums, CellChecks::none, {});
  const auto results =
      run_trials(options, point.cells.value, [&](Seed trial) { return fill_and_list(keys, shape, trial); });
  std::vector<double> shares;
  std::ranges::transform(results, std::back_inserter(shares), &Listed::share);
  const auto complete = static_cast<std::uint64_t>(std::ranges::count(results, true, &Listed::complete));

  const std::string cells = std::to_string(point.cells.value) + " cells: ";
  Finding& trials = findings.emplace_back();
  trials.what = cells + "trials listed completely, %";
  trials.observed = Estimate::proportion(complete, options.trials).in_percent();
  if (point.paper_trials != 0) {
    trials.printed = Printed{
        "all but " + std::to_string(point.paper_failures) + " of " + std::to_string(point.paper_trials),
        Estimate::proportion(point.paper_trials - point.paper_failures, point.paper_trials).in_percent(), 0,
        Origin::measured};
  }
  Finding& pairs = findings.emplace_back();
  pairs.what = cells + "keys listed on average, %";
  pairs.observed = Estimate::mean(shares).in_percent();
}

Finding threshold(ItemCount keys, const char* printed, double rounding) {
  return {.what = "threshold, cells",
          .printed = Printed{printed, Estimate::computed(std::stod(printed)), rounding, Origin::derived},
          .expected = analysis::cells_per_key_threshold(5) * static_cast<double>(keys.value),
          .digits = 6};
}

}  // namespace

Outcome figure_1a(const RunOptions& options) {
  std::vector<Finding> findings = {threshold(kKeys, "14250", 5)};
  for (const std::uint64_t cells : {14'000U, 14'100U, 14'200U, 14'250U, 14'300U, 14'400U}) {
    measure({CellCount(cells)}, kKeys, options, findings);
  }
  measure({CellCount(14'500), 2, kPaperTrials}, kKeys, options, findings);
  measure({CellCount(14'600), 0, kPaperTrials + 200'000}, kKeys, options, findings);
  return {findings};
}

Outcome figure_1b(const RunOptions& options) {
  constexpr ItemCount keys{100'000};
  std::vector<Finding> findings = {threshold(keys, "142500", 50)};
  for (const std::uint64_t cells : {142'000U, 142'500U, 143'000U}) {
    measure({CellCount(cells)}, keys, options, findings);
  }
  measure({CellCount(144'000), 0, kPaperTrials + 200'000}, keys, options, findings);
  return {findings};
}

}  // namespace peel::lab::goodrich_mitzenmacher
