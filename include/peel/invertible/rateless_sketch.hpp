// RatelessSketch: the first cells of an endless stream that stands for a source of lines or rows. It says
// what it was made from, as a Sketch does. Two of different lengths still combine: what they both have is
// what counts. There are no strata, since the cells themselves tell how much differs.
#pragma once

#include "peel/core/result.hpp"
#include "peel/invertible/rateless_cells.hpp"
#include "peel/invertible/sketch.hpp"

#include <cstdint>

namespace peel {

struct RatelessSketch {
  SketchDescription description;
  std::int64_t rows = 0;  // rows or lines summarised; those of a subtracted sketch count as negative
  RatelessCells cells;    // of the items, from cell 0 on

  // Adds or subtracts the other's cells and rows, as many cells as both have. Both fail with `incompatible`,
  // and say what differs and how, unless description, shapes and hashing agree; otherwise like those of
  // RatelessCells. On failure nothing changes.
  [[nodiscard]] Result<void> merge(const RatelessSketch& other);
  [[nodiscard]] Result<void> subtract(const RatelessSketch& other);
};

}  // namespace peel
