// Heavy hitters as files: docs/formats/heavy-hitters.md is the specification.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/frequency/heavy_hitters.hpp"

namespace peel::wire {

// Never fails; the type is that of all codecs. The seed is not written: it says nothing about the keys.
[[nodiscard]] Result<Bytes> encode(const HeavyHitters& hitters);

// Whatever decodes re-encodes to the same bytes. Nothing is allocated for a counter that is not there. The
// seed says where keys will lie in memory: a sender who does not know it cannot put them in each other's way.
[[nodiscard]] Result<HeavyHitters> decode_heavy_hitters(ByteView bytes, Seed seed);

}  // namespace peel::wire
