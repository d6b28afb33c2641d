// What the cells of a Bloom filter tell: how many distinct keys were inserted, how many two filters share,
// and how often a filter now errs. docs/theory/bloom-filters.md
#pragma once

#include "peel/analysis/filter_shape.hpp"
#include "peel/analysis/single_filter_shape.hpp"
#include "peel/core/types.hpp"

#include <cstdint>
#include <span>

namespace peel::analysis {

struct ItemEstimate {
  double items;           // infinite if it cannot be told, since the filter is full
  double standard_error;  // infinite then too
};

// How many distinct keys were inserted, from the number of cells that are set, in all layouts. A block that
// is full does no harm, only a filter that is.
ItemEstimate estimated_items(const FilterShape& shape, CellCount set);

// How many cells are set in each of two filters, and how many in at least one of them.
struct SetCells {
  CellCount in_a;
  CellCount in_b;
  CellCount in_either;
};

// How many keys both were given: what either was given, less what they were given together. Never below 0.
// The three estimates are correlated, and their errors cancel in part.
ItemEstimate estimated_intersection(const FilterShape& shape, const SetCells& set);

// The probability that a new key is affirmed, given the cells as they are. Of a classic filter with so many
// cells set,
double rate_given(const FilterShape& shape, CellCount set);
// and of a blocked one whose only block has set[l] cells set in lane l; the filter's is the mean over blocks.
double rate_given(const FilterShape& shape, std::span<const std::uint8_t> set);
// The same of a single filter that has set[i] cells above 0 in its i-th group: a key has a cell in each.
double rate_given(const SingleFilterShape& shape, std::span<const CellCount> set);

}  // namespace peel::analysis
