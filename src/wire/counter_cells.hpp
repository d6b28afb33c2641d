// The cells of a counter as bytes: how many bits each word of a cell has, then the compact form of
// compact_cells.hpp. Words that no cell uses cost nothing: the first of an IPv4 address, or all but the first
// of short text. docs/formats/counter.md, "Cells".
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/invertible/counter_shape.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace peel::wire {

// `cells` are as many as the shape has, with words below 2^61. Fails with `limit_exceeded` for a counter that
// is too empty for its size (wire/unfolding.hpp).
Result<Bytes> counter_cells(const CounterShape& shape, std::span<const std::uint64_t> cells);

// Fails with `malformed` unless counter_cells would write the same bytes, and before it reserves memory if
// the bytes are too few for the cells of this shape. The words may still be such as no counter has.
Result<std::vector<std::uint64_t>> cells_of_counter(const CounterShape& shape, ByteView bytes);

}  // namespace peel::wire
