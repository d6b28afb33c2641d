#include "description_bytes.hpp"

#include "wire/malformed.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace peel::wire {

namespace {

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

}  // namespace

Result<void> check_described_rows(const SketchDescription& description, std::int64_t rows) {
  if (auto ok = validate(description); !ok) return ok;
  if (rows_in_range(rows)) return {};
  return failure(ErrorCode::invalid_argument, rows_out_of_range(rows));
}

void put_described_rows(const SketchDescription& description, std::int64_t rows, ByteWriter& out) {
  put_description(description, out);
  out.integer(static_cast<std::uint64_t>(rows), 8);
}

Result<DescribedRows> read_described_rows(ByteReader& in) {
  auto description = read_sketch_description(in);
  if (!description) return failure(description.error());
  const auto row_bits = in.integer(8, "the number of rows");
  if (!row_bits) return failure(row_bits.error());
  const auto rows = static_cast<std::int64_t>(*row_bits);
  if (!rows_in_range(rows)) return malformed(rows_out_of_range(rows));
  return DescribedRows{std::move(*description), rows};
}

}  // namespace peel::wire
