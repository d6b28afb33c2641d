// ListedKeys: the keys that a count found, each with how often it came. There may be millions of them, and
// their texts may still be in the file that was counted.
#pragma once

#include "peel/core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace peel::sources {

struct ListedKey {
  std::string_view text;   // the 16 bytes of an address, which address_text() spells
  bool is_digest = false;  // the text was too long to be kept; this is its digest
};

class ListedKeys {
 public:
  virtual ~ListedKeys() = default;

  virtual std::size_t size() const = 0;
  virtual std::int64_t count(std::size_t i) const = 0;
  // The text may be put into `room`. Fails with `io` if it has to be read from the file and cannot be.
  virtual Result<ListedKey> key(std::size_t i, std::string& room) const = 0;
};

enum class KeyOrder : std::uint8_t {
  by_count,  // the largest first; equal counts by the bytes of the key
  by_key,    // by the bytes of the key
};

// Indexes of the first `most` keys in order; digests come behind texts. Each key is asked for three times at
// most, since it may have to be read. Keys with equal beginnings are held as a whole, so many bytes of them
// at a time, or one key if it is longer. Fails as ListedKeys::key does.
Result<std::vector<std::uint32_t>> first_in_order(const ListedKeys& keys, KeyOrder order, std::uint64_t most,
                                                  std::uint64_t memory_bytes = std::uint64_t{64} << 20);

}  // namespace peel::sources
