// From a shape to the kind of cells that it has.
#pragma once

#include "invertible/counter/combined_cells.hpp"
#include "invertible/counter/even_odd_cells.hpp"
#include "invertible/counter/moment_cells.hpp"
#include "invertible/counter/one_key_cells.hpp"
#include "invertible/counter/standard_cells.hpp"

namespace peel::detail {

// Calls use(cells) with the cells of a shape. Standard and moment cells with keys of one word, the usual
// ones, have code of their own.
template <class Use>
auto with_cells(const CounterShape& shape, Use use) {
  const bool one_word = shape.key_words() == 1;
  switch (shape.variant()) {
    case CounterVariant::standard:
      return one_word ? use(StandardCells<1>(shape)) : use(StandardCells<0>(shape));
    case CounterVariant::even_odd:
      return use(EvenOddCells(shape));
    case CounterVariant::one_key:
      return use(OneKeyCells(shape));
    case CounterVariant::combined:
      return use(CombinedCells(shape));
    case CounterVariant::moment:
      break;
  }
  return one_word ? use(MomentCells<1>(shape)) : use(MomentCells<0>(shape));
}

}  // namespace peel::detail
