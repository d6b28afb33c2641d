#include "peel/hashing/key_hasher.hpp"

// Inlined rather than linked: keys are short, and the call would cost as much as the hash.
#define XXH_INLINE_ALL
#include "core/assert.hpp"
#include "hashing/siphash.hpp"

#include <array>
#include <xxhash.h>

namespace peel {

namespace {

// Odd multipliers with no hidden choice: the SplitMix64 row of key_hash.hpp, continued.
constexpr std::uint64_t multiplier(std::uint64_t i) {
  return scramble(kGolden * (2 * kDerivedWords + 1 + i)) | 1;
}

KeyHash xxh3(ByteView key, std::uint64_t seed) {
  const XXH128_hash_t hash = XXH3_128bits_withSeed(key.data(), key.size(), seed);
  return {hash.low64, hash.high64};
}

KeyHash siphash_integer(std::uint64_t key, Seed seed) {
  std::array<std::byte, 8> bytes;
  store_le(bytes.data(), key);
  return detail::siphash_2_4(bytes, seed);
}

}  // namespace

KeyHasher::KeyHasher(HashFamily family, Seed seed)
    : family_(family), seed_(seed), round_keys_{seed.word(0), seed.word(1), seed.word(2), seed.word(3)} {}

// Two keyed bijections of the key, two multiplications each. Being bijections, they never let two
// integers share a KeyHash.
inline KeyHash KeyHasher::mix_integer(std::uint64_t key) const {
  std::uint64_t a = key ^ round_keys_[0];
  a = (a ^ (a >> 32)) * multiplier(0);
  a ^= round_keys_[1];
  a = (a ^ (a >> 29)) * multiplier(1);
  std::uint64_t b = key ^ round_keys_[2];
  b = (b ^ (b >> 32)) * multiplier(2);
  b ^= round_keys_[3];
  b = (b ^ (b >> 29)) * multiplier(3);
  return {a ^ (a >> 32), b ^ (b >> 32)};
}

KeyHash KeyHasher::operator()(std::uint64_t key) const {
  return family_ == HashFamily::siphash ? siphash_integer(key, seed_) : mix_integer(key);
}

KeyHash KeyHasher::operator()(ByteView key) const {
  if (family_ == HashFamily::siphash) return detail::siphash_2_4(key, seed_);
  return key.size() == 8 ? mix_integer(load_le(key.data())) : xxh3(key, round_keys_[0]);
}

void KeyHasher::hash(std::span<const std::uint64_t> keys, std::span<KeyHash> hashes) const {
  PEEL_ASSERT(keys.size() == hashes.size());
  if (family_ == HashFamily::siphash) {
    for (std::size_t i = 0; i < keys.size(); ++i) hashes[i] = siphash_integer(keys[i], seed_);
  } else {
    for (std::size_t i = 0; i < keys.size(); ++i) hashes[i] = mix_integer(keys[i]);
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
