// GuessBatch: a few cells with the keys that they seem to show. A guess is only a guess: CellReader confirms
// it.
#pragma once

#include "invertible/counter/key_batch.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace peel::detail {

struct GuessBatch {
  static constexpr std::size_t kCells = 32;

  GuessBatch(const CounterShape& shape, const ItemHashing& hashing)
      : keys(shape, hashing), words(shape.cell_words()), key_words(shape.key_words()) {}

  void clear() {
    size = 0;
    keys.clear();
  }
  // Copies a cell, since the original may change before the guess is used.
  void take(CellIndex source, const std::uint64_t* cell) {
    std::memcpy(&copies[size * words], cell, words * sizeof(std::uint64_t));
    sources[size++] = source;
  }
  const std::uint64_t* copy(std::size_t i) const { return &copies[i * words]; }
  std::int64_t count(std::size_t i) const { return static_cast<std::int64_t>(copy(i)[0]); }

  // While guessing, cell after cell: start a cell, then append its keys with their multiplicities.
  void start(std::size_t i) { first_key[i] = first_key[i + 1] = static_cast<std::uint8_t>(keys.size()); }
  std::uint64_t* append(std::size_t i, std::int64_t count_of_key) {
    counts[keys.size()] = count_of_key;
    first_key[i + 1] = static_cast<std::uint8_t>(keys.size() + 1);
    return keys.append(sources[i]);
  }
  void append_if_key(std::size_t i, std::int64_t count_of_key, const std::uint64_t* elements) {
    if (keys.may_be_key(elements)) std::copy_n(elements, key_words, append(i, count_of_key));
  }
  std::size_t keys_of(std::size_t i) const { return std::size_t{first_key[i + 1]} - first_key[i]; }

  std::size_t size = 0;
  std::array<CellIndex, kCells> sources;
  std::array<std::uint64_t, kCells * kMaxCounterCellWords> copies;
  std::array<std::uint8_t, kCells + 1> first_key;  // keys of cell i: from first_key[i] to first_key[i + 1]
  std::array<std::int64_t, KeyBatch::kCapacity> counts;
  KeyBatch keys;
  unsigned words;
  unsigned key_words;
};

}  // namespace peel::detail
