// The scaling window: how unlikely a core of more keys than a small set has is at a given load, interpolated
// between the tables that were measured.
#pragma once

#include "peel/analysis/keys_per_cell.hpp"
#include "peel/analysis/listing_failure.hpp"
#include "peel/core/types.hpp"

namespace peel::analysis {

// A large core, of more than four keys, of more than six where cells show two, or of more than two in an
// irregular table, appears with the probability that a normal variable exceeds `deviate`.
struct WindowDeviate {
  double deviate;
  double error;      // of the deviate
  bool is_measured;  // not beyond the measured sizes and failures
};

// The cells are a multiple of the sub-tables; k >= 3, or 2 where cells show two keys; light keys have at
// least three cells.
WindowDeviate window_deviate(ItemCount n, const TableGeometry& table, KeysPerCell shown);

}  // namespace peel::analysis
