// Figure 1's axes: the share of tables that list, against cells per key. And the points of such curves that
// matter most, found by analysis and tried by listing.
#include "peel/analysis/iblt_plan.hpp"

#include "lab/densities/experiments.hpp"
#include "lab/densities/listed_share.hpp"

#include <array>
#include <cmath>
#include <initializer_list>

namespace peel::lab::densities {

namespace {

constexpr ItemCount kTenThousand{10'000};
constexpr ItemCount kHundredThousand{100'000};
constexpr ItemCount kMillion{1'000'000};

CellCount cells_for(ItemCount keys, double cells_per_key) {
  return CellCount(static_cast<std::uint64_t>(std::llround(cells_per_key * static_cast<double>(keys.value))));
}

// One curve, at some densities.
void trace(const Kind& kind, std::initializer_list<double> cells_per_key, ItemCount keys,
           const RunOptions& options, std::vector<Finding>& findings) {
  for (const double density : cells_per_key) {
    measure(kind, cells_for(keys, density), keys, options, findings);
  }
}

}  // namespace

Outcome ten_thousand_keys(const RunOptions& options) {
  std::vector<Finding> findings;
  trace(coupled(4, 43), {1.13, 1.15, 1.17, 1.19, 1.22}, kTenThousand, options, findings);
  trace(partitioned(3), {1.21, 1.22, 1.23, 1.25}, kTenThousand, options, findings);
  trace(partitioned(4), {1.28, 1.295, 1.3, 1.32}, kTenThousand, options, findings);
  return {findings};
}

Outcome hundred_thousand_keys(const RunOptions& options) {
  std::vector<Finding> findings;
  trace(coupled(4, 92), {1.08, 1.095, 1.105, 1.125}, kHundredThousand, options, findings);
  trace(partitioned(3), {1.22, 1.23}, kHundredThousand, options, findings);
  trace(partitioned(4), {1.29, 1.3}, kHundredThousand, options, findings);
  return {findings};
}

Outcome half_and_99_percent(const RunOptions& options) {
  constexpr std::array kKinds = {partitioned(3), partitioned(4), coupled(3, 18),
                                 coupled(4, 24), coupled(4, 43), coupled(4, 64)};
  std::vector<Finding> findings;
  for (const Kind& kind : kKinds) {
    for (const double failure : {0.5, 0.01}) {
      measure(kind, analysis::fewest_cells(kTenThousand, kind.hashes, kind.sub_tables, *Rate::from(failure)),
              kTenThousand, options, findings);
    }
  }
  return {findings};
}

Outcome plans(const RunOptions& options) {
  const Rate failure = *Rate::from(1e-2);
  std::vector<Finding> findings;
  for (const std::uint64_t keys : {10U, 100U, 1'000U, 10'000U}) {
    const auto plan = analysis::plan_iblt(ItemCount(keys), {failure, analysis::suggested_wrong(failure)},
                                          analysis::PurityCounts::unit);
    measure({plan->table.hashes, plan->table.sub_tables}, plan->table.cells, ItemCount(keys), options,
            findings);
    findings.back().what = std::to_string(keys) + " keys, " + findings.back().what;
  }
  return {findings};
}

Outcome hundred_thousand_in_115(const RunOptions& options) {
  std::vector<Finding> findings;
  measure(coupled(4, 60), cells_for(kHundredThousand, 1.15), kHundredThousand, options, findings);
  return {findings};
}

Outcome million_in_110(const RunOptions& options) {
  std::vector<Finding> findings;
  measure(coupled(4, 131), cells_for(kMillion, 1.10), kMillion, options, findings);
  return {findings};
}

}  // namespace peel::lab::densities
