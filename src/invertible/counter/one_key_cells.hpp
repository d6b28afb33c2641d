// One-key cells [Ding, Rauen, section V]: the sums of a standard cell, and one of the keys that were
// inserted. A cell with two distinct keys is read if one of them is kept, there or elsewhere, by trying all
// ways to share the count between them.
#pragma once

#include "invertible/counter/kept_keys.hpp"
#include "invertible/counter/standard_cells.hpp"

#include <memory>

namespace peel::detail {

class OneKeyCells {
 public:
  // Conditions 1, 2 and 3 of section V-B, and Algorithm 2 or what goes beyond one kept key.
  static constexpr unsigned kLevels = 4;
  static constexpr unsigned kSureLevels = 2;
  static constexpr bool kKeepsAKey = true;
  static constexpr bool kUsesHash = true;
  static constexpr bool kHasCheckSum = true;

  explicit OneKeyCells(const CounterShape& shape) : standard_(shape), key_words_(shape.key_words()) {}

  unsigned words() const { return sum_words() + key_words_; }
  unsigned sum_words() const { return 2 + key_words_; }
  void write_term(const std::uint64_t* key, std::uint64_t check, std::uint64_t* term) const {
    standard_.write_term(key, check, term);
  }

  void prepare(const CounterShape& shape, const ItemHashing& hashing, const ListingEffort& effort,
               std::span<const std::uint64_t> table) {
    search_ = std::make_shared<KeptKeySearch<OneKeyCells>>(shape, hashing, effort, table);
  }

  void guess(unsigned level, std::uint64_t gross_total, GuessBatch& batch) const {
    if (level == 1) return standard_.guess(0, gross_total, batch);
    for (std::size_t i = 0; i < batch.size; ++i) {
      if (level == 0) {
        guess_kept_alone(i, batch);
      } else {
        search_->try_kept(level == 2 ? KeptLevel::surer : KeptLevel::bolder, *this, i, batch.copy(i) + 1,
                          batch.copy(i) + sum_words(), batch);
      }
    }
  }

  void forget(std::uint64_t* cell, const std::uint64_t* key, CellIndex index) const {
    search_->forget(cell + sum_words(), key, index);
  }

 private:
  void guess_kept_alone(std::size_t i, GuessBatch& batch) const {
    const std::uint64_t* kept = batch.copy(i) + sum_words();
    if (!keeps_key(kept)) return;
    std::array<std::uint64_t, kMaxKeyWords> key;
    load_kept(kept, key_words_, key.data());
    batch.append(i, batch.count(i), key.data());
  }

  StandardCells<0> standard_;
  unsigned key_words_;
  std::shared_ptr<KeptKeySearch<OneKeyCells>> search_;
};

}  // namespace peel::detail
