// Our own claims about Count-Min, of docs/theory/count-min.md.
#pragma once

#include "lab/experiment.hpp"

#include <span>
#include <vector>

namespace peel::lab::count_min {

std::span<const Experiment> experiments();

Outcome conservative(const RunOptions& options);

}  // namespace peel::lab::count_min
