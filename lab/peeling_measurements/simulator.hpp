// Peeling without keys and values: a cell holds the number of its keys, the sum of their numbers and of the
// squares, which tell one key or two. One run adds keys 0, 1, 2, ... to a table in thought and tells at which
// of them listing breaks down, so that a single run stands for all numbers of keys at once.
//
// The way back is cheaper than the way there. Start with too many keys, peel, and while a core is left take
// away its highest key and peel on. The core of the first n keys is what is left once all keys from n on are
// gone; a key that peeled before would have peeled without them, too. So the whole run costs one peeling.
#pragma once

#include "peel/analysis/keys_per_cell.hpp"
#include "peel/invertible/placement.hpp"

#include <cstdint>
#include <vector>

namespace peel::lab {

// The least number of keys with a core at all, and with a core of more than `small` keys. Both are one more
// than the keys of the run if that many are not enough.
struct Breakdown {
  std::uint32_t any_core;
  std::uint32_t large_core;
};

class PeelingSimulator {
 public:
  // At most 2^31 keys.
  PeelingSimulator(const Placement& placement, std::uint32_t keys, std::uint32_t small,
                   analysis::KeysPerCell shown);

  Breakdown run(std::uint64_t seed);

 private:
  struct Cell {
    std::uint32_t count = 0;
    std::uint32_t keys = 0;
    std::uint64_t squares = 0;
  };

  // Returns how many cells the key has.
  unsigned place(std::uint32_t key, CellIndex* cells) const;
  void take_from(Cell& cell, std::uint32_t key);
  void show(const Cell& cell);     // the keys of a cell that holds no more than it shows
  void remove(std::uint32_t key);  // and whatever peels once it is gone
  void peel();

  Placement placement_;
  std::uint32_t keys_;
  std::uint32_t small_;
  std::uint32_t shown_;
  std::uint64_t seed_ = 0;
  std::uint32_t left_ = 0;
  std::vector<Cell> cells_;
  std::vector<bool> is_gone_;
  std::vector<std::uint32_t> waiting_;  // keys that some cell shows
};

}  // namespace peel::lab
