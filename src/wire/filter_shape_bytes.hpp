// The shape of a filter as bytes: docs/formats/filter.md, "Shape".
#pragma once

#include "peel/analysis/filter_shape.hpp"
#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/membership/bloom_filter.hpp"
#include "peel/membership/spectral_bloom_filter.hpp"
#include "peel/wire/envelope.hpp"

#include <optional>

namespace peel::wire {

inline constexpr std::size_t kFilterShapeBytes = 16;

// What these bytes say.
struct FilterIdentity {
  FilterShape shape;
  std::optional<SpectralInsertion> insertion;  // of a spectral filter, and of no other
  FilterKeys keys = FilterKeys::unknown;       // of a filter of its own
};

void put_filter_shape(const FilterIdentity& identity, ByteWriter& out);
// Fails with `malformed` unless put_filter_shape would write the same bytes, of which there are
// kFilterShapeBytes.
Result<FilterIdentity> decode_filter_shape(Kind kind, ByteView bytes);

}  // namespace peel::wire
