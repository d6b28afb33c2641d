// The walks of many items, taken on together.
//
//   To find one cell takes some sixty instructions that wait for each other, and where a walk ends no
//   processor can guess. So vectors find eight points of each walk, then eight more of those that have not
//   ended, and what was found waits in a row for each walk. The cells are those of ItemWalk, which also does
//   what vectors leave over.
#pragma once

#include "invertible/rateless/item_walk.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace peel::detail {

// The cells that were found, one row for each walk. A row has room for nearly all walks, also to cell 2^31.
struct CellRows {
  static constexpr std::size_t kWalks = 32;
  static constexpr std::size_t kCells = 208;

  std::array<std::array<CellIndex, kCells>, kWalks> cells;
  std::array<std::uint32_t, kWalks> counts;
};

// Takes walks on to `end`, and puts the cells before it into their rows. May leave any walk anywhere on its
// way, with the cells up to there in its row; without vectors it leaves all of them where they are.
void fill_rows(std::span<ItemWalk<RatelessForm::regular>> walks, CellIndex end, CellRows& rows);
void fill_rows(std::span<ItemWalk<RatelessForm::irregular>> walks, CellIndex end, CellRows& rows);

// Calls visit(cell) for the cells before `end` of walk i of those whose rows were filled, in no order, and
// leaves the walk at the first cell behind.
template <RatelessForm form, class Visit>
void visit_row(const CellRows& rows, std::size_t i, ItemWalk<form>& walk, CellIndex end, Visit visit) {
  std::for_each_n(rows.cells[i].data(), rows.counts[i], visit);
  walk.visit_until(end, visit);
}

}  // namespace peel::detail
