// The scaling window: how unlikely a core of more keys than a small set has is at a given load, interpolated
// between the tables that were measured.
#pragma once

#include "peel/analysis/keys_per_cell.hpp"
#include "peel/core/types.hpp"

namespace peel::analysis {

// A large core, of more than four keys or, where cells show two keys, more than six, appears with the
// probability that a normal variable exceeds `deviate`.
struct WindowDeviate {
  double deviate;
  double error;      // of the deviate
  bool is_measured;  // not beyond the measured sizes and failures
};

// `cells` is a multiple of `sub_tables`; k >= 3, or 2 where cells show two keys.
WindowDeviate window_deviate(ItemCount n, CellCount cells, HashCount k, SegmentCount sub_tables,
                             KeysPerCell shown);

}  // namespace peel::analysis
