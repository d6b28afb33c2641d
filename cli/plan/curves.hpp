// The curve around each kind of plan: what more room would gain and less room would lose, beside what else
// could have been planned. All numbers come from analysis/. The plan is a point of the first series, with a
// mark at its place; what was asked for is a level line. Made within a second or two, whatever the plan.
#pragma once

#include "peel/analysis/bloom_rate.hpp"
#include "peel/analysis/counter_plan.hpp"
#include "peel/analysis/cuckoo.hpp"
#include "peel/analysis/grid_shape.hpp"
#include "peel/analysis/iblt_plan.hpp"
#include "peel/analysis/multilevel_plan.hpp"
#include "peel/core/types.hpp"

#include "plot/plot.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace peel::cli {

struct PlannedIblts {
  ItemCount items;
  Rate incomplete;  // asked for
  analysis::IbltPlan chosen;
  std::vector<analysis::IbltPlan> others;  // the best first
};

// How often listing leaves keys over, against cells per key.
plot::Plot iblt_curve(const PlannedIblts& tables);

struct PlannedCounterPlans {
  analysis::CounterDemand demand;
  Rate incomplete;  // asked for
  analysis::CounterPlan chosen;
  std::vector<analysis::CounterPlan> others;  // the best first
};

// The same against bytes per key, since cells of different kinds have different sizes.
plot::Plot counter_curve(const PlannedCounterPlans& counters);

// What of a filter was to be found out.
enum class FilterUnknown : std::uint8_t { bits, rate, items };

struct PlannedFilter {
  FilterShape shape;
  ItemCount items;
};

struct PlannedFilters {
  FilterUnknown unknown;
  std::optional<Rate> rate;         // asked for
  std::optional<HashCount> hashes;  // given
  PlannedFilter chosen;
  std::vector<PlannedFilter> others;  // of the other layouts
};

// The rate of false positives: against bits per key where bits were to be found out, against hashes where
// bits and keys are given, against keys where those were to be found out.
plot::Plot filter_curve(const PlannedFilters& filters);

struct PlannedGrid {
  GridShape shape;
  Rate delta;
  std::optional<Rate> epsilon;  // asked for; not if the grid is given
  std::optional<GridShape> smallest;
  std::optional<double> mean_excess;  // forecast, as a share of all copies
};

// Epsilon against bytes. For a grid that is given: how often an answer is so far off, against how far.
plot::Plot grid_curve(const PlannedGrid& grid);

// Where a rehash is not to be feared, what an insertion costs, against the load; otherwise the probability of
// a rehash.
plot::Plot cuckoo_curve(const analysis::CuckooDemand& demand);

struct PlannedMultilevel {
  ItemCount items;
  std::optional<Rate> crisis;  // asked for
  analysis::MultilevelPlan plan;
};

// The probability of a crisis against slots per item.
plot::Plot multilevel_curve(const PlannedMultilevel& table);

}  // namespace peel::cli
