#include "peel/invertible/stream_keys.hpp"

#include "core/assert.hpp"

#include <algorithm>
#include <cstring>

namespace peel {

namespace {

// In place of the number of bytes in a slot: they are a digest.
constexpr std::byte kDigestMark{0xFF};
constexpr std::size_t kDigestBytes = 16;

constexpr std::uint64_t kPurposeOfDigests = 0x7465787473;   // "texts"
constexpr std::uint64_t kPurposeOfStrata = 0x737472617461;  // "strata"

KeyHasher derived(const KeyHasher& hashing, std::uint64_t purpose) {
  return KeyHasher(hashing.family(), hashing.seed().derive(purpose));
}

}  // namespace

StreamKeys::StreamKeys(const StreamDescription& description, const KeyHasher& hashing)
    : is_slot_(description.part.keys != StreamDescription::Keys::addresses),
      width_(key_width(description).value),
      digests_(derived(hashing, kPurposeOfDigests)) {}

void StreamKeys::write(std::string_view text, std::byte* to) const {
  if (!is_slot_) {
    PEEL_ASSERT(text.size() == width_);
    std::memcpy(to, text.data(), width_);
    return;
  }
  std::memset(to, 0, width_);
  if (text.size() < width_) {
    to[0] = static_cast<std::byte>(text.size());
    if (!text.empty()) std::memcpy(to + 1, text.data(), text.size());
    return;
  }
  const KeyHash digest = digests_(as_bytes(text));
  to[0] = kDigestMark;
  store_le(to + 1, digest.low);
  store_le(to + 9, digest.high);
}

bool StreamKeys::is_key(ByteView key) const {
  if (key.size() != width_) return false;
  if (!is_slot_) return true;
  const std::size_t used = key[0] == kDigestMark ? kDigestBytes : static_cast<std::size_t>(key[0]);
  return used < width_ &&
         std::ranges::all_of(key.subspan(1 + used), [](std::byte byte) { return byte == std::byte{0}; });
}

std::optional<std::string_view> StreamKeys::text_in(ByteView key) const {
  PEEL_ASSERT(is_key(key));
  if (!is_slot_) return as_text(key);
  if (key[0] == kDigestMark) return std::nullopt;
  return as_text(key.subspan(1, static_cast<std::size_t>(key[0])));
}

std::optional<std::string> StreamKeys::digest_in(ByteView key) const {
  if (text_in(key)) return std::nullopt;
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::byte byte : key.subspan(1, kDigestBytes)) {
    text += kDigits[static_cast<std::size_t>(byte >> 4)];
    text += kDigits[static_cast<std::size_t>(byte & std::byte{15})];
  }
  return text;
}

StratumItems::StratumItems(const KeyHasher& hashing) : items_(derived(hashing, kPurposeOfStrata)) {}

void StratumItems::write(ByteView keys, std::span<std::uint64_t> items) const {
  if (items.empty()) return;
  const std::size_t width = keys.size() / items.size();
  PEEL_ASSERT(width * items.size() == keys.size());
  for (std::size_t i = 0; i < items.size(); ++i)
    items[i] = items_(keys.subspan(i * width, width)).low & kStrataItemMask;
}

}  // namespace peel
