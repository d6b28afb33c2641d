// Filters that remember the last keys in generations: how often all of them together err, and how large each
// must be. docs/theory/counting-filters.md
#pragma once

#include "peel/analysis/bloom_plan.hpp"
#include "peel/analysis/filter_shape.hpp"
#include "peel/core/result.hpp"
#include "peel/core/types.hpp"

namespace peel::analysis {

// The probability that at least one of so many generations affirms a key that never came, if each does so
// with this probability and independently: 1 - (1 - p)^G.
double rate_of_generations(double each, GenerationCount generations);

struct RotationDemand {
  ItemCount window;  // the most insertions within a window
  Rate rate;         // of false positives, when all generations are full
  GenerationCount generations{4};
  FilterLayout layout = FilterLayout::line_blocks;
};

struct RotationPlan {
  FilterShape shape;  // of each generation
  double rate;        // of all of them, when each holds its share of the window
};

// The smallest generations that meet the demand, each of which takes window / (generations - 1) keys, rounded
// up. Fails with `invalid_argument` for no window or fewer than two generations, and as plan_filter does.
[[nodiscard]] Result<RotationPlan> plan_rotation(const RotationDemand& demand);

}  // namespace peel::analysis
