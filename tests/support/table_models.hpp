// What tests hold tables against, a map; and hash functions for them, from a good one to a useless one.
#pragma once

#include "peel/hashing/key_hash.hpp"
#include "peel/tables/table_key.hpp"

#include "support/random.hpp"

#include <cstdint>
#include <unordered_map>

namespace peel::test {

using MapModel = std::unordered_map<std::uint64_t, std::uint64_t>;

struct ConstantHash {
  KeyHash operator()(std::uint64_t) const { return KeyHash(1, 2); }
};
struct WeakHash {  // of five values
  KeyHash operator()(std::uint64_t key) const { return KeyHash(key % 5, 0); }
};
using Keyed = KeyedHash<std::uint64_t>;

// The same for a whole run.
inline Keyed keyed() {
  Random random;
  return Keyed(HashFamily::fast, random.seed());
}

}  // namespace peel::test
