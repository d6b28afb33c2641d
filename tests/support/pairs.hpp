// Key-value pairs for tests: made, packed as tables take them, and read back from listings for comparison.
#pragma once

#include "peel/invertible/iblt.hpp"

#include "support/random.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <utility>

namespace peel::test {

// Unwraps a Result, or fails the test with its sentence.
template <class T>
T value_of(Result<T> result) {
  if (!result) {
    ADD_FAILURE() << result.error().sentence();
    std::abort();
  }
  return std::move(*result);
}

#define EXPECT_OK(expression)                               \
  do {                                                      \
    const auto ok_result = (expression);                    \
    EXPECT_TRUE(ok_result) << ok_result.error().sentence(); \
  } while (false)

inline std::string text_of(ByteView bytes) {
  return std::string(as_text(bytes));
}

// Distinct random keys with random values, packed.
struct Pairs {
  Bytes keys;
  Bytes values;
  std::size_t key_width;
  std::size_t value_width;

  std::size_t size() const { return keys.size() / key_width; }
  ByteView key(std::size_t i) const { return ByteView(keys).subspan(i * key_width, key_width); }
  ByteView value(std::size_t i) const { return ByteView(values).subspan(i * value_width, value_width); }
  PackedPairs packed() const { return {keys, values}; }
  PackedPairs packed(std::size_t first, std::size_t count) const {
    return {ByteView(keys).subspan(first * key_width, count * key_width),
            ByteView(values).subspan(first * value_width, count * value_width)};
  }
};

inline Bytes random_bytes(Random& random, std::size_t count) {
  Bytes bytes(count);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.next());
  return bytes;
}

inline Pairs random_pairs(Random& random, std::size_t count, const IbltShape& shape) {
  Pairs pairs{{}, {}, shape.key_width().value, shape.value_width().value};
  std::unordered_set<std::string> seen;
  while (seen.size() < count) {
    const Bytes key = random_bytes(random, pairs.key_width);
    if (seen.insert(text_of(key)).second) pairs.keys.insert(pairs.keys.end(), key.begin(), key.end());
  }
  pairs.values = random_bytes(random, count * pairs.value_width);
  return pairs;
}

using PairKey = std::pair<std::string, std::string>;  // key, value
using PairCounts = std::map<PairKey, std::int64_t>;   // signed multiplicities, none zero

// What a listing says, as a map. Fails the test if a pair is listed twice.
inline PairCounts counts_of(const Listing& listing) {
  PairCounts counts;
  const auto put = [&](const Entries& entries, std::int64_t sign) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const PairKey pair{text_of(entries.key(i)), text_of(entries.value(i))};
      EXPECT_TRUE(counts.emplace(pair, sign * static_cast<std::int64_t>(entries.multiplicity(i))).second)
          << "listed twice";
    }
  };
  put(listing.inserted, 1);
  put(listing.deleted, -1);
  return counts;
}

inline PairCounts counts_of(const Pairs& pairs, std::int64_t each = 1) {
  PairCounts counts;
  for (std::size_t i = 0; i < pairs.size(); ++i)
    counts[{text_of(pairs.key(i)), text_of(pairs.value(i))}] += each;
  return counts;
}

}  // namespace peel::test
