#include "peel/rows/canonical_row.hpp"

#include <cstring>

namespace peel::rows {

namespace {

constexpr std::size_t kMostVarintBytes = 10;

// LEB128; returns where the next byte goes.
std::byte* put_length(std::byte* to, std::uint64_t length) {
  for (; length >= 0x80; length >>= 7) *to++ = static_cast<std::byte>(length | 0x80);
  *to++ = static_cast<std::byte>(length);
  return to;
}

}  // namespace

CanonicalRow RowEncoder::encode(std::span<const std::string_view> record) {
  std::size_t room = 0;
  for (const std::uint32_t position : fields_.positions)
    room += 1 + kMostVarintBytes + record[position].size();
  if (buffer_.size() < room) buffer_.resize(room + room / 4);

  std::byte* to = buffer_.data();
  std::size_t key_size = 0;
  for (std::size_t column = 0; column < fields_.positions.size(); ++column) {
    const std::string_view cell = record[fields_.positions[column]];
    *to++ = static_cast<std::byte>(CellTag::text);
    to = put_length(to, cell.size());
    if (!cell.empty()) std::memcpy(to, cell.data(), cell.size());
    to += cell.size();
    if (column + 1 == fields_.key_columns) key_size = static_cast<std::size_t>(to - buffer_.data());
  }
  return {ByteView(buffer_.data(), to), key_size};
}

Result<std::vector<std::string_view>> cells_of(ByteView canonical) {
  std::vector<std::string_view> cells;
  ByteReader reader(canonical);
  while (reader.remaining() > 0) {
    const auto tag = reader.integer(1, "tag of a cell");
    if (*tag != static_cast<std::uint64_t>(CellTag::text)) {
      return failure(ErrorCode::malformed,
                     "a cell has the tag " + std::to_string(*tag) + ", accepted is 116");
    }
    const auto length = reader.varint("length of a cell");
    if (!length) return failure(length.error());
    const auto bytes = reader.bytes(*length, "cell");
    if (!bytes) return failure(bytes.error());
    cells.push_back(as_text(*bytes));
  }
  return cells;
}

}  // namespace peel::rows
