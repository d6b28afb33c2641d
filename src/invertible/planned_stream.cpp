#include "peel/invertible/planned_stream.hpp"

#include <algorithm>
#include <bit>
#include <string>

namespace peel {

namespace {

constexpr std::uint64_t kLastLevel = 33;  // 2^34 keys and more

// Streams that can be listed need no estimate. Of as many keys as that, the levels hold a sample of a few
// hundred, or a few dozen where so many would take more room than the counter.
StrataSpec strata_for(ItemCount capacity) {
  const std::uint64_t sample = std::clamp<std::uint64_t>(capacity.value / 150, 16, 512);
  const std::uint64_t first = std::min<std::uint64_t>(std::bit_width(capacity.value / sample), kLastLevel);
  return {SamplingLevel(first), LevelCount(kLastLevel - first + 1), CellCount(sample + sample / 2)};
}

// Keys for each cell of three hashes, in hundredths.
std::uint64_t load_of(CounterVariant variant) {
  return variant == CounterVariant::moment ? 150 : 75;
}

CellCount cells_for(ItemCount capacity, CounterVariant variant) {
  return CellCount(std::max<std::uint64_t>(48, capacity.value * 100 / load_of(variant) + 1));
}

}  // namespace

std::uint64_t StreamShape::bytes() const {
  return counter.table_bytes() + distinct.levels().value * distinct.level_shape().table_bytes();
}

Result<StreamShape> planned_stream(ItemCount capacity, const StreamKind& kind) {
  if (capacity.value == 0)
    return failure(ErrorCode::invalid_argument, "a counter for no keys; accepted are 1 and more");
  const auto counter = CounterShape::from(
      {.cells = cells_for(capacity, kind.variant), .key_width = kind.key_width, .variant = kind.variant});
  if (!counter) return failure(counter.error());
  const auto distinct = StrataShape::from(strata_for(capacity));
  if (!distinct) return failure(distinct.error());
  return StreamShape{*counter, *distinct};
}

Result<ItemCount> capacity_within(std::uint64_t bytes, const StreamKind& kind) {
  const auto fits = [&](std::uint64_t capacity) {
    const auto shape = planned_stream(ItemCount(capacity), kind);
    return shape && shape->bytes() <= bytes;
  };
  if (!fits(1)) {
    const auto least = planned_stream(ItemCount(1), kind);
    if (!least) return failure(least.error());
    return failure(ErrorCode::invalid_argument, std::to_string(bytes) +
                                                    " bytes are too few for any counter; accepted are " +
                                                    std::to_string(least->bytes()) + " and more");
  }
  std::uint64_t low = 1, high = std::uint64_t{1} << 34;  // the largest counter has fewer keys
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (fits(middle) ? low : high) = middle;
  }
  return ItemCount(low);
}

ItemCount capacity_of(const CounterShape& shape) {
  return ItemCount(shape.cells().value * load_of(shape.variant()) / 100);
}

CountedStream empty_like(const CountedStream& other) {
  return {other.description, 0, 0, InvertibleCounter(other.counter.shape(), other.counter.hashing()),
          StrataEstimator(other.distinct.shape(), other.distinct.family(), other.distinct.seed())};
}

}  // namespace peel
