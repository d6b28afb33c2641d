// Cuckoo tables without keys: a slot remembers only the other bucket of the entry in it. They are filled
// until an entry finds no place however others are moved.
#pragma once

#include "peel/core/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace peel::lab {

// Costs are kept by load, in steps of this share of the threshold.
inline constexpr std::size_t kLoadSteps = 100;

struct InsertionCosts {
  double kicks = 0;
  double visits = 0;
  double insertions = 0;
};

class CuckooSimulator {
 public:
  CuckooSimulator(BucketCount buckets, SlotCount slots, double threshold);

  // Fills an empty table. Returns the entries that it took before one found no place.
  std::uint64_t fill(std::uint64_t seed);

  // Of all fillings, by load.
  const std::array<InsertionCosts, kLoadSteps>& costs() const { return costs_; }

 private:
  struct Visit {
    std::uint32_t bucket, parent, slot;
  };

  struct Choices {
    std::uint32_t first, second;
  };

  bool insert(const Choices& choices, InsertionCosts& costs);
  bool put(std::uint32_t bucket, std::uint32_t other);
  void make_way(std::size_t found, InsertionCosts& costs);

  std::uint32_t buckets_, slots_;
  double threshold_;
  std::vector<std::uint32_t> other_;   // of the entry in a slot
  std::vector<std::uint32_t> size_;    // entries of a bucket
  std::vector<std::uint32_t> marked_;  // the search that last came to a bucket
  std::uint32_t search_ = 0;
  std::vector<Visit> visits_;
  std::array<InsertionCosts, kLoadSteps> costs_{};
};

}  // namespace peel::lab
