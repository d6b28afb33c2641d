// SplitTester: tries out which of many splits of a cell into several keys is right. Splits that cannot be are
// dropped at once; the others wait until there are enough of them to be hashed together.
#pragma once

#include "invertible/counter/cell_reader.hpp"
#include "invertible/counter/guess_batch.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace peel::detail {

inline constexpr std::size_t kMostKeysOfASplit = 4;

// A key of a split, with its multiplicity.
struct Part {
  const std::uint64_t* elements;
  std::int64_t count;
};

template <class Cells>
class SplitTester {
 public:
  SplitTester(const CounterShape& shape, const ItemHashing& hashing)
      : keys_(shape, hashing), key_words_(shape.key_words()) {}

  void start() {
    keys_.clear();
    splits_ = 0;
  }

  // Takes a split of cell i. True if it, or one that was waiting, is right, which is then the guess of the
  // batch.
  bool try_split(std::span<const Part> parts, const Cells& cells, std::size_t i, GuessBatch& batch) {
    for (const Part& part : parts) {
      if (!keys_.may_be_key(part.elements)) return false;
    }
    first_[splits_] = keys_.size();
    for (const Part& part : parts) {
      counts_[keys_.size()] = part.count;
      std::copy_n(part.elements, key_words_, keys_.append(batch.sources[i]));
    }
    first_[++splits_] = keys_.size();
    const bool full = keys_.size() + kMostKeysOfASplit > KeyBatch::kCapacity;
    return full && test_waiting(cells, i, batch);
  }

  bool test_waiting(const Cells& cells, std::size_t i, GuessBatch& batch) {
    keys_.find_keys();
    for (std::size_t split = 0; split < splits_; ++split) {
      if (!adds_up(split, cells, batch.copy(i))) continue;
      for (std::size_t f = first_[split]; f < first_[split + 1]; ++f) {
        std::copy_n(keys_.elements(f), key_words_, batch.append(i, counts_[f]));
      }
      start();
      return true;
    }
    start();
    return false;
  }

 private:
  bool adds_up(std::size_t split, const Cells& cells, const std::uint64_t* cell) const {
    std::array<std::uint64_t, kMaxCounterCellWords> total{};
    for (std::size_t f = first_[split]; f < first_[split + 1]; ++f) {
      if (!keys_.found(f)) return false;
      std::array<std::uint64_t, kMaxCounterCellWords> term;
      cells.write_term(keys_.elements(f), keys_.check(f), term.data());
      multiply_term(term.data(), cells.sum_words(), counts_[f]);
      add_term(total.data(), term.data(), cells.sum_words());
    }
    return std::equal(total.begin(), total.begin() + cells.sum_words(), cell);
  }

  KeyBatch keys_;
  const unsigned key_words_;
  std::size_t splits_ = 0;
  std::array<std::size_t, KeyBatch::kCapacity + 1> first_;
  std::array<std::int64_t, KeyBatch::kCapacity> counts_;
};

}  // namespace peel::detail
