// Bytes of a CountedStream: a file that others can add theirs to. docs/formats/counter.md is the
// specification.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/invertible/counted_stream.hpp"

namespace peel::wire {

// Fails with `unsupported` for a counter with injected hash functions, and with `invalid_argument` for a
// description that validate() refuses, for keys of another width than the description calls for, for lines
// beyond kMaxCounted, and for strata that are hashed otherwise than the counter.
[[nodiscard]] Result<Bytes> encode(const CountedStream& stream);

// Whatever decodes re-encodes to the same bytes. Nothing is allocated before sizes agree with `bytes`. There
// is at least one bit for each cell, so the counter takes at most 2048 times the memory of `bytes`, and 640
// times for moment cells with keys of 16 bytes.
[[nodiscard]] Result<CountedStream> decode_counter(ByteView bytes);

}  // namespace peel::wire
