#include "peel/wire/range_sketch_codec.hpp"

#include "peel/wire/envelope.hpp"

#include "grid_bytes.hpp"
#include "wire/malformed.hpp"
#include "wire/unfolding.hpp"

#include <string>
#include <utility>

namespace peel::wire {

namespace {

// One row of a counter for each prefix that is counted exactly.
Result<GridShape> exact_grid(const RangeShape& shape) {
  return GridShape::from({.rows = RowCount(1),
                          .columns = ColumnCount(std::uint64_t{1} << shape.exact_bits().value),
                          .cell_bits = BitWidth(64)});
}

Result<RangeShape> decode_range_shape(ByteView bytes) {
  const auto grid = decode_grid_shape(bytes);
  if (!grid) return failure(grid.error());
  auto shape = RangeShape::from(grid->shape, BitWidth(grid->detail));
  if (!shape) return malformed(shape.error().sentence());
  return shape;
}

Result<RangeSketch::Parts> read_parts(const RangeShape& shape, const KeyHasher& hasher, ByteView payload) {
  const auto leaves = exact_grid(shape);
  if (!leaves) return malformed(leaves.error().sentence());
  ByteReader in(payload);
  if (const std::uint64_t least =
          groups_of(*leaves) + shape.sketched_levels().value * groups_of(shape.grid());
      least > in.remaining()) {
    return malformed("the counters of all levels have " + std::to_string(least) +
                     " groups, of at least a byte each; there are " + std::to_string(in.remaining()) +
                     " bytes");
  }
  if (auto ok = check_unfolding({shape.bytes(), in.remaining()}); !ok) return failure(ok.error());
  auto exact = read_counters(*leaves, CounterSign::none, in);
  if (!exact) return failure(exact.error());
  RangeSketch::Parts parts{.shape = shape,
                           .family = hasher.family(),
                           .seed = hasher.seed(),
                           .exact = std::move(*exact),
                           .levels = {}};
  for (std::uint64_t level = 0; level < shape.sketched_levels().value; ++level) {
    auto words = read_counters(shape.grid(), CounterSign::none, in);
    if (!words) return failure(words.error());
    parts.levels.push_back(std::move(*words));
  }
  if (in.remaining() != 0) {
    return malformed(std::to_string(in.remaining()) +
                     " bytes follow the last group of counters; accepted are none");
  }
  return parts;
}

}  // namespace

Result<Bytes> encode(const RangeSketch& sketch) {
  const RangeShape& shape = sketch.shape();
  const auto leaves = exact_grid(shape);
  if (!leaves) return failure(leaves.error());
  ByteWriter shape_bytes;
  put_grid_shape({shape.grid(), static_cast<std::uint8_t>(shape.key_bits().value)}, shape_bytes);
  ByteWriter payload;
  put_counters(*leaves, CounterSign::none, sketch.exact_counters(), payload);
  for (const CountMinSketch& level : sketch.levels())
    put_counters(shape.grid(), CounterSign::none, level.words(), payload);
  if (auto ok = check_folding("the sketch is", {shape.bytes(), payload.view().size()}); !ok)
    return failure(ok.error());
  return seal({.kind = Kind::range_sketch,
               .hash_family = sketch.family(),
               .seed = sketch.seed(),
               .shape = shape_bytes.view(),
               .payload = payload.view()});
}

Result<RangeSketch> decode_range_sketch(ByteView bytes) {
  const auto envelope = open(bytes);
  if (!envelope) return failure(envelope.error());
  if (envelope->kind != Kind::range_sketch) {
    return failure(ErrorCode::unsupported, "kind " + std::to_string(static_cast<unsigned>(envelope->kind)) +
                                               " is not 12 (range sketch)");
  }
  const auto shape = decode_range_shape(envelope->shape);
  if (!shape) return failure(shape.error());
  auto parts = read_parts(*shape, KeyHasher(envelope->hash_family, envelope->seed), envelope->payload);
  if (!parts) return failure(parts.error());
  auto sketch = RangeSketch::from_parts(std::move(*parts));
  if (!sketch) return malformed(sketch.error().sentence());
  return sketch;
}

}  // namespace peel::wire
