// The experiments of [Ding, Rauen]: Improving retrieval performance for invertible Bloom counters. Beside the
// paper's counters, on the same axes, those that it names as future work and moment counters, which are ours.
#pragma once

#include "lab/experiment.hpp"

#include <span>
#include <vector>

namespace peel::lab::ding_rauen {

std::span<const Experiment> experiments();

std::vector<Finding> theory(const RunOptions& options);
std::vector<Finding> table_3a(const RunOptions& options);
std::vector<Finding> table_3b(const RunOptions& options);
std::vector<Finding> table_3c(const RunOptions& options);
std::vector<Finding> table_3d(const RunOptions& options);
std::vector<Finding> random_kept_key(const RunOptions& options);
std::vector<Finding> several_kept_keys(const RunOptions& options);
std::vector<Finding> combined(const RunOptions& options);
std::vector<Finding> moment(const RunOptions& options);
std::vector<Finding> figure_1(const RunOptions& options);
std::vector<Finding> moment_capacity(const RunOptions& options);
std::vector<Finding> moment_multiplicities(const RunOptions& options);

}  // namespace peel::lab::ding_rauen
