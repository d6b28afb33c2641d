#include "peel/wire/iblt_codec.hpp"

#include "peel/wire/envelope.hpp"

#include <string>
#include <utility>
#include <vector>

namespace peel::wire {

namespace {

// docs/formats/iblt.md: the shape, and the part of the payload before the cells.
constexpr std::size_t kShapeBytes = 16;
constexpr std::size_t kPreludeBytes = 16;

tl::unexpected<Error> malformed(std::string sentence) {
  return failure(ErrorCode::malformed, std::move(sentence));
}

Bytes shape_bytes(const IbltShape& shape) {
  ByteWriter out;
  out.integer(static_cast<std::uint64_t>(shape.placement().kind()), 1);
  out.integer(shape.hashes().value, 1);
  out.integer(static_cast<std::uint64_t>(shape.arithmetic()), 1);
  out.integer(static_cast<std::uint64_t>(shape.checks()), 1);
  out.integer(shape.key_width().value, 1);
  out.integer(shape.value_width().value, 1);
  out.integer(0, 2);
  out.integer(shape.cells().value, 8);
  return out.take();
}

Bytes payload_bytes(const Iblt& table) {
  const auto cells = table.cells();
  Bytes payload(kPreludeBytes + 8 * cells.size());
  store_le(payload.data(), table.gross_total());
  store_le(payload.data() + 8, table.lost_sub_tables(), 1);
  std::byte* at = payload.data() + kPreludeBytes;
  for (const std::uint64_t word : cells) {
    store_le(at, word);
    at += 8;
  }
  return payload;
}

// Fields in the order of the bytes, each as wide as it is there.
struct ShapeFields {
  std::uint64_t placement, hashes, arithmetic, checks, key_width, value_width, reserved, cells;
};

Result<ShapeFields> read_fields(ByteView bytes) {
  if (bytes.size() != kShapeBytes) {
    return malformed("the shape of an iblt has " + std::to_string(kShapeBytes) + " bytes, not " +
                     std::to_string(bytes.size()));
  }
  const std::byte* const at = bytes.data();
  return ShapeFields{load_le(at, 1),     load_le(at + 1, 1), load_le(at + 2, 1), load_le(at + 3, 1),
                     load_le(at + 4, 1), load_le(at + 5, 1), load_le(at + 6, 2), load_le(at + 8)};
}

Result<IbltShape> decode_shape(ByteView bytes) {
  const auto fields = read_fields(bytes);
  if (!fields) return failure(fields.error());
  if (fields->placement != static_cast<std::uint64_t>(PlacementKind::partitioned)) {
    return malformed("placement " + std::to_string(fields->placement) +
                     " is not known; accepted is 1 (partitioned)");
  }
  if (fields->reserved != 0) {
    return malformed("the reserved bytes 6 and 7 of the shape hold " + std::to_string(fields->reserved) +
                     "; accepted is 0");
  }
  const auto shape = IbltShape::from({.cells = CellCount(fields->cells),
                                      .hashes = HashCount(fields->hashes),
                                      .key_width = ByteWidth(fields->key_width),
                                      .value_width = ByteWidth(fields->value_width),
                                      .arithmetic = static_cast<CellArithmetic>(fields->arithmetic),
                                      .checks = static_cast<CellChecks>(fields->checks)});
  if (!shape) return malformed("no iblt has this shape: " + shape.error().sentence());
  // Where several specs name one shape, only the one that encode writes is accepted.
  if (shape->cells().value != fields->cells) {
    return malformed(std::to_string(fields->cells) + " cells are not a multiple of " +
                     std::to_string(fields->hashes) + " hashes");
  }
  if (static_cast<std::uint64_t>(shape->checks()) != fields->checks) {
    return malformed("cell checks " + std::to_string(fields->checks) + " (keys and values) with values of " +
                     std::to_string(fields->value_width) + " bytes; accepted is " +
                     std::to_string(static_cast<unsigned>(shape->checks())));
  }
  return *shape;
}

std::vector<std::uint64_t> load_words(ByteView bytes) {
  std::vector<std::uint64_t> words(bytes.size() / 8);
  const std::byte* at = bytes.data();
  for (std::uint64_t& word : words) {
    word = load_le(at);
    at += 8;
  }
  return words;
}

}  // namespace

Result<Bytes> encode(const Iblt& table) {
  const auto& hasher = table.hashing().named();
  if (!hasher) {
    return failure(ErrorCode::unsupported,
                   "a table with injected hash functions cannot be encoded: only named families have a "
                   "number on the wire");
  }
  const Bytes shape = shape_bytes(table.shape());
  const Bytes payload = payload_bytes(table);
  return seal({.kind = Kind::iblt,
               .hash_family = hasher->family(),
               .seed = hasher->seed(),
               .shape = shape,
               .payload = payload});
}

Result<Iblt> decode_iblt(ByteView bytes) {
  const auto envelope = open(bytes);
  if (!envelope) return failure(envelope.error());
  if (envelope->kind != Kind::iblt) {
    return failure(ErrorCode::unsupported,
                   "kind " + std::to_string(static_cast<unsigned>(envelope->kind)) + " is not 1 (iblt)");
  }
  const auto shape = decode_shape(envelope->shape);
  if (!shape) return failure(shape.error());

  const ByteView payload = envelope->payload;
  const std::uint64_t expected = kPreludeBytes + shape->table_bytes();
  if (payload.size() != expected) {
    return malformed("the payload has " + std::to_string(payload.size()) +
                     " bytes; an iblt of this shape has " + std::to_string(expected));
  }
  const std::uint64_t gross_total = load_le(payload.data());
  const std::uint64_t lost = load_le(payload.data() + 8);
  if (lost > 0xFF) {
    return malformed("the reserved bytes 9 to 15 of the payload are not all 0");
  }
  return Iblt::from_cells(*shape, ItemHashing(envelope->hash_family, envelope->seed), gross_total,
                          static_cast<std::uint8_t>(lost), load_words(payload.subspan(kPreludeBytes)));
}

}  // namespace peel::wire
