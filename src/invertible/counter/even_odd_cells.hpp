// Even-odd cells [Ding, Rauen, section IV]: a hash sorts keys into two classes, and a cell has a key sum for
// each. Two keys of different class are found by trying all ways to share the count between them.
#pragma once

#include "peel/invertible/counter_listing.hpp"

#include "invertible/counter/split_tester.hpp"
#include "invertible/counter/standard_cells.hpp"
#include "invertible/field_inverses.hpp"

#include <cstddef>
#include <memory>

namespace peel::detail {

// The class of a key, 0 or 1: a bit of its hash that is not in its check.
inline unsigned class_of(std::uint64_t check) {
  return static_cast<unsigned>(check & 1);
}

// Writes what one copy of a key adds to count, sum of class 0, sum of class 1 and check.
inline void write_classed_term(const std::uint64_t* key, unsigned key_words, std::uint64_t check,
                               std::uint64_t* term) {
  term[0] = 1;
  for (unsigned w = 0; w < 2 * key_words; ++w) term[1 + w] = 0;
  std::copy_n(key, key_words, term + 1 + std::size_t{class_of(check)} * key_words);
  term[1 + 2 * key_words] = field::from_word(check);
}

// Cells in which one class has nothing are read as standard cells of the other.
void guess_one_of_a_class(unsigned key_words, std::uint64_t gross_total, GuessBatch& batch);

// The count of a cell to share out, if there are no more ways than the effort allows.
struct Shares {
  std::int64_t sign;
  std::uint64_t copies;  // 0 if there is nothing to try

  static Shares of(const GuessBatch& batch, std::size_t i, std::uint64_t most_splits) {
    const std::int64_t count = batch.count(i);
    const std::uint64_t copies = magnitude(count);
    return {count < 0 ? -1 : 1, copies >= 2 && copies - 1 <= most_splits ? copies : 0};
  }
  std::int64_t signed_count(std::uint64_t share) const { return sign * static_cast<std::int64_t>(share); }
  // sum * sign, to be divided by positive shares.
  std::uint64_t sum(std::uint64_t element) const { return sign < 0 ? field::subtract(0, element) : element; }
};

// Tries two keys of different class in each cell.
template <class Cells>
void guess_one_of_each_class(const Cells& cells, unsigned key_words, std::uint64_t most_splits,
                             SplitTester<Cells>& tester, FieldInverses& inverse, GuessBatch& batch) {
  std::array<std::uint64_t, kMaxKeyWords> even, odd;
  for (std::size_t i = 0; i < batch.size; ++i) {
    tester.start();
    const Shares shares = Shares::of(batch, i, most_splits);
    const std::uint64_t* sums = batch.copy(i) + 1;
    bool done = false;
    for (std::uint64_t share = 1; share < shares.copies && !done; ++share) {
      const std::uint64_t rest = shares.copies - share;
      for (unsigned w = 0; w < key_words; ++w) {
        even[w] = field::multiply(shares.sum(sums[w]), inverse(share));
        odd[w] = field::multiply(shares.sum(sums[key_words + w]), inverse(rest));
      }
      const std::array<Part, 2> split{Part{even.data(), shares.signed_count(share)},
                                      Part{odd.data(), shares.signed_count(rest)}};
      done = tester.try_split(split, cells, i, batch);
    }
    if (!done) tester.test_waiting(cells, i, batch);
  }
}

class EvenOddCells {
 public:
  static constexpr unsigned kLevels = 2;  // one key, one of each class
  static constexpr unsigned kSureLevels = 1;
  static constexpr bool kKeepsAKey = false;
  static constexpr bool kUsesHash = true;
  static constexpr bool kHasCheckSum = true;

  explicit EvenOddCells(const CounterShape& shape) : key_words_(shape.key_words()) {}

  unsigned words() const { return 2 + 2 * key_words_; }
  unsigned sum_words() const { return words(); }
  void write_term(const std::uint64_t* key, std::uint64_t check, std::uint64_t* term) const {
    write_classed_term(key, key_words_, check, term);
  }

  void prepare(const CounterShape& shape, const ItemHashing& hashing, const ListingEffort& effort,
               std::span<const std::uint64_t> /*table*/) {
    tester_ = std::make_shared<SplitTester<EvenOddCells>>(shape, hashing);
    most_splits_ = effort.splits_per_cell;
  }

  void guess(unsigned level, std::uint64_t gross_total, GuessBatch& batch) const {
    if (level == 0) {
      guess_one_of_a_class(key_words_, gross_total, batch);
    } else {
      guess_one_of_each_class(*this, key_words_, most_splits_, *tester_, *inverse_, batch);
    }
  }

 private:
  unsigned key_words_;
  std::uint64_t most_splits_ = 0;
  std::shared_ptr<SplitTester<EvenOddCells>> tester_;
  std::shared_ptr<FieldInverses> inverse_ = std::make_shared<FieldInverses>();
};

}  // namespace peel::detail
