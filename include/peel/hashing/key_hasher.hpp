// KeyHasher: from keys to KeyHash, for one family and one seed.
//
// A byte string of exactly 8 bytes and the little-endian integer it spells hash alike, so that a table of
// 8-byte keys may be filled by either call.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/hashing/integer_mix.hpp"
#include "peel/hashing/key_hash.hpp"
#include "peel/hashing/seed.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace peel {

enum class HashFamily : std::uint8_t {
  fast = 1,     // keyed mixer for 8-byte keys, XXH3-128 for all others: no defence against chosen keys
  siphash = 2,  // SipHash-2-4 with 128-bit output: keys may come from an adversary who lacks the seed
};

// The name as it is spelled here, for people and for JSON. So are the names of other choices.
std::string_view name_of(HashFamily family);

// Hash functions of the caller's own, for instance the weak ones of a paper. A structure that uses them
// cannot be put on the wire, where only named families exist.
class InjectedHash {
 public:
  virtual ~InjectedHash() = default;
  // The i-th choice for the key as a fraction of 2^64: the structure maps it to a range by its leading bits.
  // i < kMaxChoices; in irregular tables also kWeightWord.
  virtual std::uint64_t choice(ByteView key, unsigned i) const = 0;
  virtual std::uint64_t check(ByteView key) const = 0;
};

class KeyHasher {
 public:
  KeyHasher(HashFamily family, Seed seed);

  HashFamily family() const { return family_; }
  Seed seed() const { return seed_; }

  KeyHash operator()(std::uint64_t key) const {
    return family_ == HashFamily::siphash ? siphash(key) : detail::mix_integer(key, round_keys_);
  }
  KeyHash operator()(ByteView key) const;

  // Batches: hashes[i] is the hash of the i-th key. Both spans have equal length.
  void hash(std::span<const std::uint64_t> keys, std::span<KeyHash> hashes) const;
  // Keys of `width` bytes each, one behind the other.
  void hash_packed(ByteView keys, std::size_t width, std::span<KeyHash> hashes) const;

 private:
  KeyHash siphash(std::uint64_t key) const;

  HashFamily family_;
  Seed seed_;
  detail::RoundKeys round_keys_;  // seed words 0..3
};

}  // namespace peel
