// CellReader: turns guesses about cells into certainty, as far as sums can give it. A cell holds certain keys
// if each of them belongs into this very cell and together they add up to every sum of it.
#pragma once

#include "invertible/cell_layout.hpp"
#include "invertible/counter/guess_batch.hpp"
#include "invertible/field.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace peel::detail {

// Multiplies what one copy of a key adds to a cell.
inline void multiply_term(std::uint64_t* term, unsigned words, std::int64_t times) {
  if (times == 1) return;
  const std::uint64_t factor = field::element(times);
  term[0] = static_cast<std::uint64_t>(times);
  for (unsigned w = 1; w < words; ++w) term[w] = field::multiply(term[w], factor);
}

inline void add_term(std::uint64_t* cell, const std::uint64_t* term, unsigned words) {
  cell[0] += term[0];
  for (unsigned w = 1; w < words; ++w) cell[w] = field::add(cell[w], term[w]);
}

inline void subtract_term(std::uint64_t* cell, const std::uint64_t* term, unsigned words) {
  cell[0] -= term[0];
  for (unsigned w = 1; w < words; ++w) cell[w] = field::subtract(cell[w], term[w]);
}

template <class Cells>
class CellReader {
 public:
  CellReader(const Cells& cells, const CounterShape& shape, const ItemHashing& hashing)
      : batch(shape, hashing), cells_(cells) {}

  // Guesses at one level, for the cells that the batch has taken.
  void read(unsigned level, std::uint64_t gross_total) {
    batch.keys.clear();
    cells_.guess(level, gross_total, batch);
    batch.keys.find_keys();
    for (std::size_t i = 0; i < batch.size; ++i) certain_[i] = confirm(i, gross_total);
  }

  // Whether the cell holds just the keys guessed.
  bool is_certain(std::size_t i) const { return certain_[i]; }
  // What key f of the batch, in its multiplicity, adds to each of its cells. Of certain cells.
  const std::uint64_t* term(std::size_t f) const { return &terms_[f * cells_.words()]; }

  GuessBatch batch;

 private:
  bool confirm(std::size_t i, std::uint64_t gross_total) {
    if (batch.keys_of(i) == 0) return false;
    std::uint64_t copies = 0;
    for (std::size_t f = batch.first_key[i]; f < batch.first_key[i + 1]; ++f) {
      if (!batch.keys.found(f)) return false;
      const std::uint64_t count = magnitude(batch.counts[f]);
      if (count == 0 || count > gross_total - copies) return false;
      copies += count;
    }
    const unsigned words = cells_.sum_words();
    std::array<std::uint64_t, kMaxCounterCellWords> total{};
    for (std::size_t f = batch.first_key[i]; f < batch.first_key[i + 1]; ++f) {
      std::uint64_t* term = &terms_[f * cells_.words()];
      cells_.write_term(batch.keys.elements(f), batch.keys.check(f), term);
      multiply_term(term, words, batch.counts[f]);
      add_term(total.data(), term, words);
    }
    return std::equal(total.begin(), total.begin() + words, batch.copy(i));
  }

  const Cells& cells_;
  std::array<bool, GuessBatch::kCells> certain_;
  std::array<std::uint64_t, KeyBatch::kCapacity * kMaxCounterCellWords> terms_;
};

}  // namespace peel::detail
