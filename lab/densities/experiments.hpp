// Our own densities on the axes of [Goodrich, Mitzenmacher 2011], Table 1 and Figure 1: how few cells per key
// coupled and irregular tables need beside the paper's partitioned ones, and whether analysis/ says so
// beforehand. Most numbers here are printed nowhere; what is observed must lie where
// analysis::listing_failure believes.
#pragma once

#include "lab/experiment.hpp"

#include <span>
#include <vector>

namespace peel::lab::densities {

std::span<const Experiment> experiments();

Outcome thresholds(const RunOptions& options);
Outcome half_and_99_percent(const RunOptions& options);
Outcome ten_thousand_keys(const RunOptions& options);
Outcome hundred_thousand_keys(const RunOptions& options);
Outcome irregular_tables(const RunOptions& options);
Outcome plans(const RunOptions& options);
Outcome hundred_thousand_in_115(const RunOptions& options);
Outcome million_in_110(const RunOptions& options);

}  // namespace peel::lab::densities
