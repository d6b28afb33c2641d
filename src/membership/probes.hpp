// Which cells a key has: the bit layout of every filter, in its plainest form. docs/formats/filter.md says
// the same in words; vector code must agree with it cell by cell.
#pragma once

#include "peel/analysis/filter_shape.hpp"
#include "peel/hashing/key_hash.hpp"

#include <cstdint>

namespace peel {

// Of a blocked filter: one word of the hash serves this many probes, six bits each.
inline constexpr unsigned kProbesPerWord = 8;
inline constexpr unsigned kProbeBits = 6;
// Above the probes of the first word: the lane in which a last round that is cut short begins.
inline constexpr unsigned kStartBit = kProbesPerWord * kProbeBits;

inline std::uint64_t block_of(const KeyHash& hash, std::uint64_t blocks) {
  return reduce(hash.low, blocks);
}

// The j-th word that chooses cells within the block, j < kMaxBlockedHashes / kProbesPerWord.
inline std::uint64_t block_word(const KeyHash& hash, unsigned j) {
  return j == 0 ? hash.high : hash.word(j);
}

// Calls take(cell) for the k cells of the key, in the order of its probes; some may be the same.
template <class Take>
void for_each_cell(const FilterShape& shape, const KeyHash& hash, Take take) {
  const auto hashes = static_cast<unsigned>(shape.hashes().value);
  if (!shape.is_blocked()) {
    for (unsigned i = 0; i < hashes; ++i) take(reduce(hash.far_word(i), shape.cells().value));
    return;
  }
  const auto lanes = static_cast<unsigned>(shape.lanes());
  const unsigned in_full_rounds = hashes - hashes % lanes;
  const std::uint64_t start = hash.high >> kStartBit;
  const std::uint64_t block = block_of(hash, shape.blocks()) * shape.block_cells();
  std::uint64_t word = 0;
  for (unsigned i = 0; i < hashes; ++i) {
    if (i % kProbesPerWord == 0) word = block_word(hash, i / kProbesPerWord);
    const std::uint64_t lane = (i < in_full_rounds ? i : start + i - in_full_rounds) % lanes;
    take(block + lane * shape.lane_cells() + word % shape.lane_cells());
    word >>= kProbeBits;
  }
}

}  // namespace peel
