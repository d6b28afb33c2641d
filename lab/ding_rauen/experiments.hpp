// The experiments of [Ding, Rauen]: Improving retrieval performance for invertible Bloom counters. Beside the
// paper's counters, on the same axes, those that it names as future work and moment counters, which are ours.
#pragma once

#include "lab/experiment.hpp"

#include <span>
#include <vector>

namespace peel::lab::ding_rauen {

std::span<const Experiment> experiments();

// What the paper derives.
Outcome theory(const RunOptions& options);
Outcome formulas(const RunOptions& options);
Outcome improvements(const RunOptions& options);

// What it measures, and the same for other counters.
Outcome table_3a(const RunOptions& options);
Outcome table_3b(const RunOptions& options);
Outcome table_3c(const RunOptions& options);
Outcome table_3d(const RunOptions& options);
Outcome kept_key_rules(const RunOptions& options);
Outcome random_kept_key(const RunOptions& options);
Outcome several_kept_keys(const RunOptions& options);
Outcome combined(const RunOptions& options);
Outcome moment(const RunOptions& options);
Outcome equal_space(const RunOptions& options);
Outcome figure_1(const RunOptions& options);
Outcome figure_1_ours(const RunOptions& options);
Outcome kept_keys(const RunOptions& options);
Outcome table_2_ideal(const RunOptions& options);
Outcome even_odd_two_hashes(const RunOptions& options);

// Its pseudo code, its code and its hash functions.
Outcome pseudo_code(const RunOptions& options);
Outcome acceptance(const RunOptions& options);
Outcome appendix_code(const RunOptions& options);
Outcome base_32(const RunOptions& options);
Outcome appendix_hashes(const RunOptions& options);

// What our own documents say of moment counters.
Outcome moment_capacity(const RunOptions& options);
Outcome moment_multiplicities(const RunOptions& options);

}  // namespace peel::lab::ding_rauen
