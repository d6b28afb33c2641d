// Standard cells [Ding, Rauen, section III]: count, sums of the words of the keys, sum of their checks. A
// cell with one distinct key shows it as sum / count.
//
// What all kinds of cells have in common, for CounterUpdater, CellReader and CounterPeeler:
//   write_term   what one copy of a key adds to each of its cells
//   guess        at each of kLevels levels, the surest first: which keys a cell seems to hold. Whatever is
//                guessed is confirmed by comparing sums, so a guess may be bold but should be cheap. The
//                first kSureLevels need no trying out; for the others prepare() comes first
#pragma once

#include "invertible/cell_layout.hpp"
#include "invertible/counter/guess_batch.hpp"
#include "invertible/field.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace peel::detail {

// The number of words of a key, known when compiling if it is KeyWords and not 0.
template <unsigned KeyWords>
struct KeyWordCount {
  explicit KeyWordCount(const CounterShape& shape) : words(shape.key_words()) {}
  unsigned operator()() const { return KeyWords == 0 ? words : KeyWords; }
  unsigned words;
};

template <unsigned KeyWords>
class StandardCells {
 public:
  static constexpr unsigned kLevels = 1;
  static constexpr unsigned kSureLevels = 1;
  static constexpr bool kKeepsAKey = false;
  static constexpr bool kUsesHash = true;
  static constexpr bool kHasCheckSum = true;  // the last of the sums

  explicit StandardCells(const CounterShape& shape) : key_words_(shape) {}

  unsigned words() const { return 2 + key_words_(); }
  unsigned sum_words() const { return words(); }

  void write_term(const std::uint64_t* key, std::uint64_t check, std::uint64_t* term) const {
    term[0] = 1;
    for (unsigned w = 0; w < key_words_(); ++w) term[1 + w] = key[w];
    term[1 + key_words_()] = field::from_word(check);
  }

  void guess(unsigned /*level*/, std::uint64_t gross_total, GuessBatch& batch) const {
    std::array<std::int64_t, GuessBatch::kCells> counts;
    for (std::size_t i = 0; i < batch.size; ++i) counts[i] = batch.honest_count(i, gross_total);
    std::array<std::uint64_t, GuessBatch::kCells> inverses;
    field::invert_counts(std::span(counts).first(batch.size), inverses.data());
    for (std::size_t i = 0; i < batch.size; ++i) {
      if (inverses[i] == 0) continue;
      std::array<std::uint64_t, kMaxKeyWords> key;
      for (unsigned w = 0; w < key_words_(); ++w) key[w] = field::multiply(batch.copy(i)[1 + w], inverses[i]);
      batch.append(i, batch.count(i), key.data());
    }
  }

 private:
  KeyWordCount<KeyWords> key_words_;
};

}  // namespace peel::detail
