// From how many distinct keys a stream may have to the sizes of what counts it, and back.
#pragma once

#include "peel/analysis/counter_variant.hpp"
#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/invertible/counted_stream.hpp"
#include "peel/invertible/counter_shape.hpp"
#include "peel/invertible/strata_estimator.hpp"

#include <cstdint>
#include <optional>

namespace peel {

// A counter, and the strata beside it that say how many keys there are if it cannot list them all.
struct StreamShape {
  CounterShape counter;
  StrataShape distinct;

  std::uint64_t bytes() const;  // of memory
};

struct StreamKind {
  ByteWidth key_width{8};
  std::optional<CounterVariant> variant = std::nullopt;  // none: the better of standard and moment
};

// For as many distinct keys, which list but for one time in a thousand. Fails as planned_counter does.
[[nodiscard]] Result<StreamShape> planned_stream(ItemCount capacity, const StreamKind& kind);

// The largest number of keys for which that takes no more than these bytes, or a few in a thousand fewer.
// Fails with `invalid_argument`, and says how many are needed, if they are too few for any.
[[nodiscard]] Result<ItemCount> capacity_within(std::uint64_t bytes, const StreamKind& kind);

// How many keys can be expected to list from a counter of this shape.
ItemCount capacity_of(const CounterShape& shape);

// An empty stream that combines with the other one.
[[nodiscard]] CountedStream empty_like(const CountedStream& other);

}  // namespace peel
