// The experiments of [Goodrich, Mitzenmacher 2011]: Invertible Bloom lookup tables.
#pragma once

#include "lab/experiment.hpp"

#include <span>
#include <vector>

namespace peel::lab::goodrich_mitzenmacher {

std::span<const Experiment> experiments();

std::vector<Finding> table_1(const RunOptions& options);
std::vector<Finding> figure_1a(const RunOptions& options);
std::vector<Finding> figure_1b(const RunOptions& options);
std::vector<Finding> duplicates_and_deletions(const RunOptions& options);
std::vector<Finding> absent_keys(const RunOptions& options);
std::vector<Finding> poisoned_500(const RunOptions& options);
std::vector<Finding> table_2_experiment_1(const RunOptions& options);
std::vector<Finding> table_2_experiment_2(const RunOptions& options);
std::vector<Finding> table_2_experiment_3(const RunOptions& options);
std::vector<Finding> lost_sub_table(const RunOptions& options);
std::vector<Finding> unpoisoning(const RunOptions& options);

}  // namespace peel::lab::goodrich_mitzenmacher
