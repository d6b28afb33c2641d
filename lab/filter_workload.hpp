// Measured false positives for experiments.
#pragma once

#include "peel/analysis/filter_shape.hpp"

#include "lab/experiment.hpp"
#include "lab/statistics.hpp"

#include <cstdint>

namespace peel::lab {

struct FilterTrial {
  FilterShape shape;
  ItemCount items;
  ItemCount queries;      // keys that were not inserted
  std::uint64_t filters;  // for each trial; their shares are averaged
};

// A shape of the lab's own numbers. A blocked one is rounded up to whole blocks.
FilterShape filter_shape(FilterLayout layout, CellCount cells, HashCount hashes);

// The share of the queries that filters with so many keys affirm.
Estimate measured_rate(const FilterTrial& trial, const RunOptions& options, std::uint64_t purpose);

}  // namespace peel::lab
