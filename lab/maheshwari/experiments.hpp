// The experiments of [Maheshwari 2018] on Bloom filters.
#pragma once

#include "lab/experiment.hpp"

#include <span>
#include <vector>

namespace peel::lab::maheshwari {

std::span<const Experiment> experiments();

std::vector<Finding> example(const RunOptions& options);
std::vector<Finding> exact_rate(const RunOptions& options);
std::vector<Finding> bounds(const RunOptions& options);

}  // namespace peel::lab::maheshwari
