// What the cells of a Bloom filter tell: how many distinct keys were inserted, and how often it now errs.
// docs/theory/bloom-filters.md
#pragma once

#include "peel/analysis/filter_shape.hpp"

#include <cstdint>
#include <span>

namespace peel::analysis {

struct ItemEstimate {
  double items;           // infinite if it cannot be told, since a filter or a block of it is full
  double standard_error;  // infinite then too
};

// Of a classic filter with so many cells set.
ItemEstimate estimated_items(const FilterShape& shape, CellCount set);
// Of a blocked one: blocks_by_set[x] blocks have x cells set, x from 0 to shape.block_cells().
ItemEstimate estimated_items(const FilterShape& shape, std::span<const std::uint64_t> blocks_by_set);

// The probability that a new key is affirmed, given the cells as they are. Of a classic filter with so many
// cells set,
double rate_given(const FilterShape& shape, CellCount set);
// and of a blocked one whose only block has set[l] cells set in lane l; the filter's is the mean over blocks.
double rate_given(const FilterShape& shape, std::span<const std::uint8_t> set);

}  // namespace peel::analysis
