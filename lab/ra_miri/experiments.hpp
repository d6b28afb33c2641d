// The experiments of [RA-MIRI 2020] on Bloom filters and cuckoo hashing.
#pragma once

#include "lab/experiment.hpp"

#include <numbers>
#include <span>
#include <vector>

namespace peel::lab::ra_miri {

inline constexpr double kLn2 = std::numbers::ln2;

std::span<const Experiment> experiments();

Outcome one_hash(const RunOptions& options);
Outcome addresses(const RunOptions& options);
Outcome best_hashes(const RunOptions& options);
Outcome sizes(const RunOptions& options);
Outcome figure(const RunOptions& options);
Outcome ten_million(const RunOptions& options);

Outcome cuckoo_example(const RunOptions& options);
Outcome cuckoo_cycles(const RunOptions& options);
Outcome cuckoo_theorems(const RunOptions& options);
Outcome cuckoo_load(const RunOptions& options);

}  // namespace peel::lab::ra_miri
