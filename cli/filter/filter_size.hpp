// How large a filter is to be: as given, as another one, or as large as the keys call for.
#pragma once

#include "peel/analysis/bloom_plan.hpp"
#include "peel/core/result.hpp"

#include <cstdint>
#include <optional>

namespace peel::cli {

struct FilterSize {
  Rate rate;
  FilterLayout layout = FilterLayout::line_blocks;
  std::optional<ItemCount> items = {};  // nothing: they must be counted, unless the shape follows without
  std::optional<std::uint64_t> bits = {};
  std::optional<HashCount> hashes = {};

  bool needs_items() const { return !items && !(bits && hashes); }
};

// Fails as plan_filter, best_filter and FilterShape::from do. Bits are rounded up to whole blocks.
Result<FilterShape> shape_of(const FilterSize& size);

}  // namespace peel::cli
