#include "peel/analysis/iblt_plan.hpp"

#include "peel/analysis/irregular_peeling.hpp"

#include "analysis/bisection.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace peel::analysis {

namespace {

constexpr std::uint64_t kMostPlannedHashes = 8;
constexpr std::uint64_t kMostIbltCells = (std::uint64_t{1} << 32U) - 1;  // of a Placement
constexpr std::uint64_t kMostCheckBits = 64;

// Two hashes suit one key only: their failure falls so slowly that the prediction for more is a rough one.
bool worth_trying(ItemCount items, HashCount hashes) {
  return hashes.value > 2 || items.value == 1;
}

// Coupled tables below this size lose to partitioned ones at every target: their ends cost more than the wave
// gains.
constexpr std::uint64_t kFewestCoupledItems = 500;
// And irregular ones below this size lose to four hashes.
constexpr std::uint64_t kFewestIrregularItems = 100;

// Predictions that no trial has tested are met with the worse end of their believed range. Near the threshold
// that takes few cells more.
CellCount cautious_cells(ItemCount items, TableGeometry table, Rate incomplete) {
  const std::uint64_t sub_tables = table.sub_tables.value;
  const auto fails = [&](std::uint64_t sub_cells) {
    table.cells = CellCount(sub_cells * sub_tables);
    const ListingFailure failure = listing_failure(items, table);
    return (failure.measured ? failure.probability : failure.most) > incomplete.value();
  };
  const std::uint64_t fewest = fewest_cells(items, table, incomplete).value / sub_tables;
  if (!fails(fewest)) return CellCount(fewest * sub_tables);
  const SearchFrom from{fewest, 2 * fewest, kMostIbltCells / sub_tables};
  return CellCount(fewest_that_suffice(from, fails) * sub_tables);
}

// The smallest table like this one, whatever its cells.
std::optional<IbltPlan> planned(ItemCount items, TableGeometry table, const IbltTargets& targets,
                                PurityCounts counts) {
  table.cells = cautious_cells(items, table, targets.incomplete);
  if (table.cells.value > kMostIbltCells) return std::nullopt;
  std::uint64_t check_bits = 8;
  while (check_bits < kMostCheckBits &&
         wrong_listing(items, table, BitWidth(check_bits), counts) > targets.wrong.value()) {
    check_bits += 8;
  }
  const double wrong = wrong_listing(items, table, BitWidth(check_bits), counts);
  if (wrong > targets.wrong.value()) return std::nullopt;
  return IbltPlan{table, BitWidth(check_bits), listing_failure(items, table), wrong};
}

}  // namespace

Rate suggested_wrong(Rate incomplete) {
  constexpr double kOneInAMillion = 1e-6;
  return *Rate::from(std::min(kOneInAMillion, incomplete.value() / 100));
}

std::vector<IbltPlan> iblt_plans(ItemCount items, const IbltTargets& targets, PurityCounts counts) {
  std::vector<IbltPlan> plans;
  if (items.value == 0) return plans;
  const auto consider = [&](HashCount hashes, SegmentCount sub_tables, const LightKeys& light = {}) {
    const auto plan = planned(items, {CellCount(1), hashes, sub_tables, light}, targets, counts);
    if (plan) plans.push_back(*plan);
  };
  for (std::uint64_t k = 2; k <= kMostPlannedHashes; ++k) {
    if (worth_trying(items, HashCount(k))) consider(HashCount(k), SegmentCount(k));
  }
  if (items.value >= kFewestCoupledItems) {
    for (const HashCount hashes : {HashCount(3), HashCount(4)}) {
      consider(hashes, best_segments(items, hashes, targets.incomplete));
    }
  }
  if (items.value >= kFewestIrregularItems) {
    consider(HashCount(kMostPlannedHashes), SegmentCount(kMostPlannedHashes), densest_light_keys());
  }
  std::ranges::stable_sort(plans, {}, [](const IbltPlan& plan) { return plan.table.cells; });
  return plans;
}

std::optional<IbltPlan> plan_iblt(ItemCount items, const IbltTargets& targets, PurityCounts counts) {
  const std::vector<IbltPlan> plans = iblt_plans(items, targets, counts);
  if (plans.empty()) return std::nullopt;
  const std::uint64_t fewest = plans.front().table.cells.value;
  const auto fewest_hashes = [fewest](const IbltPlan& a, const IbltPlan& b) {
    const auto rank = [fewest](const IbltPlan& plan) {
      const std::uint64_t cells = plan.table.cells.value;
      return std::pair(cells > fewest + fewest / 40, plan.table.hashes);
    };
    return rank(a) < rank(b);
  };
  return *std::ranges::min_element(plans, fewest_hashes);
}

}  // namespace peel::analysis
