// Words of memory as bytes of a file, without a copy where the machine orders bytes as files do.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace peel::wire {

// From words as they are in a file to words of this machine, and back.
inline void swap_where_needed(std::span<std::uint64_t> words) {
  if constexpr (std::endian::native == std::endian::big) {
    for (std::uint64_t& word : words) word = __builtin_bswap64(word);
  }
}

inline constexpr std::size_t kPieceWords = std::size_t{1} << 15;  // where pieces do not matter

// Calls take(bytes) for so many words after the other, until it fails.
template <class Take>
Result<void> for_each_piece(std::span<const std::uint64_t> words, std::size_t piece_words, Take take) {
  std::vector<std::uint64_t> swapped;
  for (std::size_t at = 0; at < words.size(); at += piece_words) {
    auto piece = words.subspan(at, std::min(piece_words, words.size() - at));
    if constexpr (std::endian::native == std::endian::big) {
      swapped.assign(piece.begin(), piece.end());
      swap_where_needed(swapped);
      piece = swapped;
    }
    if (auto taken = take(std::as_bytes(piece)); !taken) return taken;
  }
  return {};
}

}  // namespace peel::wire
