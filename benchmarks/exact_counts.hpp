// Counting exactly, with the hash maps that programs would use: what a sketch must be worth more than.
#pragma once

#include <cstdint>
#include <span>

namespace peel::bench {

// What a map held at the end. Copies are added up, so that none may be lost unseen.
struct ExactCounts {
  std::uint64_t distinct = 0;
  std::uint64_t copies = 0;
  std::uint64_t bytes = 0;  // of its table
};

// Count every key of a stream in a map that is empty at first and grows.
ExactCounts count_with_abseil(std::span<const std::uint64_t> keys);
ExactCounts count_with_boost(std::span<const std::uint64_t> keys);

}  // namespace peel::bench
