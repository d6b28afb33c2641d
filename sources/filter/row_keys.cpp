#include "peel/sources/filter_keys.hpp"

#include "sources/ip_address.hpp"
#include "sources/line_field.hpp"

#include <numeric>

namespace peel::sources {

std::optional<std::string_view> RowKeys::text_in(const rows::RowBatch& batch, std::size_t row,
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
  if (part_.field > 0) text = field_of(*text, {.number = part_.field, .delimiter = part_.delimiter});
  if (part_.keys != CountedPart::Keys::addresses || !text) return text;
  const auto found = first_address(*text);
  if (!found) return std::nullopt;
  room = text_of(*found);
  return room;
}

void RowKeys::hash(const rows::RowBatch& batch, const KeyHasher& hasher, HashedKeys& keys) const {
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

}  // namespace peel::sources
