#include "peel/analysis/rotation_plan.hpp"

#include <cmath>
#include <string>

namespace peel::analysis {

double rate_of_generations(double each, GenerationCount generations) {
  return -std::expm1(static_cast<double>(generations.value) * std::log1p(-each));
}

Result<RotationPlan> plan_rotation(const RotationDemand& demand) {
  if (demand.window.value == 0)
    return failure(ErrorCode::invalid_argument, "a window of 0 insertions: accepted is 1 or more");
  if (demand.generations.value < 2) {
    return failure(ErrorCode::invalid_argument,
                   std::to_string(demand.generations.value) + " generations: accepted are 2 or more");
  }
  const auto generations = static_cast<double>(demand.generations.value);
  const auto each = Rate::from(-std::expm1(std::log1p(-demand.rate.value()) / generations));
  if (!each) return failure(each.error());
  const auto plan =
      plan_filter({.items = ItemCount((demand.window.value - 1) / (demand.generations.value - 1) + 1),
                   .rate = *each,
                   .layout = demand.layout});
  if (!plan) return failure(plan.error());
  return RotationPlan{plan->shape, rate_of_generations(plan->rate, demand.generations)};
}

}  // namespace peel::analysis
