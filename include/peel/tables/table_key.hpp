// What the tables ask of keys, values and hash functions. Entries lie in flat memory that is moved as a whole
// when a table grows, so keys and values are plain bytes: integers, addresses, digests, structs of them. A
// text goes in as its KeyHash, or as its place elsewhere.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/hashing/key_hasher.hpp"

#include <concepts>
#include <cstdint>
#include <span>
#include <type_traits>

namespace peel {

// Equal keys have equal bytes.
template <class Key>
concept TableKey =
    std::regular<Key> && std::is_trivially_copyable_v<Key> && std::has_unique_object_representations_v<Key>;

template <class Value>
concept TableValue = std::semiregular<Value> && std::is_trivially_copyable_v<Value>;

// A caller's own hash function may be as weak as it likes: nothing is lost. Keys that it cannot tell apart
// are all in the same few buckets, and what does not fit there is searched one by one. It must not throw:
// tables ask it while they grow.
template <class Hash, class Key>
concept TableHash = std::copyable<Hash> && requires(const Hash& hash, const Key& key) {
  { hash(key) } -> std::same_as<KeyHash>;
};

// The house's own: one keyed hash of a key's bytes. An integer of 8 bytes is hashed as KeyHasher does it.
template <TableKey Key>
class KeyedHash {
 public:
  explicit KeyedHash(const KeyHasher& hasher) : hasher_(hasher) {}
  KeyedHash(HashFamily family, Seed seed) : hasher_(family, seed) {}

  KeyHash operator()(const Key& key) const {
    if constexpr (std::unsigned_integral<Key> && sizeof(Key) == sizeof(std::uint64_t)) {
      return hasher_(std::uint64_t{key});
    } else {
      return hasher_(ByteView(std::as_bytes(std::span(&key, 1))));
    }
  }

  const KeyHasher& hasher() const { return hasher_; }

 private:
  KeyHasher hasher_;
};

}  // namespace peel
