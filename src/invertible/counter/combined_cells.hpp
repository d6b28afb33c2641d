// Combined cells: key sums of two classes and one kept key, which Ding and Rauen name as future work. Two
// distinct keys are read if their classes differ or if one of them is kept.
#pragma once

#include "invertible/counter/even_odd_cells.hpp"
#include "invertible/counter/kept_keys.hpp"

#include <memory>

namespace peel::detail {

class CombinedCells {
 public:
  // One key; one of each class; two of one class, one of them kept in this cell; or kept anywhere.
  static constexpr unsigned kLevels = 4;
  static constexpr unsigned kSureLevels = 1;
  static constexpr bool kKeepsAKey = true;
  static constexpr bool kUsesHash = true;
  static constexpr bool kHasCheckSum = true;

  explicit CombinedCells(const CounterShape& shape) : key_words_(shape.key_words()) {}

  unsigned words() const { return sum_words() + key_words_; }
  unsigned sum_words() const { return 2 + 2 * key_words_; }
  void write_term(const std::uint64_t* key, std::uint64_t check, std::uint64_t* term) const {
    write_classed_term(key, key_words_, check, term);
  }

  void prepare(const CounterShape& shape, const ItemHashing& hashing, const ListingEffort& effort,
               std::span<const std::uint64_t> table) {
    search_ = std::make_shared<KeptKeySearch<CombinedCells>>(shape, hashing, effort, table);
  }

  void guess(unsigned level, std::uint64_t gross_total, GuessBatch& batch) const {
    if (level == 0) return guess_one_of_a_class(key_words_, gross_total, batch);
    if (level == 1) {
      return guess_one_of_each_class(*this, key_words_, search_->effort().splits_per_cell, search_->tester(),
                                     search_->inverse(), batch);
    }
    for (std::size_t i = 0; i < batch.size; ++i) guess_two_of_a_class(level, i, batch);
  }

  void forget(std::uint64_t* cell, const std::uint64_t* key, CellIndex index) const {
    search_->forget(cell + sum_words(), key, index);
  }

 private:
  void guess_two_of_a_class(unsigned level, std::size_t i, GuessBatch& batch) const {
    const std::uint64_t* even = batch.copy(i) + 1;
    const std::uint64_t* odd = even + key_words_;
    const bool one_class = is_empty(even, key_words_) || is_empty(odd, key_words_);
    if (!one_class) return;
    const std::uint64_t* sum = is_empty(even, key_words_) ? odd : even;
    search_->try_kept(level == 2 ? KeptLevel::surer : KeptLevel::bolder, *this, i, sum,
                      batch.copy(i) + sum_words(), batch);
  }

  unsigned key_words_;
  std::shared_ptr<KeptKeySearch<CombinedCells>> search_;
};

}  // namespace peel::detail
