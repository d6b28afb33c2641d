#include "peel/reconcile/row_items.hpp"

#include "peel/rows/column_type.hpp"

#include <algorithm>
#include <array>

namespace peel::reconcile {

namespace {

constexpr std::uint8_t kFileValueDigestBytes = 8;
constexpr std::uint8_t kFileRowDigestBytes = 14;
constexpr std::size_t kMostKeyDigestBytes = 16;
constexpr std::size_t kLeastKeyDigestBytes = 10;
// In place of the number of bytes in a slot: they are a digest.
constexpr std::byte kDigestMark{0xFF};

constexpr std::uint64_t kPurposeOfNames = 0x6E616D6573;     // "names"
constexpr std::uint64_t kPurposeOfValues = 0x76616C7565;    // "value"
constexpr std::uint64_t kPurposeOfStrata = 0x737472617461;  // "strata"

KeyHasher derived(const KeyHasher& hashing, std::uint64_t purpose) {
  return KeyHasher(hashing.family(), hashing.seed().derive(purpose));
}

void put_digest(std::byte* to, KeyHash hash, std::size_t bytes) {
  store_le(to, hash.low, std::min<std::size_t>(bytes, 8));
  if (bytes > 8) store_le(to + 8, hash.high, bytes - 8);
}

}  // namespace

ItemScheme ItemScheme::of(const SketchDescription& description) {
  if (description.key_columns == 0) return {.digest_bytes = kFileRowDigestBytes};
  const bool is_typed = description.items == SketchDescription::Items::typed_rows;
  return {is_typed ? KeyForm::typed : KeyForm::text, description.key_columns, description.key_bytes,
          kFileValueDigestBytes};
}

// How many bytes are used; of text the length of each cell but the last, of typed cells tag and length; the
// cells.
std::size_t ItemScheme::slot_bytes() const {
  if (!by_key()) return 0;
  const std::size_t columns = key_columns;
  return 1 + (key_form == KeyForm::typed ? 2 * columns : columns - 1) + key_bytes;
}

RowItems::RowItems(const ItemScheme& scheme, const KeyHasher& hashing)
    : scheme_(scheme),
      slot_bytes_(scheme.slot_bytes()),
      width_(scheme.width()),
      names_(derived(hashing, kPurposeOfNames)),
      values_(derived(hashing, kPurposeOfValues)),
      strata_(derived(hashing, kPurposeOfStrata)) {}

Result<RowItems> RowItems::from(const ItemScheme& scheme, const KeyHasher& hashing) {
  const bool has_digest = scheme.digest_bytes == 7 || scheme.digest_bytes == 8 || scheme.digest_bytes == 14;
  const bool has_room = !scheme.by_key() || scheme.slot_bytes() > kLeastKeyDigestBytes;
  if (!has_digest || !has_room || (scheme.by_key() && scheme.key_columns == 0) ||
      scheme.width() > kMaxKeyWidth) {
    return refused("items with a key of " + std::to_string(scheme.key_columns) + " columns and " +
                   std::to_string(scheme.key_bytes) + " bytes, and a digest of " +
                   std::to_string(scheme.digest_bytes) +
                   " bytes; accepted are digests of 7, 8 and 14 bytes, and " + "items of at most " +
                   std::to_string(kMaxKeyWidth) + " bytes");
  }
  return RowItems(scheme, hashing);
}

Result<RowItems> RowItems::from(const SketchDescription& description, const KeyHasher& hashing) {
  for (const std::uint8_t type : description.types) {
    if (rows::column_type(type)) continue;
    return failure(ErrorCode::unsupported, "a column of the sketch has the type '" +
                                               std::string(1, static_cast<char>(type)) +
                                               "'; accepted are a, b, d, e, f, i, p, t and u");
  }
  const ItemScheme scheme = ItemScheme::of(description);
  const bool has_key_bytes =
      description.key_bytes >= kLeastKeyBytes && description.key_bytes <= kMostKeyBytes;
  if (scheme.by_key() && (!has_key_bytes || scheme.width() > kMaxKeyWidth)) {
    return failure(ErrorCode::invalid_argument,
                   "a key of " + std::to_string(description.key_columns) + " columns and " +
                       std::to_string(description.key_bytes) + " bytes does not fit a sketch; accepted are " +
                       std::to_string(kLeastKeyBytes) + " to " + std::to_string(kMostKeyBytes) +
                       " bytes, and with several columns fewer");
  }
  return from(scheme, hashing);
}

std::size_t RowItems::key_digest_bytes() const {
  return std::min(kMostKeyDigestBytes, slot_bytes_ - 1);
}

void RowItems::write_long(const rows::CanonicalRow& row, std::byte* to) const {
  if (!by_key()) return put_digest(to, names_(row.bytes), scheme_.digest_bytes);
  put_digest(to + slot_bytes_, values_(row.values()), scheme_.digest_bytes);
  std::fill_n(to, slot_bytes_, std::byte{0});
  const bool is_typed = scheme_.key_form == ItemScheme::KeyForm::typed;
  const bool fits = is_typed ? write_typed_slot(row.key(), to) : write_text_slot(row.key(), to);
  if (fits) return;
  std::fill_n(to, slot_bytes_, std::byte{0});
  to[0] = kDigestMark;
  put_digest(to + 1, names_(row.key()), key_digest_bytes());
}

// False if the key does not fit.
bool RowItems::write_text_slot(ByteView key, std::byte* to) const {
  // Each cell of the key is a tag, a length and bytes. A length of less than 128 is one byte, and longer
  // cells do not fit anyway.
  const std::byte* from = key.data();
  const std::size_t room = slot_bytes_ - scheme_.key_columns;
  std::size_t cell_bytes = 0;
  std::byte* at = to + 1;
  for (std::size_t column = 0; column < scheme_.key_columns; ++column) {
    const auto size = static_cast<std::size_t>(from[1]);
    cell_bytes += size;
    if (size >= 128 || cell_bytes > room) return false;
    if (column + 1 < scheme_.key_columns) *at++ = from[1];
    at = std::copy_n(from + 2, size, at);
    from += 2 + size;
  }
  to[0] = static_cast<std::byte>(at - to - 1);
  return true;
}

bool RowItems::write_typed_slot(ByteView key, std::byte* to) const {
  if (key.size() > slot_bytes_ - 1) return false;
  to[0] = static_cast<std::byte>(key.size());
  std::ranges::copy(key, to + 1);
  return true;
}

bool RowItems::is_item(ByteView item) const {
  if (!by_key()) return true;
  const bool is_digest = item[0] == kDigestMark;
  const std::size_t used = is_digest ? key_digest_bytes() : static_cast<std::size_t>(item[0]);
  if (used > slot_bytes_ - 1) return false;
  const ByteView unused = item.first(slot_bytes_).subspan(1 + used);
  return std::ranges::all_of(unused, [](std::byte byte) { return byte == std::byte{0}; }) &&
         (is_digest || key_of(item));
}

std::optional<Bytes> RowItems::key_of(ByteView item) const {
  if (!by_key() || item[0] == kDigestMark) return std::nullopt;
  const auto used = static_cast<std::size_t>(item[0]);
  if (used > slot_bytes_ - 1) return std::nullopt;
  const ByteView key = item.subspan(1, used);
  return scheme_.key_form == ItemScheme::KeyForm::typed ? typed_key_of(key) : text_key_of(key);
}

std::optional<Bytes> RowItems::text_key_of(ByteView used) const {
  ByteWriter key;
  const auto add = [&key](ByteView cell) {
    key.integer(static_cast<std::uint64_t>(rows::CellTag::text), 1);
    key.varint(cell.size());
    key.bytes(cell);
  };
  for (std::size_t column = 0; column + 1 < scheme_.key_columns; ++column) {
    if (used.empty() || static_cast<std::size_t>(used[0]) >= used.size()) return std::nullopt;
    const auto size = static_cast<std::size_t>(used[0]);
    add(used.subspan(1, size));
    used = used.subspan(1 + size);
  }
  add(used);
  return key.take();
}

std::optional<Bytes> RowItems::typed_key_of(ByteView used) const {
  const auto cells = rows::cells_of(used);
  if (!cells || cells->size() != scheme_.key_columns) return std::nullopt;
  for (const rows::Cell& cell : *cells) {
    if (cell.tag == rows::CellTag::rounded) return std::nullopt;  // of live comparisons alone
    if (cell.tag == rows::CellTag::json && cell.payload != "true" && cell.payload != "false")
      return std::nullopt;  // neither arrays nor objects are keys
  }
  return Bytes(used.begin(), used.end());
}

std::uint64_t RowItems::value_digest_of(ByteView item) const {
  return load_le(item.data() + slot_bytes_, std::min<std::size_t>(scheme_.digest_bytes, 8));
}

std::optional<std::string> RowItems::digest_of(ByteView item) const {
  if (key_of(item)) return std::nullopt;
  constexpr std::string_view kDigits = "0123456789abcdef";
  const ByteView digest = by_key() ? item.subspan(1, key_digest_bytes()) : item;
  std::string text;
  for (const std::byte byte : digest) {
    text += kDigits[static_cast<std::size_t>(byte >> 4)];
    text += kDigits[static_cast<std::size_t>(byte & std::byte{15})];
  }
  return text;
}

}  // namespace peel::reconcile
