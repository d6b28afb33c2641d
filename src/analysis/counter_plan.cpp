#include "peel/analysis/counter_plan.hpp"

#include "peel/analysis/counter_errors.hpp"
#include "peel/analysis/counter_thresholds.hpp"

#include "analysis/bisection.hpp"

#include <algorithm>
#include <utility>

namespace peel::analysis {

namespace {

constexpr std::uint64_t kMostCounterCells = (std::uint64_t{1} << 32U) - 1;  // of a Placement
constexpr std::uint64_t kWidestKey = 64;
constexpr double kLineBytes = 64;

// Coupled tables below this size lose to partitioned ones at every target.
constexpr std::uint64_t kFewestCoupledKeys = 500;

// What listing tries, by default, in each state of a cell whose count it has to share out.
constexpr double kSplits = 4096;

// The check sum of a cell is an element of the field.
constexpr BitWidth kCheckBits{61};

bool keeps_a_key(CounterVariant variant) {
  return variant == CounterVariant::one_key || variant == CounterVariant::combined;
}

double wrong_counter_listing(const CounterDemand& demand, const TableGeometry& table,
                             CounterVariant variant) {
  if (variant == CounterVariant::moment) {
    const double wrong = wrong_moment_listing(demand.items, table, demand.key_width, demand.gross_total);
    return demand.key_width.value <= 8 ? wrong : wrong + digest_collisions(demand.items, table);
  }
  const double one_test = wrong_listing(demand.items, table, kCheckBits, PurityCounts::any_count);
  if (variant == CounterVariant::standard) return one_test;
  if (!keeps_a_key(variant)) return kSplits * one_test;
  const double kept_for_a_cell = expected_kept_keys(demand.items, table.cells, table.hashes) *
                                 static_cast<double>(table.hashes.value) /
                                 static_cast<double>(table.cells.value);
  return kSplits * (1 + kept_for_a_cell) * one_test;
}

std::optional<CounterPlan> planned(const CounterDemand& demand, const CounterTargets& targets,
                                   CounterVariant variant, HashCount hashes, SegmentCount sub_tables) {
  const auto table_of = [&](std::uint64_t sub_cells) {
    return TableGeometry{CellCount(sub_cells * sub_tables.value), hashes, sub_tables};
  };
  const auto fails = [&](std::uint64_t sub_cells) {
    const TableGeometry table = table_of(sub_cells);
    const ListingFailure failure = counter_listing_failure(demand.items, table, variant);
    return (failure.measured ? failure.probability : failure.most) > targets.incomplete.value() ||
           wrong_counter_listing(demand, table, variant) > targets.wrong.value();
  };
  const std::uint64_t fewest = demand.key_width.value == 8 ? kQuotientCells : 1;
  const std::uint64_t most = kMostCounterCells / sub_tables.value;
  const std::uint64_t guess = std::max(fewest, demand.items.value / (2 * sub_tables.value));
  const std::uint64_t sub_cells = fewest_that_suffice({fewest - 1, guess, most}, fails);
  if (sub_cells > most) return std::nullopt;
  const TableGeometry table = table_of(sub_cells);
  const std::uint64_t cell_bytes = std::uint64_t{8} * counter_cell_words(variant, demand.key_width);
  // A cell starts at any word of a line.
  const double lines_of_cell = 1 + static_cast<double>(cell_bytes - 8) / kLineBytes;
  return CounterPlan{variant,
                     table,
                     table.cells.value * cell_bytes,
                     static_cast<double>(hashes.value) * lines_of_cell,
                     counter_listing_failure(demand.items, table, variant),
                     wrong_counter_listing(demand, table, variant)};
}

struct HashRangeTried {
  std::uint64_t fewest;
  std::uint64_t most;
  std::uint64_t most_coupled;  // 0: partitioned only
};

HashRangeTried hashes_tried(ItemCount items, CounterVariant variant) {
  if (variant == CounterVariant::moment) return {2, 6, 4};
  if (variant != CounterVariant::standard) return {3, 8, 0};
  // Two hashes suit one key only, as their failures fall slowly.
  return {items.value == 1 ? std::uint64_t{2} : 3, 8, 4};
}

std::optional<CounterPlan> best_of(const std::vector<CounterPlan>& plans) {
  if (plans.empty()) return std::nullopt;
  const std::uint64_t smallest = std::ranges::min(plans, {}, &CounterPlan::bytes).bytes;
  return std::ranges::min(plans, {}, [smallest](const CounterPlan& plan) {
    return std::pair(plan.bytes > smallest + smallest / 40, plan.lines_per_copy);
  });
}

}  // namespace

std::vector<CounterPlan> counter_plans(const CounterDemand& demand, const CounterTargets& targets,
                                       CounterVariant variant) {
  std::vector<CounterPlan> plans;
  const std::uint64_t width = demand.key_width.value;
  if (demand.items.value == 0 || width == 0 || width > kWidestKey) return plans;
  const auto consider = [&](HashCount hashes, SegmentCount sub_tables) {
    if (auto plan = planned(demand, targets, variant, hashes, sub_tables)) plans.push_back(*plan);
  };
  const auto [fewest, most, most_coupled] = hashes_tried(demand.items, variant);
  for (std::uint64_t k = fewest; k <= most; ++k) consider(HashCount(k), SegmentCount(k));
  const KeysPerCell shown = variant == CounterVariant::moment ? KeysPerCell::two : KeysPerCell::one;
  for (std::uint64_t k = fewest; k <= most_coupled && demand.items.value >= kFewestCoupledKeys; ++k) {
    consider(HashCount(k), best_segments(demand.items, HashCount(k), targets.incomplete, shown));
  }
  std::ranges::stable_sort(plans, {}, &CounterPlan::bytes);
  return plans;
}

std::optional<CounterPlan> plan_counter(const CounterDemand& demand, const CounterTargets& targets,
                                        CounterVariant variant) {
  return best_of(counter_plans(demand, targets, variant));
}

std::optional<CounterPlan> plan_counter(const CounterDemand& demand, const CounterTargets& targets) {
  std::vector<CounterPlan> plans = counter_plans(demand, targets, CounterVariant::moment);
  const std::vector<CounterPlan> standard = counter_plans(demand, targets, CounterVariant::standard);
  plans.insert(plans.end(), standard.begin(), standard.end());
  return best_of(plans);
}

}  // namespace peel::analysis
