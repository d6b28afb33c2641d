// The shape of an iblt as bytes: docs/formats/iblt.md, "Shape".
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/invertible/iblt_shape.hpp"
#include "peel/wire/iblt_codec.hpp"

namespace peel::wire {

inline constexpr std::size_t kIbltShapeBytes = 24;

struct FormedShape {
  IbltShape shape;
  IbltForm form;
};

Bytes shape_bytes(const FormedShape& formed);

// Fails with `malformed` unless shape_bytes would write the same bytes.
Result<FormedShape> decode_shape(ByteView bytes);

}  // namespace peel::wire
