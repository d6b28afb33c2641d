// The machine's limit for a Bloom filter: a loop that hashes each key once, as the library does, and touches
// one word in each of the lines that the filter must touch, with prefetching, and does nothing else.
#pragma once

#include "peel/analysis/filter_shape.hpp"
#include "peel/core/aligned_words.hpp"
#include "peel/hashing/key_hasher.hpp"

#include <cstdint>
#include <span>

namespace peel::bench {

class FilterTraffic {
 public:
  explicit FilterTraffic(const FilterShape& shape);

  // A read-modify-write of one word per line.
  void update(std::span<const std::uint64_t> keys);
  // A read of one word per line, and one answer written per key.
  void read(std::span<const std::uint64_t> keys, std::span<bool> answers) const;

 private:
  FilterShape shape_;
  KeyHasher hasher_;
  AlignedWords words_;
};

}  // namespace peel::bench
