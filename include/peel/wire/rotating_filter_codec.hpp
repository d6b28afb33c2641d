// Rotating filters as files: docs/formats/rotating-filter.md is the specification.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/membership/rotating_bloom_filter.hpp"

namespace peel::wire {

[[nodiscard]] Result<Bytes> encode(const RotatingBloomFilter& filter);

// Whatever decodes re-encodes to the same bytes. Checks every checksum, those of generations and their pages
// included. Nothing is allocated before sizes agree with `bytes`, and then no more than these.
[[nodiscard]] Result<RotatingBloomFilter> decode_rotating_filter(ByteView bytes);

}  // namespace peel::wire
