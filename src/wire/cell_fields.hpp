// CellFields: how many cells a structure has, and how many bits each word of one has on the wire.
#pragma once

#include "peel/invertible/counter_shape.hpp"
#include "peel/invertible/iblt_shape.hpp"
#include "peel/invertible/rateless_shape.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace peel::wire {

struct CellFields {
  std::uint64_t cells = 0;
  unsigned words = 0;  // of a cell; the first is its count, a signed number of no fixed width
  std::array<unsigned, std::max(kMaxCellWords, kMaxCounterCellWords)> bits{};  // of the other words

  std::uint64_t bits_beside_count() const;

  friend bool operator==(const CellFields&, const CellFields&) = default;
};

// Those of an iblt follow from its shape.
CellFields fields_of(const IbltShape& shape);
// So many cells of a rateless table.
CellFields fields_of(const RatelessShape& shape, CellCount cells);

}  // namespace peel::wire
