// The sketch of the slides: every counter of a key is raised.
#pragma once

#include "peel/frequency/count_min_sketch.hpp"

#include "lab/workload.hpp"

namespace peel::lab::maheshwari {

inline CountMinSketch plain_sketch(RowCount rows, ColumnCount columns, Seed seed) {
  const GridShape shape = require(GridShape::from({rows, columns, BitWidth(32)}));
  return require(CountMinSketch::make(shape, CountMinRule::plain, HashFamily::fast, seed));
}

}  // namespace peel::lab::maheshwari
