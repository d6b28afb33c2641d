// Count-Min sketches as files: docs/formats/count-min.md is the specification.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/frequency/count_min_sketch.hpp"

namespace peel::wire {

// Fails with `limit_exceeded` for a sketch that takes more than 256 MiB and 64 times what would be written:
// it is too empty for its size, and decoders refuse it.
[[nodiscard]] Result<Bytes> encode(const CountMinSketch& sketch);

// Whatever decodes re-encodes to the same bytes. Nothing is allocated before sizes agree with `bytes`, and
// then no more than 256 MiB or 64 times these, whichever is more.
[[nodiscard]] Result<CountMinSketch> decode_count_min(ByteView bytes);

}  // namespace peel::wire
