// Our own densities on the axes of [Goodrich, Mitzenmacher 2011], Table 1 and Figure 1: how few cells per key
// coupled tables need beside the paper's partitioned ones, and whether analysis/ says so beforehand. Most
// numbers here are printed nowhere; what is observed must lie where analysis::listing_failure believes.
#pragma once

#include "lab/experiment.hpp"

#include <span>
#include <vector>

namespace peel::lab::densities {

std::span<const Experiment> experiments();

std::vector<Finding> thresholds(const RunOptions& options);
std::vector<Finding> half_and_99_percent(const RunOptions& options);
std::vector<Finding> ten_thousand_keys(const RunOptions& options);
std::vector<Finding> hundred_thousand_keys(const RunOptions& options);
std::vector<Finding> plans(const RunOptions& options);
std::vector<Finding> hundred_thousand_in_115(const RunOptions& options);
std::vector<Finding> million_in_110(const RunOptions& options);

}  // namespace peel::lab::densities
