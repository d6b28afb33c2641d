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
  SplitTester(const CounterShape& shape, const ItemHashing& hashing) : keys_(shape, hashing) {}

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
      keys_.append_if_key(part.elements, batch.sources[i]);
    }
    first_[++splits_] = keys_.size();
    const bool full = keys_.size() + kMostKeysOfASplit > KeyBatch::kCapacity;
    return full && test_waiting(cells, i, batch);
  }

  bool test_waiting(const Cells& cells, std::size_t i, GuessBatch& batch) {
    keys_.hash_keys();
    for (std::size_t split = 0; split < splits_; ++split) {
      std::array<std::uint64_t, kMostKeysOfASplit * kMaxCounterCellWords> terms;
      if (!add_up_to(batch.copy(i), cells, keys_, first_[split], first_[split + 1], counts_.data(),
                     terms.data())) {
        continue;
      }
      for (std::size_t f = first_[split]; f < first_[split + 1]; ++f) {
        batch.append(i, counts_[f], keys_.elements(f));
      }
      start();
      return true;
    }
    start();
    return false;
  }

 private:
  KeyBatch keys_;
  std::size_t splits_ = 0;
  std::array<std::size_t, KeyBatch::kCapacity + 1> first_;
  std::array<std::int64_t, KeyBatch::kCapacity> counts_;
};

}  // namespace peel::detail
