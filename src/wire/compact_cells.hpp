// Cells of an iblt or a counter in the compact form: bits, not bytes; counts as Rice codes of their distance
// from the mean; empty cells left out where that saves something. docs/formats/iblt.md, "Compact form".
//
// The three choices that an encoder has (CompactPlan) follow from the cells by rule, so that equal tables
// have equal bytes; a decoder works them out again and refuses any others.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"

#include "cell_fields.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace peel::wire {

struct CompactPlan {
  bool elides_empty_cells;
  std::int64_t base;          // what counts are written as the distance from
  unsigned parameter;         // of the Rice code of those distances
  std::uint64_t stream_bits;  // of everything behind base and parameter

  friend bool operator==(const CompactPlan&, const CompactPlan&) = default;
};

// `cells` are whole cells with these fields, as many as these say.
CompactPlan plan_compact(const CellFields& fields, std::span<const std::uint64_t> cells);

std::uint64_t compact_cell_bytes(const CompactPlan& plan);
Bytes compact_cells(const CellFields& fields, std::span<const std::uint64_t> cells, const CompactPlan& plan);

// The words of all cells. Fails with `malformed` unless compact_cells would write the same bytes, and before
// it reserves memory if the bytes are too few for the cells. The words may still be such as no
// table has.
Result<std::vector<std::uint64_t>> cells_of_compact(const CellFields& fields, ByteView bytes);

}  // namespace peel::wire
