#include "peel/hashing/key_hasher.hpp"

// Inlined rather than linked: keys are short, and the call would cost as much as the hash.
#define XXH_INLINE_ALL
#include "core/assert.hpp"
#include "hashing/mix_integers.hpp"
#include "hashing/siphash.hpp"

#include <array>
#include <xxhash.h>

namespace peel {

namespace {

KeyHash xxh3(ByteView key, std::uint64_t seed) {
  const XXH128_hash_t hash = XXH3_128bits_withSeed(key.data(), key.size(), seed);
  return KeyHash(hash.low64, hash.high64);
}

}  // namespace

KeyHasher::KeyHasher(HashFamily family, Seed seed)
    : family_(family), seed_(seed), round_keys_{seed.word(0), seed.word(1), seed.word(2), seed.word(3)} {}

KeyHash KeyHasher::siphash(std::uint64_t key) const {
  std::array<std::byte, 8> bytes;
  store_le(bytes.data(), key);
  return detail::siphash_2_4(bytes, seed_);
}

KeyHash KeyHasher::operator()(ByteView key) const {
  if (family_ == HashFamily::siphash) return detail::siphash_2_4(key, seed_);
  return key.size() == 8 ? detail::mix_integer(load_le(key.data()), round_keys_) : xxh3(key, round_keys_[0]);
}

void KeyHasher::hash(std::span<const std::uint64_t> keys, std::span<KeyHash> hashes) const {
  PEEL_ASSERT(keys.size() == hashes.size());
  if (family_ == HashFamily::siphash) {
    for (std::size_t i = 0; i < keys.size(); ++i) hashes[i] = siphash(keys[i]);
  } else {
    detail::mix_integers(keys, round_keys_, hashes);
  }
}

void KeyHasher::hash_packed(ByteView keys, std::size_t width, std::span<KeyHash> hashes) const {
  PEEL_ASSERT(keys.size() == width * hashes.size());
  for (std::size_t i = 0; i < hashes.size(); ++i) hashes[i] = (*this)(keys.subspan(i * width, width));
}

std::string_view name_of(HashFamily family) {
  switch (family) {
    case HashFamily::fast:
      return "fast";
    case HashFamily::siphash:
      return "siphash";
  }
  return "unknown";
}

}  // namespace peel
