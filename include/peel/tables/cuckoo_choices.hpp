// The two buckets of a key in a CuckooTable. Each follows from a word of the key's hash by its leading bits,
// so with more buckets the number of a key's bucket only rises: a table can grow where it lies, from its end
// on.
#pragma once

#include "peel/hashing/key_hash.hpp"
#include "peel/tables/table_key.hpp"

#include <cstdint>

namespace peel {

struct CuckooWords {
  std::uint64_t first;
  std::uint64_t second;
  friend constexpr bool operator==(const CuckooWords&, const CuckooWords&) = default;
};

struct CuckooChoices {
  std::uint64_t first;
  std::uint64_t second;

  // For a key in one of its buckets, the other; for one elsewhere, its first.
  constexpr std::uint64_t other_than(std::uint64_t bucket) const { return first == bucket ? second : first; }
  constexpr bool include(std::uint64_t bucket) const { return first == bucket || second == bucket; }
};

// Two different buckets, if there are two at all: a key with one bucket would have half of the room.
constexpr CuckooChoices choices_of(const CuckooWords& words, std::uint64_t buckets) {
  const std::uint64_t first = reduce(words.first, buckets);
  const std::uint64_t second = reduce(words.second, buckets);
  if (first != second) [[likely]]
    return {first, second};
  return {first, first + 1 == buckets ? 0 : first + 1};
}

// A caller's hash may be weak in either half, so both words are made of both. Each half of the house's own
// tells keys apart, so one half is enough, and the other need not be computed.
template <class Hash>
constexpr CuckooWords words_of(const Hash&, const KeyHash& hash) {
  return {scramble(hash.word(0)), scramble(hash.word(1))};
}
template <class Key>
constexpr CuckooWords words_of(const KeyedHash<Key>&, const KeyHash& hash) {
  return {hash.low, hash.low * kGolden};
}

}  // namespace peel
