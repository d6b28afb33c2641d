#include "counter_shape_bytes.hpp"

#include "wire/malformed.hpp"

#include <string>
#include <utility>

namespace peel::wire {

namespace {

constexpr std::uint64_t kKeepsNone = 0;  // on the wire, of cells that keep no key

// Fields in the order of the bytes, each as wide as it is there.
struct CounterShapeFields {
  explicit CounterShapeFields(const std::byte* at)
      : placement(load_le(at, 1)),
        hashes(load_le(at + 1, 1)),
        variant(load_le(at + 2, 1)),
        kept(load_le(at + 3, 1)),
        key_width(load_le(at + 4, 1)),
        reserved(load_le(at + 5, 1)),
        segments(load_le(at + 6, 2)),
        cells(load_le(at + 8)) {}

  std::uint64_t placement, hashes, variant, kept, key_width, reserved, segments, cells;
};

Result<void> check_placement(const CounterShapeFields& fields) {
  const bool coupled = fields.placement == static_cast<std::uint64_t>(PlacementKind::coupled);
  if (!coupled && fields.placement != static_cast<std::uint64_t>(PlacementKind::partitioned)) {
    return malformed("placement " + std::to_string(fields.placement) +
                     " is not known; accepted are 1 (partitioned) and 2 (coupled)");
  }
  if (coupled != (fields.segments != 0)) {
    return malformed(std::to_string(fields.segments) + " segments with placement " +
                     std::to_string(fields.placement) +
                     "; a partitioned counter says 0, a coupled one how many");
  }
  return {};
}

}  // namespace

void put_counter_shape(const CounterShape& shape, ByteWriter& out) {
  const Placement& placement = shape.placement();
  out.integer(static_cast<std::uint64_t>(placement.kind()), 1);
  out.integer(shape.hashes().value, 1);
  out.integer(static_cast<std::uint64_t>(shape.variant()), 1);
  out.integer(shape.keeps_a_key() ? static_cast<std::uint64_t>(shape.kept()) : kKeepsNone, 1);
  out.integer(shape.key_width().value, 1);
  out.integer(0, 1);
  out.integer(placement.kind() == PlacementKind::coupled ? placement.sub_tables().value : 0, 2);
  out.integer(shape.cells().value, 8);
}

Result<CounterShape> decode_counter_shape(ByteView bytes) {
  const CounterShapeFields fields(bytes.data());
  if (auto ok = check_placement(fields); !ok) return failure(ok.error());
  if (fields.reserved != 0) {
    return malformed("the reserved byte 5 of the shape holds " + std::to_string(fields.reserved) +
                     "; accepted is 0");
  }
  const bool keeps_none = fields.kept == kKeepsNone;
  const auto shape =
      CounterShape::from({.cells = CellCount(fields.cells),
                          .hashes = HashCount(fields.hashes),
                          .segments = SegmentCount(fields.segments),
                          .key_width = ByteWidth(fields.key_width),
                          .variant = static_cast<CounterVariant>(fields.variant),
                          .kept = keeps_none ? KeptKey::first : static_cast<KeptKey>(fields.kept)});
  if (!shape) return malformed("no counter has this shape: " + shape.error().sentence());
  if (shape->keeps_a_key() == keeps_none) {
    return malformed("kept key " + std::to_string(fields.kept) + " in " +
                     std::string(name_of(shape->variant())) + " cells; accepted is " +
                     (keeps_none ? "1 (first), 2 (last) or 3 (random)" : "0, none"));
  }
  if (shape->cells().value != fields.cells) {
    return malformed(std::to_string(fields.cells) + " cells are not a multiple of " +
                     std::to_string(shape->placement().sub_tables().value) + " sub-tables");
  }
  return *shape;
}

}  // namespace peel::wire
