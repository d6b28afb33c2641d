#include "invertible/counter/counter_cells.hpp"
#include "invertible/counter/counter_peeler.hpp"

namespace peel {

CounterListing InvertibleCounter::consume(ListingEffort /*effort*/) {
  return detail::with_cells(shape_, [&]<class Cells>(Cells cells) {
    return detail::CounterPeeler<Cells>(cells, *this, cells_).run();
  });
}

CounterListing InvertibleCounter::list(ListingEffort effort) const {
  InvertibleCounter copy(*this);
  return copy.consume(effort);
}

}  // namespace peel
