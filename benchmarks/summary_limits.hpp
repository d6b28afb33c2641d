// The machine's limit for a summary: a loop that takes words of each hash, asks memory for so many of its
// lines a group of keys ahead, reads or writes one word of each, and does nothing else.
#pragma once

#include "peel/core/aligned_words.hpp"
#include "peel/hashing/key_hash.hpp"
#include "peel/tables/level.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace peel::bench {

// Lines that some share of all keys needs from memory of that size.
struct LinesOfKey {
  std::uint64_t bytes;
  unsigned lines;
  double share = 1;
};

class HashTraffic {
 public:
  explicit HashTraffic(std::vector<LinesOfKey> parts);

  void read(std::span<const KeyHash> hashes, std::span<Level> answers) const;
  void update(std::span<const KeyHash> hashes);

 private:
  std::vector<LinesOfKey> parts_;
  AlignedWords words_;  // as many as the largest part needs
};

}  // namespace peel::bench
