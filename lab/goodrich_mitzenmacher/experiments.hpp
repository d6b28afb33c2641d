// The experiments of [Goodrich, Mitzenmacher 2011]: Invertible Bloom lookup tables.
#pragma once

#include "lab/experiment.hpp"

#include <span>
#include <vector>

namespace peel::lab::goodrich_mitzenmacher {

std::span<const Experiment> experiments();

Outcome table_1(const RunOptions& options);
Outcome figure_1a(const RunOptions& options);
Outcome figure_1b(const RunOptions& options);
Outcome cells_14600(const RunOptions& options);
Outcome cells_144000(const RunOptions& options);
Outcome theorem_1(const RunOptions& options);
Outcome get_rates(const RunOptions& options);
Outcome absent_keys(const RunOptions& options);
Outcome duplicates_and_deletions(const RunOptions& options);
Outcome many_duplicates_and_deletions(const RunOptions& options);
Outcome duplicates_at_the_threshold(const RunOptions& options);
Outcome poisoned_500(const RunOptions& options);
Outcome table_2_experiment_1(const RunOptions& options);
Outcome table_2_experiment_2(const RunOptions& options);
Outcome table_2_experiment_3(const RunOptions& options);
Outcome figure_2a(const RunOptions& options);
Outcome figure_2b(const RunOptions& options);
Outcome theorem_2(const RunOptions& options);
Outcome lost_sub_table(const RunOptions& options);
Outcome unpoisoning(const RunOptions& options);
Outcome pseudo_code(const RunOptions& options);

}  // namespace peel::lab::goodrich_mitzenmacher
