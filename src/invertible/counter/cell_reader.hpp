// CellReader: turns guesses about cells into certainty, as far as sums can give it. A cell holds certain keys
// if together they add up to every sum of it, and each of them belongs into this very cell.
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

// Keys `first` to `last` of a batch with their multiplicities, and what each adds to each of its cells.
template <class Cells>
bool add_up_to(const std::uint64_t* cell, const Cells& cells, const KeyBatch& keys, std::size_t first,
               std::size_t last, const std::int64_t* counts, std::uint64_t* terms) {
  const unsigned words = cells.sum_words();
  std::array<std::uint64_t, kMaxCounterCellWords> rest;
  std::copy_n(cell, words, rest.begin());
  for (std::size_t f = first; f < last; ++f, terms += words) {
    cells.write_term(keys.elements(f), Cells::kUsesHash ? keys.check(f) : 0, terms);
    multiply_term(terms, words, counts[f]);
    subtract_term(rest.data(), terms, words);
  }
  return is_empty(rest.data(), words);
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
    batch.keys.hash_keys();
    for (std::size_t i = 0; i < batch.size; ++i) keys_[i] = {};
    for (std::size_t first = 0, last = 0; first < batch.keys.size(); first = last) {
      const std::size_t i = batch.cell_of_key[first];
      for (last = first + 1; last < batch.keys.size() && batch.cell_of_key[last] == i;) ++last;
      if (confirm(i, {first, last}, gross_total)) keys_[i] = {first, last};
    }
  }

  // Keys of the batch, by their numbers.
  struct Keys {
    std::size_t first = 0;
    std::size_t last = 0;  // behind them
    bool none() const { return first == last; }
  };
  // The keys that the cell holds for certain, and no others. None if it cannot be told at this level.
  const Keys& certain_keys(std::size_t i) const { return keys_[i]; }
  // What key f of the batch, in its multiplicity, adds to each of its cells. Of certain cells.
  const std::uint64_t* term(std::size_t f) const { return &terms_[f * cells_.sum_words()]; }

  GuessBatch batch;

 private:
  bool confirm(std::size_t i, const Keys& keys, std::uint64_t gross_total) {
    if (keys.last - keys.first == 1 && !check_fits(i, keys.first)) return false;
    std::uint64_t copies = 0;
    for (std::size_t f = keys.first; f < keys.last; ++f) {
      const std::uint64_t count = magnitude(batch.counts[f]);
      if (count == 0 || count > gross_total - copies) return false;
      copies += count;
    }
    if (!add_up_to(batch.copy(i), cells_, batch.keys, keys.first, keys.last, batch.counts.data(),
                   &terms_[keys.first * cells_.sum_words()])) {
      return false;
    }
    for (std::size_t f = keys.first; f < keys.last; ++f) {
      if (!batch.keys.find_key(f)) return false;
    }
    return true;
  }

  // Most guesses of one key are wrong, and most of these end here.
  bool check_fits(std::size_t i, std::size_t key) const {
    if constexpr (Cells::kHasCheckSum) {
      const std::uint64_t check = field::from_word(batch.keys.check(key));
      return field::multiply(check, field::element(batch.counts[key])) ==
             batch.copy(i)[cells_.sum_words() - 1];
    }
    return true;
  }

  const Cells& cells_;
  std::array<Keys, GuessBatch::kCells> keys_;
  std::array<std::uint64_t, KeyBatch::kCapacity * kMaxCounterCellWords> terms_;
};

}  // namespace peel::detail
