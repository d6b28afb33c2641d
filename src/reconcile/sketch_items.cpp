#include "peel/reconcile/sketch_items.hpp"

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

SketchItems::SketchItems(std::size_t key_columns, std::size_t slot_bytes, const KeyHasher& hashing)
    : key_columns_(key_columns),
      slot_bytes_(slot_bytes),
      names_(derived(hashing, kPurposeOfNames)),
      values_(derived(hashing, kPurposeOfValues)),
      strata_(derived(hashing, kPurposeOfStrata)) {}

Result<SketchItems> SketchItems::from(const SketchDescription& description, const KeyHasher& hashing) {
  if (description.key_columns == 0) return SketchItems(0, 0, hashing);
  // How many bytes are used, and of each cell but the last how long it is.
  const std::uint64_t slot = 1 + (description.key_columns - std::uint64_t{1}) + description.key_bytes;
  if (description.key_bytes < kLeastKeyBytes || description.key_bytes > kMostKeyBytes ||
      slot + kValueDigestBytes > kMaxKeyWidth) {
    return failure(ErrorCode::invalid_argument,
                   "a key of " + std::to_string(description.key_columns) + " columns and " +
                       std::to_string(description.key_bytes) + " bytes does not fit a sketch; accepted are " +
                       std::to_string(kLeastKeyBytes) + " to " + std::to_string(kMostKeyBytes) +
                       " bytes, and with more than 8 columns one less for each");
  }
  return SketchItems(description.key_columns, slot, hashing);
}

std::size_t SketchItems::width() const {
  return by_key() ? slot_bytes_ + kValueDigestBytes : kRowDigestBytes;
}

void SketchItems::write(const rows::CanonicalRow& row, std::byte* to) const {
  if (!by_key()) return put_digest(to, names_(row.bytes), kRowDigestBytes);
  store_le(to + slot_bytes_, values_(row.values()).low, kValueDigestBytes);
  std::fill_n(to, slot_bytes_, std::byte{0});

  // Each cell of the key is a tag, a length and bytes. A length of less than 128 is one byte, and longer
  // cells do not fit anyway.
  const std::byte* from = row.bytes.data();
  const std::size_t room = slot_bytes_ - key_columns_;
  std::size_t cell_bytes = 0;
  std::byte* at = to + 1;
  for (std::size_t column = 0; column < key_columns_; ++column) {
    const auto size = static_cast<std::size_t>(from[1]);
    cell_bytes += size;
    if (size >= 128 || cell_bytes > room) {
      std::fill_n(to, slot_bytes_, std::byte{0});
      to[0] = kDigestMark;
      return put_digest(to + 1, names_(row.key()), kKeyDigestBytes);
    }
    if (column + 1 < key_columns_) *at++ = from[1];
    at = std::copy_n(from + 2, size, at);
    from += 2 + size;
  }
  to[0] = static_cast<std::byte>(at - to - 1);
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

std::optional<std::vector<std::string>> SketchItems::key_of(ByteView item) const {
  if (!by_key() || item[0] == kDigestMark) return std::nullopt;
  std::vector<std::string> cells;
  const auto used = static_cast<std::size_t>(item[0]);
  if (used > slot_bytes_ - 1) return std::nullopt;
  ByteView rest = item.subspan(1, used);
  for (std::size_t column = 0; column + 1 < key_columns_; ++column) {
    if (rest.empty() || static_cast<std::size_t>(rest[0]) >= rest.size()) return std::nullopt;
    const auto size = static_cast<std::size_t>(rest[0]);
    cells.emplace_back(as_text(rest.subspan(1, size)));
    rest = rest.subspan(1 + size);
  }
  cells.emplace_back(as_text(rest));
  return cells;
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
