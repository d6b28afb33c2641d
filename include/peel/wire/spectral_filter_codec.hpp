// Spectral filters as files: docs/formats/spectral-filter.md is the specification.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/membership/spectral_bloom_filter.hpp"
#include "peel/wire/byte_sink.hpp"

namespace peel::wire {

[[nodiscard]] Result<Bytes> encode(const SpectralBloomFilter& filter);
// Hands the same bytes to the sink piece by piece, without a copy of the filter. Fails only if the sink does.
[[nodiscard]] Result<void> encode_to(const SpectralBloomFilter& filter, const ByteSink& sink);

// Whatever decodes re-encodes to the same bytes. Checks every checksum, those of pages included. Nothing is
// allocated before sizes agree with `bytes`, and then no more than these.
[[nodiscard]] Result<SpectralBloomFilter> decode_spectral_filter(ByteView bytes);

}  // namespace peel::wire
