// The shape of a counter as bytes: docs/formats/counter.md, "Shape".
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/invertible/counter_shape.hpp"

namespace peel::wire {

inline constexpr std::size_t kCounterShapeBytes = 16;

void put_counter_shape(const CounterShape& shape, ByteWriter& out);
// Fails with `malformed` unless put_counter_shape would write the same bytes, of which there are
// kCounterShapeBytes.
Result<CounterShape> decode_counter_shape(ByteView bytes);

}  // namespace peel::wire
