// The shape of a filter as bytes: docs/formats/filter.md, "Shape".
#pragma once

#include "peel/analysis/filter_shape.hpp"
#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"

namespace peel::wire {

inline constexpr std::size_t kFilterShapeBytes = 16;

void put_filter_shape(const FilterShape& shape, ByteWriter& out);
// Fails with `malformed` unless put_filter_shape would write the same bytes, of which there are
// kFilterShapeBytes.
Result<FilterShape> decode_filter_shape(ByteView bytes);

}  // namespace peel::wire
