// Bytes in and out: views, little-endian loads and stores that do not depend on the machine, and a
// reader that cannot run past its end.
#pragma once

#include "peel/core/result.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace peel {

using ByteView = std::span<const std::byte>;
using Bytes = std::vector<std::byte>;

inline ByteView as_bytes(std::string_view text) {
  return std::as_bytes(std::span(text));
}

inline std::string_view as_text(ByteView bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

namespace detail {

// The one place that asks how this machine orders bytes.
template <class Word>
Word load_word(const std::byte* from) {
  Word word;
  std::memcpy(&word, from, sizeof word);
  if constexpr (std::endian::native == std::endian::big) {
    word = static_cast<Word>(__builtin_bswap64(word) >> (64 - 8 * sizeof word));
  }
  return word;
}

template <class Word>
void store_word(std::byte* to, std::uint64_t value) {
  if constexpr (std::endian::native == std::endian::big)
    value = __builtin_bswap64(value) >> (64 - 8 * sizeof(Word));
  const auto word = static_cast<Word>(value);
  std::memcpy(to, &word, sizeof word);
}

}  // namespace detail

// Loads `width` bytes (at most 8) as a little-endian integer. Short widths are read by two loads that may
// overlap: a copy of variable length would cost more than all else that is done to a key.
inline std::uint64_t load_le(const std::byte* from, std::size_t width = 8) {
  if (width == 8) return detail::load_word<std::uint64_t>(from);
  if (width >= 4) {
    const std::uint64_t high = detail::load_word<std::uint32_t>(from + width - 4);
    return detail::load_word<std::uint32_t>(from) | high << (8 * (width - 4));
  }
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < width; ++i) word |= static_cast<std::uint64_t>(from[i]) << (8 * i);
  return word;
}

// Stores the low `width` bytes (at most 8) of `word`, lowest first.
inline void store_le(std::byte* to, std::uint64_t word, std::size_t width = 8) {
  if (width == 8) return detail::store_word<std::uint64_t>(to, word);
  if (width >= 4) {
    detail::store_word<std::uint32_t>(to, word);
    return detail::store_word<std::uint32_t>(to + width - 4, word >> (8 * (width - 4)));
  }
  for (std::size_t i = 0; i < width; ++i) to[i] = static_cast<std::byte>(word >> (8 * i));
}

// Appends to a growing buffer; the writing half of every codec.
class ByteWriter {
 public:
  void integer(std::uint64_t word, std::size_t width);
  void bytes(ByteView view);
  void varint(std::uint64_t word);  // LEB128: seven bits a byte, lowest first
  std::size_t size() const { return bytes_.size(); }
  Bytes take() { return std::move(bytes_); }
  ByteView view() const { return bytes_; }

 private:
  Bytes bytes_;
};

// Reads from a view. Every read is checked; a read past the end, or a LEB128 number that is longer than
// it needs to be, is `malformed` and names the field. On failure the position does not move.
class ByteReader {
 public:
  explicit ByteReader(ByteView bytes) : rest_(bytes) {}

  Result<std::uint64_t> integer(std::size_t width, std::string_view field);
  Result<std::uint64_t> varint(std::string_view field);
  Result<ByteView> bytes(std::uint64_t count, std::string_view field);
  std::size_t remaining() const { return rest_.size(); }

 private:
  ByteView rest_;
};

}  // namespace peel
