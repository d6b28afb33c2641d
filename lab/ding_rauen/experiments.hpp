// The experiments of [Ding, Rauen]: Improving retrieval performance for invertible Bloom counters. Beside the
// paper's counters, on the same axes, those that it names as future work and moment counters, which are ours.
#pragma once

#include "lab/experiment.hpp"

#include <span>
#include <vector>

namespace peel::lab::ding_rauen {

std::span<const Experiment> experiments();

Outcome theory(const RunOptions& options);
Outcome table_3a(const RunOptions& options);
Outcome table_3b(const RunOptions& options);
Outcome table_3c(const RunOptions& options);
Outcome table_3d(const RunOptions& options);
Outcome random_kept_key(const RunOptions& options);
Outcome several_kept_keys(const RunOptions& options);
Outcome combined(const RunOptions& options);
Outcome moment(const RunOptions& options);
Outcome figure_1(const RunOptions& options);
Outcome moment_capacity(const RunOptions& options);
Outcome moment_multiplicities(const RunOptions& options);

}  // namespace peel::lab::ding_rauen
