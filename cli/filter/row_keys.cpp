#include "cli/filter/row_keys.hpp"

#include "peel/rows/columns.hpp"

#include "cli/missing_column.hpp"
#include "sources/ip_address.hpp"

#include <fmt/format.h>
#include <numeric>

namespace peel::cli {

namespace {

Result<std::uint32_t> column_of(const sources::RowSource& source, const KeyOptions& options) {
  const auto& columns = source.schema().columns;
  if (!options.column) {
    if (columns.size() == 1) return 0U;
    return failure(
        ErrorCode::invalid_argument,
        fmt::format("{} is a table of {} columns; say with --column which one holds the keys{}",
                    source.name(), columns.size(), source.schema().is_typed() ? "" : ", or --input lines"));
  }
  if (!has_column(source, *options.column)) return missing_column(source, *options.column);
  const auto chosen = rows::choose_columns({source.name(), columns}, {.key = {*options.column}});
  if (!chosen) return failure(chosen.error());
  return *rows::ColumnPlaces(columns).find(chosen->names.front());
}

}  // namespace

Result<RowKeys> RowKeys::of(const sources::RowSource& source, const KeyOptions& options) {
  RowKeys keys;
  LinePartOptions part = options.part;
  if (source.schema().is_table) {
    const auto column = column_of(source, options);
    if (!column) return failure(column.error());
    keys.column_ = *column;
    if (!part.field) part.delimiter.reset();
  }
  const auto understood = line_part(part);
  if (!understood) return failure(understood.error());
  keys.part_ = *understood;
  return keys;
}

std::optional<std::string_view> RowKeys::text_in(const sources::RowBatch& batch, std::size_t row,
                                                 std::string& room) const {
  std::optional<std::string_view> text;
  if (!column_) {
    text = batch.raw(row);
  } else if (const auto tags = batch.tags(row); !tags.empty()) {
    const rows::Cell cell{tags[*column_], batch.fields(row)[*column_]};
    if (cell.is_null() || cell.is_missing()) return std::nullopt;
    room = rows::text_of(cell);
    text = room;
  } else {
    text = batch.fields(row)[*column_];
  }
  if (part_.field.number > 0) text = sources::field_of(*text, part_.field);
  if (part_.kind == LinePart::Kind::text || !text) return text;
  const auto found = sources::first_address(*text);
  if (!found) return std::nullopt;
  room = sources::text_of(*found);
  return room;
}

void RowKeys::hash(const sources::RowBatch& batch, const KeyHasher& hasher, HashedKeys& keys) const {
  keys.hashes.resize(batch.size());
  keys.rows.resize(batch.size());
  if (takes_whole_lines()) {
    for (std::size_t row = 0; row < batch.size(); ++row) keys.hashes[row] = hasher(as_bytes(batch.raw(row)));
    std::iota(keys.rows.begin(), keys.rows.end(), 0U);
    return;
  }
  std::string room;
  std::size_t count = 0;
  for (std::size_t row = 0; row < batch.size(); ++row) {
    const auto text = text_in(batch, row, room);
    if (!text) continue;
    keys.hashes[count] = hasher(as_bytes(*text));
    keys.rows[count] = static_cast<std::uint32_t>(row);
    ++count;
  }
  keys.hashes.resize(count);
  keys.rows.resize(count);
}

}  // namespace peel::cli
