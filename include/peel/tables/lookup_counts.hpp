// What lookups in a table with a summary cost, and how often the summary was wrong.
#pragma once

#include <cstdint>

namespace peel {

struct LookupCounts {
  std::uint64_t lookups = 0;
  std::uint64_t reads = 0;            // of buckets, each of which held at least one item
  std::uint64_t false_positives = 0;  // a sub-table was named for a key that is in none
  std::uint64_t misled = 0;           // another sub-table was named than the one in which the key is

  LookupCounts& operator+=(const LookupCounts& other) {
    lookups += other.lookups;
    reads += other.reads;
    false_positives += other.false_positives;
    misled += other.misled;
    return *this;
  }
  friend bool operator==(const LookupCounts&, const LookupCounts&) = default;
};

}  // namespace peel
