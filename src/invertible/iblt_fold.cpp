// Folding: a table turned into a smaller one of the same keys, without the keys.
//
// A key's cell inside a sub-table of u cells is floor(X u / 2^64), where X is a word that depends on the key
// alone, in a coupled table also on the number of windows (placement.hpp). With u' = u / f cells it is
//
//   floor(X u' / 2^64) = floor((X u / 2^64) / f) = floor(floor(X u / 2^64) / f),
//
// since dividing by a whole number and rounding down does not care whether one rounded down before. So cell i
// of a sub-table becomes cell floor(i / f) of it. Windows stay, because the number of sub-tables and of
// hashes does. Cells add up what they hold, so the sum of f neighbours is the cell that holds the pairs of
// all of them.
#include "peel/invertible/iblt.hpp"

#include "invertible/cell_layout.hpp"

#include <algorithm>
#include <string>

namespace peel {

namespace {

// How many cells become one. The caller's number is compared before anything is multiplied with it.
Result<std::uint64_t> folding_factor(const Placement& placement, CellCount cells) {
  const std::uint64_t sub_cells = placement.sub_table_cells().value, now = placement.cells().value;
  if (cells.value != 0 && now % cells.value == 0 && sub_cells % (now / cells.value) == 0) {
    return now / cells.value;
  }
  return failure(ErrorCode::invalid_argument,
                 std::to_string(now) + " cells cannot be folded to " + std::to_string(cells.value) +
                     ": accepted is " + std::to_string(now) + " divided by a number that divides the " +
                     std::to_string(sub_cells) + " cells of each sub-table");
}

}  // namespace

Result<Iblt> Iblt::folded(CellCount cells) const {
  const auto factor = folding_factor(shape_.placement(), cells);
  if (!factor) return failure(factor.error());
  IbltSpec spec = shape_.spec();
  spec.cells = cells;
  const auto shape = IbltShape::from(spec);
  if (!shape) return failure(shape.error());

  Iblt small(*shape, hashing_);
  small.gross_total_ = gross_total_;
  small.lost_ = lost_;  // by number, and sub-tables keep theirs
  const bool adds_up = detail::with_policies(shape_, [&]<class Arithmetic, class Layout>() {
    const Layout layout(shape_);
    for (std::uint64_t c = 0; c < shape_.cells().value; ++c) {
      std::uint64_t* const sum = &small.cells_[c / *factor * layout.words];
      detail::add_to_cell<Arithmetic>(sum, &cells_[c * layout.words], layout);
      // A pair has at most one cell in a sub-table. So in an honest table no sum of counts within a sub-table
      // exceeds the gross total, not even on the way; and none overflows before this is noticed.
      if (detail::magnitude(detail::count_of(sum)) > gross_total_) return false;
    }
    return true;
  });
  if (adds_up) return small;
  return failure(ErrorCode::malformed, "the counts of neighbouring cells add up to more than the " +
                                           std::to_string(gross_total_) +
                                           " insertions and deletions that the table saw");
}

}  // namespace peel
