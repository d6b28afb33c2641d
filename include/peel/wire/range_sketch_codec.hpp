// Range sketches as files: docs/formats/range-sketch.md is the specification.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/frequency/range_sketch.hpp"

namespace peel::wire {

// Never fails; the type is that of all codecs.
[[nodiscard]] Result<Bytes> encode(const RangeSketch& sketch);

// Whatever decodes re-encodes to the same bytes. Nothing is allocated before sizes agree with `bytes`, and
// then no more than 2048 times these.
[[nodiscard]] Result<RangeSketch> decode_range_sketch(ByteView bytes);

}  // namespace peel::wire
