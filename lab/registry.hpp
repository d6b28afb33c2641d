// All experiments, in the order in which they run.
#pragma once

#include "peel/core/result.hpp"

#include "lab/experiment.hpp"

#include <span>
#include <string>
#include <vector>

namespace peel::lab {

std::span<const Experiment> experiments();

// For each of `names` the experiments whose ids start with it; every experiment for no names. None comes
// twice. Fails with `invalid_argument` for a name that finds nothing.
Result<std::vector<const Experiment*>> find_experiments(std::span<const std::string> names);

}  // namespace peel::lab
