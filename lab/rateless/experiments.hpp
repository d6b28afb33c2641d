// Rateless tables: how many cells of an endless stream list a difference, beside the curve that its inventors
// published and beside our sized tables, which must know the size.
#pragma once

#include "lab/experiment.hpp"

#include <span>

namespace peel::lab::rateless {

std::span<const Experiment> experiments();

Outcome cells_per_difference(const RunOptions& options);

}  // namespace peel::lab::rateless
