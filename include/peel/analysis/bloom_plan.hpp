// The planner of filters: from the number of keys and the rate of false positives to the smallest filter, and
// back. Rates are the exact ones of analysis/bloom_rate.hpp.
#pragma once

#include "peel/analysis/filter_shape.hpp"
#include "peel/core/result.hpp"
#include "peel/core/types.hpp"

#include <optional>

namespace peel::analysis {

// Lower rates are not planned for.
inline constexpr double kLowestFilterRate = 1e-300;

struct FilterDemand {
  ItemCount items;
  Rate rate;  // of false positives, with all items in it
  FilterLayout layout = FilterLayout::line_blocks;
  std::optional<HashCount> hashes = std::nullopt;  // the best number if not given
  BitWidth cell_bits{1};
};

struct FilterPlan {
  FilterShape shape;
  double rate;  // with all items in it: false_positive_rate(shape, items)
};

// The filter with the fewest cells that meets the demand; among those at most 1/100 larger the one with the
// fewest hashes. Fails with `invalid_argument` for no items or a number of hashes out of range, with
// `limit_exceeded` if no filter of the layout is large enough.
[[nodiscard]] Result<FilterPlan> plan_filter(const FilterDemand& demand);

// A filter whose size is given.
struct FilterRoom {
  CellCount cells;  // of a blocked filter a multiple of the cells in a block
  ItemCount items;
  FilterLayout layout = FilterLayout::line_blocks;
  BitWidth cell_bits{1};
};

// The number of hashes with the lowest rate. Fails as FilterShape::from does.
[[nodiscard]] Result<FilterPlan> best_filter(const FilterRoom& room);

// A filter whose size and rate are given.
struct FilterLimits {
  CellCount cells;  // of a blocked filter a multiple of the cells in a block
  Rate rate;
  FilterLayout layout = FilterLayout::line_blocks;
  BitWidth cell_bits{1};
};

struct FilterCapacity {
  FilterShape shape;
  ItemCount items;  // capacity_of(shape, rate)
};

// The number of hashes with which the filter takes the most items. Fails as FilterShape::from does.
[[nodiscard]] Result<FilterCapacity> roomiest_filter(const FilterLimits& limits);

// The most items that such a filter takes before more than `rate` of others are affirmed; 0 if one is too
// many.
ItemCount capacity_of(const FilterShape& shape, Rate rate);

}  // namespace peel::analysis
