// Count-Min sketches as files: docs/formats/count-min.md is the specification.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/frequency/count_min_sketch.hpp"

namespace peel::wire {

// Never fails; the type is that of all codecs.
[[nodiscard]] Result<Bytes> encode(const CountMinSketch& sketch);

// Whatever decodes re-encodes to the same bytes. Nothing is allocated before sizes agree with `bytes`, and
// then at most 512 times these.
[[nodiscard]] Result<CountMinSketch> decode_count_min(ByteView bytes);

}  // namespace peel::wire
