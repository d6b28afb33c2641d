// The experiments of [RA-MIRI 2020] on Bloom filters.
#pragma once

#include "lab/experiment.hpp"

#include <span>
#include <vector>

namespace peel::lab::ra_miri {

std::span<const Experiment> experiments();

Outcome one_hash(const RunOptions& options);
Outcome addresses(const RunOptions& options);
Outcome best_hashes(const RunOptions& options);
Outcome sizes(const RunOptions& options);
Outcome ten_million(const RunOptions& options);

}  // namespace peel::lab::ra_miri
