#include "peel/invertible/planned_stream.hpp"

#include "peel/invertible/planned_counter.hpp"

#include <algorithm>
#include <bit>
#include <string>

namespace peel {

namespace {

// The last level also holds what would go beyond it: of 2^16 times as many keys as planned for, no more than
// of as many in the first.
constexpr std::uint64_t kLevels = 16;

// Streams that can be listed need no estimate. Of as many keys as that, the levels hold a sample of a few
// hundred, or a few dozen where so many would take more room than the counter.
StrataSpec strata_for(ItemCount capacity) {
  const std::uint64_t sample = std::clamp<std::uint64_t>(capacity.value / 100, 16, 512);
  return {SamplingLevel(std::bit_width(capacity.value / sample)), LevelCount(kLevels),
          CellCount(sample + sample / 2)};
}

// How often as many keys as planned for may fail to list.
Rate incomplete() {
  return *Rate::from(1e-3);
}

std::uint64_t bytes_of(const StrataShape& strata) {
  return strata.levels().value * strata.level_shape().table_bytes();
}

}  // namespace

std::uint64_t StreamShape::bytes() const {
  return counter.table_bytes() + bytes_of(distinct);
}

Result<StreamShape> planned_stream(ItemCount capacity, const StreamKind& kind) {
  const auto counter = planned_counter(
      {.items = capacity, .incomplete = incomplete(), .key_width = kind.key_width, .variant = kind.variant});
  if (!counter) return failure(counter.error());
  const auto distinct = StrataShape::from(strata_for(capacity));
  if (!distinct) return failure(distinct.error());
  return StreamShape{*counter, *distinct};
}

Result<ItemCount> capacity_within(std::uint64_t bytes, const StreamKind& kind) {
  const auto least = planned_stream(ItemCount(1), kind);
  if (!least) return failure(least.error());
  // Strata do not grow with every key: what those of one capacity leave to the counter may be enough for
  // another one, whose strata are larger. Each round leaves less.
  std::uint64_t left = bytes;
  while (left >= least->counter.table_bytes()) {
    const ItemCount capacity = counter_capacity(
        {.bytes = left, .incomplete = incomplete(), .key_width = kind.key_width, .variant = kind.variant});
    const auto shape = planned_stream(std::max(capacity, ItemCount(1)), kind);
    if (!shape) return failure(shape.error());
    if (shape->bytes() <= bytes) return std::max(capacity, ItemCount(1));
    left -= std::min(left, shape->bytes() - bytes);
  }
  return failure(ErrorCode::invalid_argument, std::to_string(bytes) +
                                                  " bytes are too few for any counter; accepted are " +
                                                  std::to_string(least->bytes()) + " and more");
}

ItemCount capacity_of(const CounterShape& shape) {
  return counter_capacity({.bytes = shape.table_bytes(),
                           .incomplete = incomplete(),
                           .key_width = shape.key_width(),
                           .variant = shape.variant()});
}

CountedStream empty_like(const CountedStream& other) {
  return {other.description, 0, 0, InvertibleCounter(other.counter.shape(), other.counter.hashing()),
          StrataEstimator(other.distinct.shape(), other.distinct.family(), other.distinct.seed())};
}

}  // namespace peel
