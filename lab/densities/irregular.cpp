// Cells per key against keys: the smallest tables of each kind that analysis finds for one failure in a
// hundred, and whether they list as often as it says.
#include "lab/densities/experiments.hpp"
#include "lab/densities/listed_share.hpp"

#include <array>
#include <string>

namespace peel::lab::densities {

namespace {

constexpr std::uint64_t kFewestToCouple = 500;  // keys; with fewer the ends cost more than the wave gains

struct KindOverKeys {
  std::string name;
  Kind kind;
};

std::string grouped(std::uint64_t keys) {
  std::string digits = std::to_string(keys);
  if (digits.size() > 3) digits.insert(digits.size() - 3, ",");
  return digits;
}

}  // namespace

Outcome irregular_tables(const RunOptions& options) {
  const Rate failure = *Rate::from(1e-2);
  const std::array kinds = {KindOverKeys{"partitioned, k=3", partitioned(3)},
                            KindOverKeys{"partitioned, k=4", partitioned(4)},
                            KindOverKeys{"coupled, k=4, best segments", coupled(4, 5)},
                            KindOverKeys{"irregular, 3 or 8 cells a key", irregular()}};
  plot::Plot plot{
      "Cells per key at one failure in a hundred", {"keys", plot::Scale::logarithmic}, {"cells per key"}, {}};
  std::vector<Finding> findings;
  for (const KindOverKeys& each : kinds) {
    plot::Series series{each.name, each.kind.source(), {}};
    for (const std::uint64_t keys : {100U, 1'000U, 10'000U, 100'000U}) {
      Kind kind = each.kind;
      if (kind.is_coupled() && keys < kFewestToCouple) continue;
      if (kind.is_coupled()) kind.sub_tables = analysis::best_segments(ItemCount(keys), kind.hashes, failure);
      const CellCount cells = analysis::fewest_cells(ItemCount(keys), kind.geometry(CellCount(1)), failure);
      const ListedShare listed = measure(kind, cells, ItemCount(keys), options, findings);
      findings.back().what = grouped(keys) + " keys, " + findings.back().what;
      series.points.push_back(
          {static_cast<double>(keys), static_cast<double>(listed.cells.value) / static_cast<double>(keys)});
    }
    plot.series.push_back(series);
  }
  return {findings, {plot}};
}

}  // namespace peel::lab::densities
