// Bytes of an Iblt, plain form: every cell in full. docs/formats/iblt.md is the specification.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/invertible/iblt.hpp"

namespace peel::wire {

// Fails with `unsupported` for a table with injected hash functions, which have no name on the wire.
[[nodiscard]] Result<Bytes> encode(const Iblt& table);

// Whatever decodes re-encodes to the same bytes. Nothing is allocated before sizes agree with `bytes`.
[[nodiscard]] Result<Iblt> decode_iblt(ByteView bytes);

}  // namespace peel::wire
