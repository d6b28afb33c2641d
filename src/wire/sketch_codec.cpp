#include "peel/wire/sketch_codec.hpp"

#include "peel/wire/envelope.hpp"

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

void put_description(const SketchDescription& description, ByteWriter& out) {
  out.integer(static_cast<std::uint64_t>(description.items), 1);
  out.integer(description.has_header ? 1 : 0, 1);
  out.integer(description.key_bytes, 1);
  out.varint(description.key_columns);
  out.varint(description.columns.size());
  for (const std::string& column : description.columns) {
    out.varint(column.size());
    out.bytes(as_bytes(column));
  }
  for (const std::uint8_t type : description.types) out.integer(type, 1);
}

// Each name takes at least the byte of its length, so no more are reserved than there are bytes.
Result<std::vector<std::string>> read_columns(ByteReader& in) {
  const auto count = in.varint("the number of columns");
  if (!count) return failure(count.error());
  if (*count > std::min<std::uint64_t>(kMaxSketchColumns, in.remaining())) {
    return malformed(std::to_string(*count) + " columns in " + std::to_string(in.remaining()) +
                     " bytes; accepted are at most " + std::to_string(kMaxSketchColumns));
  }
  std::vector<std::string> columns;
  columns.reserve(static_cast<std::size_t>(*count));
  for (std::uint64_t i = 0; i < *count; ++i) {
    const auto length = in.varint("the length of a column name");
    if (!length) return failure(length.error());
    const auto name = in.bytes(*length, "a column name");
    if (!name) return failure(name.error());
    columns.emplace_back(as_text(*name));
  }
  return columns;
}

// One for each column of typed rows.
Result<std::vector<std::uint8_t>> read_types(ByteReader& in, SketchDescription::Items items,
                                             std::size_t columns) {
  std::vector<std::uint8_t> types;
  if (items != SketchDescription::Items::typed_rows) return types;
  const auto bytes = in.bytes(columns, "the types of columns");
  if (!bytes) return failure(bytes.error());
  for (const std::byte type : *bytes) types.push_back(static_cast<std::uint8_t>(type));
  return types;
}

Result<SketchDescription> read_sketch_description(ByteReader& in) {
  const auto items = in.integer(1, "the kind of items");
  if (!items) return failure(items.error());
  const auto header = in.integer(1, "whether there is a header");
  if (!header) return failure(header.error());
  const auto key_bytes = in.integer(1, "the room for keys");
  if (!key_bytes) return failure(key_bytes.error());
  const auto key_columns = in.varint("the number of key columns");
  if (!key_columns) return failure(key_columns.error());
  auto columns = read_columns(in);
  if (!columns) return failure(columns.error());
  auto types = read_types(in, static_cast<SketchDescription::Items>(*items), columns->size());
  if (!types) return failure(types.error());
  if (*header > 1) return malformed("a header flag of " + std::to_string(*header) + "; accepted are 0 and 1");
  if (*key_columns > columns->size()) {
    return malformed(std::to_string(*key_columns) + " key columns among " + std::to_string(columns->size()));
  }
  SketchDescription description{.items = static_cast<SketchDescription::Items>(*items),
                                .has_header = *header == 1,
                                .columns = std::move(*columns),
                                .key_columns = static_cast<std::uint32_t>(*key_columns),
                                .key_bytes = static_cast<std::uint8_t>(*key_bytes),
                                .types = std::move(*types)};
  if (auto ok = validate(description); !ok) return malformed(ok.error().sentence());
  return description;
}

bool rows_in_range(std::int64_t rows) {
  constexpr auto kMost = static_cast<std::int64_t>(kMaxSketchRows);
  return rows >= -kMost && rows <= kMost;
}

std::string rows_out_of_range(std::int64_t rows) {
  return std::to_string(rows) + " rows; accepted are up to " + std::to_string(kMaxSketchRows) +
         ", and minus as many";
}

Result<Sketch> decode_payload(const SketchShape& shape, const KeyHasher& hasher, ByteView payload) {
  ByteReader in(payload);
  auto description = read_sketch_description(in);
  if (!description) return failure(description.error());
  const auto row_bits = in.integer(8, "the number of rows");
  if (!row_bits) return failure(row_bits.error());
  const auto rows = static_cast<std::int64_t>(*row_bits);
  if (!rows_in_range(rows)) return malformed(rows_out_of_range(rows));

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
  return Sketch{std::move(*description), rows, std::move(*table), std::move(*strata)};
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
  if (auto ok = validate(sketch.description); !ok) return failure(ok.error());
  if (!rows_in_range(sketch.rows)) {
    return failure(ErrorCode::invalid_argument, rows_out_of_range(sketch.rows));
  }
  const FormedPayload table = smaller_payload(sketch.table);
  ByteWriter shape;
  shape.bytes(shape_bytes({sketch.table.shape(), table.form}));
  put_strata_shape(sketch.strata.shape(), shape);
  ByteWriter payload;
  put_description(sketch.description, payload);
  payload.integer(static_cast<std::uint64_t>(sketch.rows), 8);
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
