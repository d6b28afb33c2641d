// StreamKeys: from what a stream counts to the keys of its counter, and back. docs/formats/counter.md
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/invertible/counted_stream.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace peel {

class StreamKeys {
 public:
  // Of a valid description. Family and seed are those of the counter.
  StreamKeys(const StreamDescription& description, const KeyHasher& hashing);

  std::size_t width() const { return width_; }

  // Writes width() bytes: of text of any length its slot, of the 16 bytes of an address the same.
  void write(std::string_view text, std::byte* to) const;

  // Whether write can have made these bytes. A listing of a forged counter may hold any.
  bool is_key(ByteView key) const;
  // What the key was made from, a view into it; nothing if it holds no more than a digest. Of keys only, like
  // the next.
  std::optional<std::string_view> text_in(ByteView key) const;
  // The digest as hexadecimal digits, if the key holds no more.
  std::optional<std::string> digest_in(ByteView key) const;

 private:
  bool is_slot_;
  std::size_t width_;
  KeyHasher digests_;
};

// What the strata of a counted stream count: digests of its keys.
class StratumItems {
 public:
  explicit StratumItems(const KeyHasher& hashing);

  // The i-th item is that of the i-th key; keys of one width, one behind the other.
  void write(ByteView keys, std::span<std::uint64_t> items) const;

 private:
  KeyHasher items_;
};

}  // namespace peel
