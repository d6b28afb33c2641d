#include "cli/diff/row_items.hpp"

#include <cstring>

namespace peel::cli {

namespace {

constexpr std::byte kTooLong{0xFF};  // no tag of a cell

}  // namespace

void RowItems::write(const rows::CanonicalRow& row, std::uint64_t digest, std::byte* to) const {
  if (kind_.key_bytes > 0) {
    const ByteView key = row.key();
    std::memset(to, 0, kind_.key_bytes);
    if (key.size() <= kind_.key_bytes) {
      std::memcpy(to, key.data(), key.size());
    } else {
      to[0] = kTooLong;
    }
  }
  store_le(to + kind_.key_bytes, digest, kDigestBytes);
}

std::optional<ByteView> RowItems::key_in(ByteView item) const {
  if (kind_.key_bytes == 0 || item[0] == kTooLong) return std::nullopt;
  return item.first(kind_.key_bytes);
}

}  // namespace peel::cli
