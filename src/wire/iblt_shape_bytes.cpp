#include "iblt_shape_bytes.hpp"

#include "wire/malformed.hpp"

#include <algorithm>
#include <string>

namespace peel::wire {

namespace {

constexpr std::size_t kReservedAt = 22;

// Fields in the order of the bytes, each as wide as it is there.
struct IbltShapeFields {
  std::uint64_t placement, hashes, arithmetic, checks, key_width, value_width, segments, cells, check_bits,
      form, light_hashes, weight_source, light_share;
};

Result<IbltShapeFields> read_fields(ByteView bytes) {
  if (bytes.size() != kIbltShapeBytes) {
    return malformed("the shape of an iblt has " + std::to_string(kIbltShapeBytes) + " bytes, not " +
                     std::to_string(bytes.size()));
  }
  if (std::ranges::any_of(bytes.subspan(kReservedAt), [](std::byte byte) { return byte != std::byte{0}; })) {
    return malformed("the reserved bytes 22 and 23 of the shape are in use; accepted is 0");
  }
  const std::byte* const at = bytes.data();
  return IbltShapeFields{load_le(at, 1),      load_le(at + 1, 1),  load_le(at + 2, 1),  load_le(at + 3, 1),
                         load_le(at + 4, 1),  load_le(at + 5, 1),  load_le(at + 6, 2),  load_le(at + 8),
                         load_le(at + 16, 1), load_le(at + 17, 1), load_le(at + 18, 1), load_le(at + 19, 1),
                         load_le(at + 20, 2)};
}

bool says(const IbltShapeFields& fields, PlacementKind kind) {
  return fields.placement == static_cast<std::uint64_t>(kind);
}

Result<void> check_placement_and_form(const IbltShapeFields& fields) {
  const bool coupled = says(fields, PlacementKind::coupled);
  const bool irregular = says(fields, PlacementKind::irregular);
  if (!coupled && !irregular && !says(fields, PlacementKind::partitioned)) {
    return malformed("placement " + std::to_string(fields.placement) +
                     " is not known; accepted are 1 (partitioned), 2 (coupled) and 3 (irregular)");
  }
  if (coupled != (fields.segments != 0)) {
    return malformed(std::to_string(fields.segments) + " segments with placement " +
                     std::to_string(fields.placement) + "; a coupled table says how many, any other 0");
  }
  const bool has_weights = (fields.light_hashes | fields.weight_source | fields.light_share) != 0;
  if (has_weights && !irregular) {
    return malformed("the bytes 18 to 21 of the shape are in use with placement " +
                     std::to_string(fields.placement) + "; only irregular tables have light keys");
  }
  if (!has_weights && irregular) return malformed("an irregular table without light keys is partitioned");
  if (fields.form != static_cast<std::uint64_t>(IbltForm::plain) &&
      fields.form != static_cast<std::uint64_t>(IbltForm::compact)) {
    return malformed("form " + std::to_string(fields.form) +
                     " is not known; accepted are 1 (plain) and 2 (compact)");
  }
  return {};
}

KeyWeights weights_of(const IbltShapeFields& fields) {
  return {{HashCount(fields.light_hashes), static_cast<std::uint16_t>(fields.light_share)},
          static_cast<WeightSource>(fields.weight_source)};
}

// Where several specs name one shape, only the one that shape_bytes writes is accepted.
Result<void> check_canonical(const IbltShapeFields& fields, const IbltShape& shape) {
  if (shape.cells().value != fields.cells) {
    return malformed(std::to_string(fields.cells) + " cells are not a multiple of " +
                     std::to_string(shape.placement().sub_tables().value) + " sub-tables");
  }
  if (static_cast<std::uint64_t>(shape.checks()) != fields.checks) {
    return malformed("cell checks " + std::to_string(fields.checks) + " (keys and values) with values of " +
                     std::to_string(fields.value_width) + " bytes; accepted is " +
                     std::to_string(static_cast<unsigned>(shape.checks())));
  }
  if (shape.check_bits().value != fields.check_bits) {
    return malformed("checks of " + std::to_string(fields.check_bits) +
                     " bits in a table without checks; accepted is " +
                     std::to_string(shape.check_bits().value));
  }
  return {};
}

}  // namespace

Bytes shape_bytes(const FormedShape& formed) {
  const IbltShape& shape = formed.shape;
  ByteWriter out;
  out.integer(static_cast<std::uint64_t>(shape.placement().kind()), 1);
  out.integer(shape.hashes().value, 1);
  out.integer(static_cast<std::uint64_t>(shape.arithmetic()), 1);
  out.integer(static_cast<std::uint64_t>(shape.checks()), 1);
  out.integer(shape.key_width().value, 1);
  out.integer(shape.value_width().value, 1);
  const bool coupled = shape.placement().kind() == PlacementKind::coupled;
  out.integer(coupled ? shape.placement().sub_tables().value : 0, 2);
  out.integer(shape.cells().value, 8);
  out.integer(shape.check_bits().value, 1);
  out.integer(static_cast<std::uint64_t>(formed.form), 1);
  const KeyWeights& weights = shape.placement().weights();
  out.integer(weights.light.hashes.value, 1);
  out.integer(static_cast<std::uint64_t>(weights.source), 1);
  out.integer(weights.light.share, 2);
  out.integer(0, kIbltShapeBytes - kReservedAt);
  return out.take();
}

Result<FormedShape> decode_shape(ByteView bytes) {
  const auto fields = read_fields(bytes);
  if (!fields) return failure(fields.error());
  if (auto ok = check_placement_and_form(*fields); !ok) return failure(ok.error());
  const auto shape = IbltShape::from({.cells = CellCount(fields->cells),
                                      .hashes = HashCount(fields->hashes),
                                      .segments = SegmentCount(fields->segments),
                                      .weights = weights_of(*fields),
                                      .key_width = ByteWidth(fields->key_width),
                                      .value_width = ByteWidth(fields->value_width),
                                      .arithmetic = static_cast<CellArithmetic>(fields->arithmetic),
                                      .checks = static_cast<CellChecks>(fields->checks),
                                      .check_bits = BitWidth(fields->check_bits)});
  if (!shape) return malformed("no iblt has this shape: " + shape.error().sentence());
  if (auto ok = check_canonical(*fields, *shape); !ok) return failure(ok.error());
  return FormedShape{*shape, static_cast<IbltForm>(fields->form)};
}

}  // namespace peel::wire
