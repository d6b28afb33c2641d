// The experiments of [RA-MIRI 2020] on Bloom filters.
#pragma once

#include "lab/experiment.hpp"

#include <span>
#include <vector>

namespace peel::lab::ra_miri {

std::span<const Experiment> experiments();

std::vector<Finding> one_hash(const RunOptions& options);
std::vector<Finding> addresses(const RunOptions& options);
std::vector<Finding> best_hashes(const RunOptions& options);
std::vector<Finding> sizes(const RunOptions& options);
std::vector<Finding> ten_million(const RunOptions& options);

}  // namespace peel::lab::ra_miri
