// The experiments of [Maheshwari 2018] on Bloom filters, the majority vote and Count-Min.
#pragma once

#include "peel/core/types.hpp"

#include "lab/experiment.hpp"

#include <span>
#include <vector>

namespace peel::lab::maheshwari {

std::span<const Experiment> experiments();

// The claim about answers of Count-Min is an upper bound: every number from 0 on agrees with it.
Printed at_most_two_to_the_minus(RowCount rows);

std::vector<Finding> example(const RunOptions& options);
std::vector<Finding> exact_rate(const RunOptions& options);
std::vector<Finding> bounds(const RunOptions& options);
std::vector<Finding> majority(const RunOptions& options);
std::vector<Finding> cms_table(const RunOptions& options);
std::vector<Finding> cms_worst(const RunOptions& options);
std::vector<Finding> cms_claim(const RunOptions& options);
std::vector<Finding> heavy_hitters(const RunOptions& options);

}  // namespace peel::lab::maheshwari
