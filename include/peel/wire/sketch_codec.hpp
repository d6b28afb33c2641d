// Bytes of a Sketch: a file that stands for its source. docs/formats/sketch.md is the specification.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/invertible/sketch.hpp"

namespace peel::wire {

// Fails with `unsupported` for a table with injected hash functions, and with `invalid_argument` for a
// description that validate() refuses, for rows beyond kMaxSketchRows, and for strata that are hashed
// otherwise than the table.
[[nodiscard]] Result<Bytes> encode(const Sketch& sketch);

// Whatever decodes re-encodes to the same bytes. Nothing is allocated before sizes agree with `bytes`; the
// table takes as much as that of decode_iblt, and the strata at most 120 MB.
[[nodiscard]] Result<Sketch> decode_sketch(ByteView bytes);

}  // namespace peel::wire
