#include "invertible/counter/counter_cells.hpp"
#include "invertible/counter/counter_peeler.hpp"

#include <algorithm>

namespace peel {

CounterListing InvertibleCounter::consume(ListingEffort effort) {
  effort.kept_together = std::clamp(effort.kept_together, 1U, kMostKeptTogether);
  effort.splits_per_cell = std::min(effort.splits_per_cell, kMostSplits);
  return detail::with_cells(shape_, [&]<class Cells>(Cells cells) {
    if constexpr (Cells::kSureLevels < Cells::kLevels) cells.prepare(shape_, hashing_, effort, cells_);
    return detail::CounterPeeler<Cells>(cells, *this, cells_).run();
  });
}

CounterListing InvertibleCounter::list(ListingEffort effort) const {
  InvertibleCounter copy(*this);
  return copy.consume(effort);
}

}  // namespace peel
