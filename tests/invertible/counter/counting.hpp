// Counters for tests, and a model beside them: what a map says.
#pragma once

#include "peel/invertible/invertible_counter.hpp"

#include "support/pairs.hpp"

#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <vector>

namespace peel::test {

using KeyCounts = std::map<std::string, std::int64_t>;  // signed multiplicities, none zero

// What a listing says. Fails the test if a key is listed twice or not at all.
inline KeyCounts counts_of(const CounterListing& listing) {
  KeyCounts counts;
  for (std::size_t i = 0; i < listing.keys.size(); ++i) {
    EXPECT_NE(listing.keys.count(i), 0);
    EXPECT_TRUE(counts.emplace(text_of(listing.keys.key(i)), listing.keys.count(i)).second) << "listed twice";
  }
  return counts;
}

inline CounterShape counter_shape(const CounterSpec& spec) {
  return value_of(CounterShape::from(spec));
}

inline InvertibleCounter new_counter(const CounterSpec& spec, Seed seed = Seed(1)) {
  return InvertibleCounter(counter_shape(spec), HashFamily::fast, seed);
}

// Keys of some width with multiplicities, as add() takes them.
struct KeyedCounts {
  Bytes keys;
  std::vector<std::int64_t> times;
};

inline KeyedCounts packed(const KeyCounts& counts) {
  KeyedCounts all;
  for (const auto& [key, count] : counts) {
    const ByteView bytes = std::as_bytes(std::span(key));
    all.keys.insert(all.keys.end(), bytes.begin(), bytes.end());
    all.times.push_back(count);
  }
  return all;
}

inline Result<void> add(InvertibleCounter& counter, const KeyCounts& counts) {
  const KeyedCounts all = packed(counts);
  return counter.add(all.keys, all.times);
}

inline Result<void> add_copies(InvertibleCounter& counter, std::uint64_t key, std::int64_t copies) {
  return counter.add(std::span(&key, 1), copies);
}

// `size` random keys, each 1 to `most` times.
inline KeyCounts random_counts(Random& random, std::size_t size, ByteWidth width, std::uint64_t most) {
  KeyCounts counts;
  while (counts.size() < size) {
    counts[text_of(random_bytes(random, width.value))] = static_cast<std::int64_t>(1 + random.below(most));
  }
  return counts;
}

// Every kind of cell, with keys of several widths and both placements. For 60 keys there is room enough, and
// with six hashes two of them share all cells in less than one of a million runs.
inline std::vector<CounterSpec> roomy_specs() {
  std::vector<CounterSpec> specs;
  const CounterSpec roomy{.cells = CellCount(360), .hashes = HashCount(6)};
  for (const CounterVariant variant : kCounterVariants) {
    CounterSpec spec = roomy;
    spec.variant = variant;
    for (const std::uint64_t width : {3U, 7U, 8U, 9U, 16U, 64U}) {
      spec.key_width = ByteWidth(width);
      specs.push_back(spec);
    }
    spec.segments = SegmentCount(9);
    for (const std::uint64_t width : {8U, 20U}) {
      spec.key_width = ByteWidth(width);
      specs.push_back(spec);
    }
  }
  for (const KeptKey kept : {KeptKey::last, KeptKey::random}) {
    for (const CounterVariant variant : {CounterVariant::one_key, CounterVariant::combined}) {
      CounterSpec spec = roomy;
      spec.variant = variant;
      spec.kept = kept;
      specs.push_back(spec);
    }
  }
  return specs;
}

}  // namespace peel::test

namespace peel {

// How GoogleTest prints a spec.
inline void PrintTo(const CounterSpec& spec, std::ostream* out) {
  *out << name_of(spec.variant) << ", keys of " << spec.key_width.value << " bytes, " << spec.segments.value
       << " segments, " << name_of(spec.kept) << " key";
}

}  // namespace peel
