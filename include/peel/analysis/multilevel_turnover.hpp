// What becomes of a multilevel table in which items come and go: for each that is erased another one is
// inserted, and there are always as many. An item that was passed on stays where it is, also when its place
// in the first sub-table becomes free, so in the end more items are at higher levels than in a table that is
// only filled, and crises are far more likely. docs/design/0019-summarised-table.md
//
//   A bucket of c slots is a group of c telephone lines: items call, hold the line for as long as they live,
//   and are passed on if all are taken. The share that is passed on is Erlang's loss formula, in which only
//   the mean of the items that come matters, not how long each one lives [Erlang 1917].
#pragma once

#include "peel/analysis/multilevel_shape.hpp"
#include "peel/core/types.hpp"

#include <vector>

namespace peel::analysis {

// The share of calls that find all lines taken: a^c / c! divided by the sum of a^j / j! for j = 0 to c, where
// a is how many calls there would be at a time if none were lost.
double erlang_loss(double load, SlotCount lines);

struct Turnover {
  std::vector<double> items;  // at each level, on average
  double crises;              // for each insertion
};

// The state to which a table comes that always holds so many items, whichever of them are erased, as long as
// that has nothing to do with their hashes. Buckets are taken as independent of each other: a table of a
// thousand items had 2 % fewer crises. None if the items are too few to fill all buckets of a key.
Turnover multilevel_turnover(const MultilevelShape& shape, ItemCount items);

}  // namespace peel::analysis
