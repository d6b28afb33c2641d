// Bytes of a CountedStream: a file that others can add theirs to. docs/formats/counter.md is the
// specification.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/invertible/counted_stream.hpp"

namespace peel::wire {

// Fails with `unsupported` for a counter with injected hash functions, and with `invalid_argument` for a
// description that validate() refuses, for keys of another width than the description calls for, for lines
// beyond kMaxCounted, and for strata that are hashed otherwise than the counter. Fails with `limit_exceeded`
// for a counter that takes more than 256 MiB and 64 times what would be written: it is too empty for its
// size, and decode_counter refuses it.
[[nodiscard]] Result<Bytes> encode(const CountedStream& stream);

// Whatever decodes re-encodes to the same bytes. Nothing is allocated before sizes agree with `bytes`, and
// then the counter takes no more than 256 MiB or 64 times these, whichever is more.
[[nodiscard]] Result<CountedStream> decode_counter(ByteView bytes);

}  // namespace peel::wire
