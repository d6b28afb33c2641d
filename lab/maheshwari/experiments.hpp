// The experiments of [Maheshwari 2018] on Bloom filters, the majority vote and Count-Min.
#pragma once

#include "peel/core/types.hpp"

#include "lab/experiment.hpp"

#include <span>
#include <vector>

namespace peel::lab::maheshwari {

std::span<const Experiment> experiments();

// The claim about answers of Count-Min.
Printed at_most_two_to_the_minus(RowCount rows);

// Numbers of hashes that the plot of exact_rate goes up to, and how many sizes it runs in all.
inline constexpr std::uint64_t kMostPlottedHashes = 12;
inline constexpr unsigned kExactRateSeries = 16 + kMostPlottedHashes;

Outcome example(const RunOptions& options);
Outcome exact_rate(const RunOptions& options);
Outcome theorem(const RunOptions& options);
Outcome set_sizes(const RunOptions& options);
Outcome majority(const RunOptions& options);
Outcome cms_table(const RunOptions& options);
Outcome cms_worst(const RunOptions& options);
Outcome cms_claim(const RunOptions& options);
Outcome vector_queries(const RunOptions& options);
Outcome heavy_hitters(const RunOptions& options);

}  // namespace peel::lab::maheshwari
