#include "peel/wire/sketch_codec.hpp"

#include "peel/wire/envelope.hpp"

#include "description_bytes.hpp"
#include "iblt_payload.hpp"
#include "iblt_shape_bytes.hpp"
#include "strata_bytes.hpp"
#include "wire/malformed.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace peel::wire {

namespace {

struct SketchShape {
  FormedShape table;
  StrataShape strata;
};

Result<SketchShape> decode_sketch_shape(ByteView bytes) {
  constexpr std::size_t kBytes = kIbltShapeBytes + kStrataShapeBytes;
  if (bytes.size() != kBytes) {
    return malformed("the shape of a sketch has " + std::to_string(kBytes) + " bytes, not " +
                     std::to_string(bytes.size()));
  }
  const auto table = decode_shape(bytes.first(kIbltShapeBytes));
  if (!table) return failure(table.error());
  const auto strata = decode_strata_shape(bytes.subspan(kIbltShapeBytes));
  if (!strata) return failure(strata.error());
  return SketchShape{*table, *strata};
}

Result<Sketch> decode_payload(const SketchShape& shape, const KeyHasher& hasher, ByteView payload) {
  ByteReader in(payload);
  auto described = read_described_rows(in);
  if (!described) return failure(described.error());
  const auto length = in.integer(8, "the length of the table");
  if (!length) return failure(length.error());
  const auto table_bytes = in.bytes(*length, "the table");
  if (!table_bytes) return failure(table_bytes.error());
  auto table = decode_iblt_payload(shape.table, ItemHashing(hasher.family(), hasher.seed()), *table_bytes);
  if (!table) return failure(table.error());
  if (!is_smaller_form(*table, shape.table.form)) {
    return malformed("the table is in the plain form where the compact one has fewer bytes");
  }
  auto strata = read_strata(shape.strata, hasher, in);
  if (!strata) return failure(strata.error());
  if (in.remaining() != 0) {
    return malformed(std::to_string(in.remaining()) +
                     " bytes follow the last sampling level; accepted are none");
  }
  return Sketch{std::move(described->description), described->rows, std::move(*table), std::move(*strata)};
}

}  // namespace

Result<Bytes> encode(const Sketch& sketch) {
  const auto& hasher = sketch.table.hashing().named();
  if (!hasher) {
    return failure(
        ErrorCode::unsupported,
        "a sketch with injected hash functions cannot be encoded: only named families have a number "
        "on the wire");
  }
  if (sketch.strata.family() != hasher->family() || sketch.strata.seed() != hasher->seed()) {
    return failure(ErrorCode::invalid_argument,
                   "the table and the strata of a sketch have different seeds or "
                   "hash families; accepted is one for both");
  }
  if (auto ok = check_described_rows(sketch.description, sketch.rows); !ok) return failure(ok.error());
  const FormedPayload table = smaller_payload(sketch.table);
  ByteWriter shape;
  shape.bytes(shape_bytes({sketch.table.shape(), table.form}));
  put_strata_shape(sketch.strata.shape(), shape);
  ByteWriter payload;
  put_described_rows(sketch.description, sketch.rows, payload);
  payload.integer(table.bytes.size(), 8);
  payload.bytes(table.bytes);
  put_strata(sketch.strata, payload);
  return seal({.kind = Kind::sketch,
               .hash_family = hasher->family(),
               .seed = hasher->seed(),
               .shape = shape.view(),
               .payload = payload.view()});
}

Result<Sketch> decode_sketch(ByteView bytes) {
  const auto envelope = open(bytes);
  if (!envelope) return failure(envelope.error());
  if (envelope->kind != Kind::sketch) {
    return failure(ErrorCode::unsupported,
                   "kind " + std::to_string(static_cast<unsigned>(envelope->kind)) + " is not 2 (sketch)");
  }
  const auto shape = decode_sketch_shape(envelope->shape);
  if (!shape) return failure(shape.error());
  return decode_payload(*shape, KeyHasher(envelope->hash_family, envelope->seed), envelope->payload);
}

}  // namespace peel::wire
