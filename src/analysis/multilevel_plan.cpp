#include "peel/analysis/multilevel_plan.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace peel::analysis {

namespace {

// Steps for each sub-table while sizes are searched, and for the last word.
constexpr std::uint64_t kSearchSteps = 4'000'000, kLastSteps = 100'000'000;

ForecastEffort effort_of(std::uint64_t steps, const MultilevelDemand& demand) {
  return {.steps = steps, .least = demand.crisis.value() * kRareBesideCrisis};
}
constexpr double kPrecision = 1.003;          // of the search
constexpr double kPriceOfFewerTables = 1.01;  // sub-tables are saved at this price

// Tables of one number of sub-tables, of any size.
class TableFamily {
 public:
  TableFamily(const MultilevelDemand& demand, std::uint64_t sub_tables)
      : demand_(demand), sub_tables_(sub_tables) {}

  // Whose first sub-table has so many buckets.
  Result<MultilevelShape> with_first(double buckets) const {
    return geometric_sub_tables(SegmentCount(sub_tables_), buckets, demand_.slots);
  }

  bool meets(const MultilevelShape& shape) const {
    if (is_hopeless(shape)) return false;
    return multilevel_forecast(shape, demand_.items, effort_of(kSearchSteps, demand_)).crisis <=
           demand_.crisis.value();
  }

  // The smallest first sub-table, within kPrecision, or the error of one that is too large.
  Result<double> smallest_first() const {
    double low = 1, high = 1;
    for (;; low = high, high *= 1.5) {
      const auto shape = with_first(high);
      if (!shape) return failure(shape.error());
      if (meets(*shape)) break;
    }
    while (high > low * kPrecision && high - low > 1) {
      const double middle = std::sqrt(low * high);
      (meets(*with_first(middle)) ? high : low) = middle;
    }
    return high;
  }

 private:
  // Sub-tables that are expected to leave an item without a place need no closer look, nor those that the
  // items do not fit in.
  bool is_hopeless(const MultilevelShape& shape) const {
    if (shape.total_slots().value < demand_.items.value) return true;
    const SubTableItems last = expected_items(shape, demand_.items).back();
    return last.reach - last.stay > 2;
  }

  MultilevelDemand demand_;
  std::uint64_t sub_tables_;
};

Result<void> check(const MultilevelDemand& demand) {
  if (demand.items.value < 1 || demand.items.value > kMostPlannedItems) {
    return failure(ErrorCode::invalid_argument, std::to_string(demand.items.value) +
                                                    " items: accepted are 1 to " +
                                                    std::to_string(kMostPlannedItems));
  }
  if (demand.crisis.value() < kRarestCrisis)
    return failure(ErrorCode::invalid_argument, "a crisis below 1e-100: accepted are less rare ones");
  if (demand.slots.value < 1 || demand.slots.value > kMaxBucketSlots) {
    return failure(ErrorCode::invalid_argument, "buckets of " + std::to_string(demand.slots.value) +
                                                    " slots: accepted are 1 to " +
                                                    std::to_string(kMaxBucketSlots));
  }
  if (demand.sub_tables && (demand.sub_tables->value < 1 || demand.sub_tables->value > kMaxSubTables)) {
    return failure(ErrorCode::invalid_argument, std::to_string(demand.sub_tables->value) +
                                                    " sub-tables: accepted are 1 to " +
                                                    std::to_string(kMaxSubTables));
  }
  return {};
}

// As found, or a little larger where a closer look says so.
Result<MultilevelPlan> plan_of(const MultilevelDemand& demand, const TableFamily& family, double first) {
  for (;; first *= kPrecision) {
    auto shape = family.with_first(first);
    if (!shape) return failure(shape.error());
    auto forecast = multilevel_forecast(*shape, demand.items, effort_of(kLastSteps, demand));
    if (forecast.crisis <= demand.crisis.value())
      return MultilevelPlan{*std::move(shape), std::move(forecast)};
    first += 1;
  }
}

}  // namespace

// Found by trials with 1 to 8 slots; a ratio 0.1 off costs some hundredths.
double planned_ratio(SlotCount slots) {
  return std::max(0.2, 0.55 / std::cbrt(static_cast<double>(slots.value)));
}

Result<MultilevelShape> geometric_sub_tables(SegmentCount sub_tables, double first_buckets, SlotCount slots) {
  MultilevelSpec spec{.buckets = {}, .slots = slots};
  double buckets = first_buckets;
  for (std::uint64_t j = 0; j < sub_tables.value; ++j) {
    spec.buckets.push_back(BucketCount(static_cast<std::uint64_t>(std::ceil(std::max(1.0, buckets)))));
    buckets *= planned_ratio(slots);
  }
  return MultilevelShape::from(spec);
}

Result<MultilevelPlan> plan_multilevel(const MultilevelDemand& demand) {
  if (const auto fit = check(demand); !fit) return failure(fit.error());
  if (demand.sub_tables) {
    const TableFamily family(demand, demand.sub_tables->value);
    const auto first = family.smallest_first();
    if (!first) return failure(first.error());
    return plan_of(demand, family, *first);
  }
  std::uint64_t tables = kMaxSubTables;
  auto first = TableFamily(demand, tables).smallest_first();
  if (!first) return failure(first.error());
  const auto slots_of = [&](std::uint64_t t, double f) {
    return static_cast<double>(TableFamily(demand, t).with_first(f)->total_slots().value);
  };
  double fewest = slots_of(tables, *first);
  while (tables > 1) {
    const auto fewer = TableFamily(demand, tables - 1).smallest_first();
    if (!fewer || slots_of(tables - 1, *fewer) > kPriceOfFewerTables * fewest) break;
    first = fewer;
    --tables;
    fewest = std::min(fewest, slots_of(tables, *first));
  }
  return plan_of(demand, TableFamily(demand, tables), *first);
}

}  // namespace peel::analysis
