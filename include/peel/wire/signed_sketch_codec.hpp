// Signed sketches as files: docs/formats/signed-sketch.md is the specification.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/frequency/signed_sketch.hpp"

namespace peel::wire {

// Never fails; the type is that of all codecs.
[[nodiscard]] Result<Bytes> encode(const SignedSketch& sketch);

// Whatever decodes re-encodes to the same bytes. Nothing is allocated before sizes agree with `bytes`, and
// then at most 512 times these.
[[nodiscard]] Result<SignedSketch> decode_signed_sketch(ByteView bytes);

}  // namespace peel::wire
