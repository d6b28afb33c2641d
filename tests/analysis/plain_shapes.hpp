// Rates and shapes from plain numbers, which tests of what is computed of them have many of.
#pragma once

#include "peel/analysis/grid_shape.hpp"
#include "peel/analysis/multilevel_shape.hpp"
#include "peel/core/types.hpp"

#include <cstdint>
#include <vector>

namespace peel::test {

inline Rate rate(double probability) {
  return *Rate::from(probability);
}

inline GridShape grid(std::uint64_t rows, std::uint64_t columns) {
  return *GridShape::from({RowCount(rows), ColumnCount(columns), BitWidth(32)});
}

inline MultilevelShape table_of(const std::vector<std::uint64_t>& sizes, std::uint64_t slots = 1) {
  MultilevelSpec spec;
  for (const std::uint64_t size : sizes) spec.buckets.push_back(BucketCount(size));
  spec.slots = SlotCount(slots);
  return *MultilevelShape::from(spec);
}

}  // namespace peel::test
