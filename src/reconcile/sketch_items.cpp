#include "peel/reconcile/sketch_items.hpp"

#include "peel/rows/column_type.hpp"

#include <algorithm>
#include <array>

namespace peel::reconcile {

namespace {

constexpr std::size_t kValueDigestBytes = 8;
constexpr std::size_t kKeyDigestBytes = 16;
constexpr std::size_t kRowDigestBytes = 14;
// In place of the number of bytes in a slot: they are a digest.
constexpr std::byte kDigestMark{0xFF};

constexpr std::uint64_t kPurposeOfNames = 0x6E616D6573;     // "names"
constexpr std::uint64_t kPurposeOfValues = 0x76616C7565;    // "value"
constexpr std::uint64_t kPurposeOfStrata = 0x737472617461;  // "strata"

KeyHasher derived(const KeyHasher& hashing, std::uint64_t purpose) {
  return KeyHasher(hashing.family(), hashing.seed().derive(purpose));
}

void put_digest(std::byte* to, KeyHash hash, std::size_t bytes) {
  store_le(to, hash.low);
  store_le(to + 8, hash.high, bytes - 8);
}

}  // namespace

SketchItems::SketchItems(Slot slot, std::size_t key_columns, std::size_t slot_bytes, const KeyHasher& hashing)
    : slot_(slot),
      key_columns_(key_columns),
      slot_bytes_(slot_bytes),
      names_(derived(hashing, kPurposeOfNames)),
      values_(derived(hashing, kPurposeOfValues)),
      strata_(derived(hashing, kPurposeOfStrata)) {}

Result<SketchItems> SketchItems::from(const SketchDescription& description, const KeyHasher& hashing) {
  for (const std::uint8_t type : description.types) {
    if (rows::column_type(type)) continue;
    return failure(ErrorCode::unsupported, "a column of the sketch has the type '" +
                                               std::string(1, static_cast<char>(type)) +
                                               "'; accepted are a, b, d, e, f, i, p, t and u");
  }
  if (description.key_columns == 0) return SketchItems(Slot::none, 0, 0, hashing);
  // How many bytes are used, and of each cell but the last how long it is; of typed cells tag and length.
  const bool is_typed = description.items == SketchDescription::Items::typed_rows;
  const std::uint64_t overhead =
      is_typed ? 2 * std::uint64_t{description.key_columns} : description.key_columns - std::uint64_t{1};
  const std::uint64_t slot = 1 + overhead + description.key_bytes;
  if (description.key_bytes < kLeastKeyBytes || description.key_bytes > kMostKeyBytes ||
      slot + kValueDigestBytes > kMaxKeyWidth) {
    return failure(ErrorCode::invalid_argument,
                   "a key of " + std::to_string(description.key_columns) + " columns and " +
                       std::to_string(description.key_bytes) + " bytes does not fit a sketch; accepted are " +
                       std::to_string(kLeastKeyBytes) + " to " + std::to_string(kMostKeyBytes) +
                       " bytes, and with several columns fewer");
  }
  return SketchItems(is_typed ? Slot::typed : Slot::text, description.key_columns, slot, hashing);
}

std::size_t SketchItems::width() const {
  return by_key() ? slot_bytes_ + kValueDigestBytes : kRowDigestBytes;
}

void SketchItems::write(const rows::CanonicalRow& row, std::byte* to) const {
  if (!by_key()) return put_digest(to, names_(row.bytes), kRowDigestBytes);
  store_le(to + slot_bytes_, values_(row.values()).low, kValueDigestBytes);
  std::fill_n(to, slot_bytes_, std::byte{0});
  const bool fits = slot_ == Slot::typed ? write_typed_slot(row.key(), to) : write_text_slot(row.key(), to);
  if (fits) return;
  std::fill_n(to, slot_bytes_, std::byte{0});
  to[0] = kDigestMark;
  put_digest(to + 1, names_(row.key()), kKeyDigestBytes);
}

// False if the key does not fit.
bool SketchItems::write_text_slot(ByteView key, std::byte* to) const {
  // Each cell of the key is a tag, a length and bytes. A length of less than 128 is one byte, and longer
  // cells do not fit anyway.
  const std::byte* from = key.data();
  const std::size_t room = slot_bytes_ - key_columns_;
  std::size_t cell_bytes = 0;
  std::byte* at = to + 1;
  for (std::size_t column = 0; column < key_columns_; ++column) {
    const auto size = static_cast<std::size_t>(from[1]);
    cell_bytes += size;
    if (size >= 128 || cell_bytes > room) return false;
    if (column + 1 < key_columns_) *at++ = from[1];
    at = std::copy_n(from + 2, size, at);
    from += 2 + size;
  }
  to[0] = static_cast<std::byte>(at - to - 1);
  return true;
}

bool SketchItems::write_typed_slot(ByteView key, std::byte* to) const {
  if (key.size() > slot_bytes_ - 1) return false;
  to[0] = static_cast<std::byte>(key.size());
  std::ranges::copy(key, to + 1);
  return true;
}

bool SketchItems::is_item(ByteView item) const {
  if (!by_key()) return true;
  const bool is_digest = item[0] == kDigestMark;
  const std::size_t used = is_digest ? kKeyDigestBytes : static_cast<std::size_t>(item[0]);
  if (used > slot_bytes_ - 1) return false;
  const ByteView unused = item.first(slot_bytes_).subspan(1 + used);
  return std::ranges::all_of(unused, [](std::byte byte) { return byte == std::byte{0}; }) &&
         (is_digest || key_of(item));
}

std::optional<Bytes> SketchItems::key_of(ByteView item) const {
  if (!by_key() || item[0] == kDigestMark) return std::nullopt;
  const auto used = static_cast<std::size_t>(item[0]);
  if (used > slot_bytes_ - 1) return std::nullopt;
  const ByteView key = item.subspan(1, used);
  return slot_ == Slot::typed ? typed_key_of(key) : text_key_of(key);
}

std::optional<Bytes> SketchItems::text_key_of(ByteView used) const {
  ByteWriter key;
  const auto add = [&key](ByteView cell) {
    key.integer(static_cast<std::uint64_t>(rows::CellTag::text), 1);
    key.varint(cell.size());
    key.bytes(cell);
  };
  for (std::size_t column = 0; column + 1 < key_columns_; ++column) {
    if (used.empty() || static_cast<std::size_t>(used[0]) >= used.size()) return std::nullopt;
    const auto size = static_cast<std::size_t>(used[0]);
    add(used.subspan(1, size));
    used = used.subspan(1 + size);
  }
  add(used);
  return key.take();
}

std::optional<Bytes> SketchItems::typed_key_of(ByteView used) const {
  const auto cells = rows::cells_of(used);
  if (!cells || cells->size() != key_columns_) return std::nullopt;
  for (const rows::Cell& cell : *cells) {
    if (cell.tag == rows::CellTag::rounded) return std::nullopt;  // of live comparisons alone
    if (cell.tag == rows::CellTag::json && cell.payload != "true" && cell.payload != "false")
      return std::nullopt;  // neither arrays nor objects are keys
  }
  return Bytes(used.begin(), used.end());
}

std::uint64_t SketchItems::value_digest_of(ByteView item) const {
  return load_le(item.data() + slot_bytes_, kValueDigestBytes);
}

std::optional<std::string> SketchItems::digest_of(ByteView item) const {
  if (key_of(item)) return std::nullopt;
  constexpr std::string_view kDigits = "0123456789abcdef";
  const ByteView digest = by_key() ? item.subspan(1, kKeyDigestBytes) : item;
  std::string text;
  for (const std::byte byte : digest) {
    text += kDigits[static_cast<std::size_t>(byte >> 4)];
    text += kDigits[static_cast<std::size_t>(byte & std::byte{15})];
  }
  return text;
}

}  // namespace peel::reconcile
