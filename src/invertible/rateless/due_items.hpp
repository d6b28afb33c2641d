// DueItems: which listed items are in which cell that has not arrived yet. Every step takes constant time:
// items wait in lists, one for each cell up to a horizon that doubles, and beyond it all together.
#pragma once

#include "peel/invertible/placement.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace peel::detail {

class DueItems {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  // The item, numbered from 0, is in that cell next.
  void wait(std::uint32_t item, CellIndex cell) {
    if (next_.size() <= item) next_.resize(std::max<std::size_t>(item + 1, 2 * next_.size()), kNone);
    if (cell >= heads_.size()) {
      beyond_.emplace_back(item, cell);
      return;
    }
    next_[item] = heads_[cell];
    heads_[cell] = item;
  }

  // Makes lists for the cells before `end`, and for as many more.
  void reach(CellIndex end) {
    if (end <= heads_.size()) return;
    heads_.resize(2 * std::size_t{end}, kNone);
    for (const auto& [item, cell] : std::exchange(beyond_, {})) wait(item, cell);
  }

  // Calls visit(item) for all that are in the cell, which is within reach; visit may call wait for later
  // cells.
  template <class Visit>
  void take(CellIndex cell, Visit visit) {
    std::uint32_t item = std::exchange(heads_[cell], kNone);
    while (item != kNone) {
      const std::uint32_t following = next_[item];
      visit(item);
      item = following;
    }
  }

 private:
  std::vector<std::uint32_t> heads_;  // by cell, the first item of its list
  std::vector<std::uint32_t> next_;   // by item, the next one of the same list
  std::vector<std::pair<std::uint32_t, CellIndex>> beyond_;
};

}  // namespace peel::detail
