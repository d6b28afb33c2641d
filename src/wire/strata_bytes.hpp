// The shape and the levels of a strata estimator as bytes: docs/formats/sketch.md, "Strata".
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/invertible/strata_estimator.hpp"

namespace peel::wire {

inline constexpr std::size_t kStrataShapeBytes = 8;

void put_strata_shape(const StrataShape& shape, ByteWriter& out);
// Fails with `malformed` unless put_strata_shape would write the same bytes, of which there are
// kStrataShapeBytes.
Result<StrataShape> decode_strata_shape(ByteView bytes);

void put_strata(const StrataEstimator& strata, ByteWriter& out);
// Fails with `malformed` unless put_strata would write the same bytes. Leaves the reader behind them.
Result<StrataEstimator> read_strata(const StrataShape& shape, const KeyHasher& hasher, ByteReader& in);

}  // namespace peel::wire
