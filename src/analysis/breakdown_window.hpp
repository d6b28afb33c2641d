// The scaling window: how unlikely a core of more than four keys is at a given load, interpolated between the
// tables that were measured.
#pragma once

#include "peel/core/types.hpp"

namespace peel::analysis {

// A core of more than four keys appears with the probability that a normal variable exceeds `deviate`.
struct WindowDeviate {
  double deviate;
  double error;      // of the deviate
  bool is_measured;  // not beyond the measured sizes and failures
};

// `cells` is a multiple of `sub_tables`; k >= 3.
WindowDeviate window_deviate(ItemCount n, CellCount cells, HashCount k, SegmentCount sub_tables);

}  // namespace peel::analysis
