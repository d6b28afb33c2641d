// Heavy texts of a stream as a file that others can add theirs to. docs/formats/heavy-texts.md is the
// specification.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/frequency/heavy_stream.hpp"

namespace peel::wire {

// Fails with `invalid_argument` for a part that validate() refuses, for more lines without a key than lines,
// and for addresses that have not 16 bytes.
[[nodiscard]] Result<Bytes> encode(const HeavyStream& stream);

// Whatever decodes re-encodes to the same bytes. Nothing is allocated for a counter that is not there. The
// seed says where texts will lie in memory, and nothing else: a sender who does not know it cannot put them
// in each other's way.
[[nodiscard]] Result<HeavyStream> decode_heavy_texts(ByteView bytes, Seed placement);

}  // namespace peel::wire
