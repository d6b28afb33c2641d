// From a shape to the kind of cells that it has.
#pragma once

#include "invertible/counter/moment_cells.hpp"
#include "invertible/counter/standard_cells.hpp"

namespace peel::detail {

// Calls use(cells) with the cells of a shape. Keys of one word, the usual ones, have code of their own.
template <class Use>
auto with_cells(const CounterShape& shape, Use use) {
  const bool one_word = shape.key_words() == 1;
  if (shape.variant() == CounterVariant::standard) {
    if (!one_word) return use(StandardCells<0>(shape));
    return use(StandardCells<1>(shape));
  }
  if (!one_word) return use(MomentCells<0>(shape));
  return use(MomentCells<1>(shape));
}

}  // namespace peel::detail
