// GuessBatch: a few cells with the keys that they seem to show. A guess is only a guess: CellReader confirms
// it.
#pragma once

#include "invertible/counter/key_batch.hpp"

#include <array>
#include <cstdint>

namespace peel::detail {

struct GuessBatch {
  static constexpr std::size_t kCells = 32;

  GuessBatch(const CounterShape& shape, const ItemHashing& hashing) : keys(shape, hashing) {}

  void clear() {
    size = 0;
    keys.clear();
  }
  // Copies a cell of so many words, since the original may change before the guess is used.
  void take(CellIndex source, const std::uint64_t* cell, unsigned words) {
    std::uint64_t* to = &copies[size * kMaxCounterCellWords];
    for (unsigned w = 0; w < words; ++w) to[w] = cell[w];
    sources[size++] = source;
  }
  const std::uint64_t* copy(std::size_t i) const { return &copies[i * kMaxCounterCellWords]; }
  std::int64_t count(std::size_t i) const { return static_cast<std::int64_t>(copy(i)[0]); }

  // No honest count exceeds the total, and beyond the modulus it would be no element: 0 stands for those.
  std::int64_t honest_count(std::size_t i, std::uint64_t gross_total) const {
    return magnitude(count(i)) <= gross_total ? count(i) : 0;
  }

  // Adds a key to the guess about cell i, with its multiplicity. Cells come in ascending order. A key whose
  // elements cannot be those of a key is left out.
  void append(std::size_t i, std::int64_t count_of_key, const std::uint64_t* elements) {
    counts[keys.size()] = count_of_key;
    cell_of_key[keys.size()] = static_cast<std::uint8_t>(i);
    keys.append_if_key(elements, sources[i]);
  }

  std::size_t size = 0;
  std::array<CellIndex, kCells> sources;
  std::array<std::uint64_t, kCells * kMaxCounterCellWords> copies;
  std::array<std::uint8_t, KeyBatch::kCapacity + 1> cell_of_key;
  std::array<std::int64_t, KeyBatch::kCapacity + 1> counts;
  KeyBatch keys;
};

}  // namespace peel::detail
