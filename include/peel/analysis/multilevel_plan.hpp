// The planner of multilevel tables: from the number of items and how rare a crisis must be to sub-tables of
// geometrically decreasing sizes. docs/theory/multilevel.md says why geometric, and by which ratio.
#pragma once

#include "peel/analysis/multilevel.hpp"
#include "peel/analysis/multilevel_shape.hpp"
#include "peel/core/result.hpp"
#include "peel/core/types.hpp"

#include <optional>

namespace peel::analysis {

// Rarer crises are not planned for, nor more items.
inline constexpr double kRarestCrisis = 1e-100;
inline constexpr std::uint64_t kMostPlannedItems = std::uint64_t{1} << 36;

struct MultilevelDemand {
  ItemCount items;
  Rate crisis;  // the probability that there is one, with all items in the table
  SlotCount slots{1};
  std::optional<SegmentCount> sub_tables = std::nullopt;  // as many as save slots if not given
};

struct MultilevelPlan {
  MultilevelShape shape;
  MultilevelForecast forecast;
};

// The ratio of neighbouring sub-tables.
double planned_ratio(SlotCount slots);

// So many sub-tables with that ratio, the first of this many buckets, rounded up; 1 at least in each. Fails
// as MultilevelShape::from does.
[[nodiscard]] Result<MultilevelShape> geometric_sub_tables(SegmentCount sub_tables, double first_buckets,
                                                           SlotCount slots);

// The fewest slots that meet the demand, within about 1/100, of tables with that ratio; of tables at most
// 1/100 larger the one with the fewest sub-tables. Fails with `invalid_argument` for numbers out of range,
// with `limit_exceeded` if no table is large enough.
[[nodiscard]] Result<MultilevelPlan> plan_multilevel(const MultilevelDemand& demand);

}  // namespace peel::analysis
