#include "peel/rows/canonical_row.hpp"

#include <cstring>
#include <optional>
#include <string>

namespace peel::rows {

namespace {

constexpr std::size_t kMostVarintBytes = 10;
constexpr std::size_t kMostCellOverhead = 1 + kMostVarintBytes;

// LEB128; returns where the next byte goes.
std::byte* put_length(std::byte* to, std::uint64_t length) {
  for (; length >= 0x80; length >>= 7) *to++ = static_cast<std::byte>(length | 0x80);
  *to++ = static_cast<std::byte>(length);
  return to;
}

std::byte* put_cell(std::byte* to, CellTag tag, std::string_view payload) {
  *to++ = static_cast<std::byte>(tag);
  to = put_length(to, payload.size());
  if (!payload.empty()) std::memcpy(to, payload.data(), payload.size());
  return to + payload.size();
}

void make_room(Bytes& buffer, std::size_t bytes) {
  if (buffer.size() < bytes) buffer.resize(bytes + bytes / 4);
}

// A field of text may be NULL: an empty one without quotes.
Cell cell_of(const Record& record, std::uint32_t position) {
  const std::string_view field = record.fields[position];
  if (!record.tags.empty()) return {record.tags[position], field};
  const bool has_quotes =
      !field.empty() || (field.data() >= record.raw.data() &&
                         field.data() < record.raw.data() + record.raw.size() && *field.data() == '"');
  return has_quotes ? Cell{CellTag::text, field} : Cell{};
}

bool is_tag(std::uint64_t byte) {
  switch (static_cast<CellTag>(byte)) {
    case CellTag::null:
    case CellTag::integer:
    case CellTag::decimal:
    case CellTag::real:
    case CellTag::time:
    case CellTag::text:
    case CellTag::blob:
    case CellTag::json:
    case CellTag::rounded:
      return true;
  }
  return false;
}

}  // namespace

// Cells as the record has them; of text, every one is text.
CanonicalRow RowEncoder::encode_plainly(const Record& record) {
  std::size_t room = 0;
  for (const std::uint32_t position : fields_.positions)
    room += kMostCellOverhead + record.fields[position].size();
  make_room(buffer_, room);
  std::size_t key_size = 0;
  std::byte* to = buffer_.data();
  for (std::size_t column = 0; column < fields_.positions.size(); ++column) {
    const std::uint32_t position = fields_.positions[column];
    const CellTag tag = record.tags.empty() ? CellTag::text : record.tags[position];
    to = put_cell(to, tag, record.fields[position]);
    if (column + 1 == fields_.key_columns) key_size = static_cast<std::size_t>(to - buffer_.data());
  }
  return {ByteView(buffer_.data(), to), key_size};
}

CanonicalRow RowEncoder::encode(const Record& record, Spelling spelling) {
  const bool is_spelled_otherwise = fields_.whole && spelling == Spelling::kept;
  if (fields_.rules.empty() && !is_spelled_otherwise) return encode_plainly(record);
  CanonicalRow row;
  std::size_t size = 0;
  std::size_t spelled_size = 0;
  const auto append = [](Bytes& buffer, std::size_t used, const Cell& cell) {
    make_room(buffer, used + kMostCellOverhead + cell.payload.size());
    return static_cast<std::size_t>(put_cell(buffer.data() + used, cell.tag, cell.payload) - buffer.data());
  };
  for (std::size_t column = 0; column < fields_.positions.size(); ++column) {
    const Cell cell = cell_of(record, fields_.positions[column]);
    size = append(buffer_, size, fields_.rules.empty() ? cell : by_rule(fields_.rules[column], cell, room_));
    if (spelling == Spelling::kept) {
      const bool is_whole = fields_.whole == fields_.positions[column];
      spelled_size = append(spelled_, spelled_size, is_whole ? Cell{cell.tag, record.raw} : cell);
    }
    if (column + 1 == fields_.key_columns) row.key_size = size;
  }
  row.bytes = ByteView(buffer_).first(size);
  row.spelled = ByteView(spelled_).first(spelled_size);
  return row;
}

namespace {

// `wanted` cells, or all.
Result<std::vector<Cell>> read_cells(ByteReader reader, std::optional<std::size_t> wanted) {
  std::vector<Cell> cells;
  while (wanted ? cells.size() < *wanted : reader.remaining() > 0) {
    const auto tag = reader.integer(1, "tag of a cell");
    if (!tag) return failure(tag.error());
    if (!is_tag(*tag)) {
      return failure(ErrorCode::malformed, "a cell has the tag " + std::to_string(*tag) +
                                               ", accepted are those of docs/formats/rows.md");
    }
    const auto length = reader.varint("length of a cell");
    if (!length) return failure(length.error());
    const auto bytes = reader.bytes(*length, "cell");
    if (!bytes) return failure(bytes.error());
    const Cell cell{static_cast<CellTag>(*tag), as_text(*bytes)};
    if (!is_canonical(cell)) {
      return failure(ErrorCode::malformed, "a cell of " + std::to_string(*length) +
                                               " bytes is no canonical " + std::string(name_of(cell.tag)));
    }
    cells.push_back(cell);
  }
  return cells;
}

}  // namespace

Result<std::vector<Cell>> cells_of(ByteView canonical) {
  return read_cells(ByteReader(canonical), std::nullopt);
}

Result<std::vector<Cell>> spelled_cells(const CanonicalRow& row) {
  return cells_of(row.spelled.empty() ? row.bytes : row.spelled);
}

Result<std::vector<Cell>> leading_cells(ByteView bytes, std::size_t count) {
  return read_cells(ByteReader(bytes), count);
}

}  // namespace peel::rows
