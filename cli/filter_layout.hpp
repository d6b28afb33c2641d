// --layout: how the cells of a filter lie, by name.
#pragma once

#include "peel/analysis/filter_shape.hpp"
#include "peel/core/result.hpp"

#include "cli/numbers.hpp"

namespace peel::cli {

// Fails with `invalid_argument`, and says which layouts there are, for any other name.
inline Result<FilterLayout> filter_layout(Argument argument) {
  return one_of<FilterLayout>(argument, {{"classic", FilterLayout::classic},
                                         {"register", FilterLayout::register_blocks},
                                         {"line", FilterLayout::line_blocks}});
}

}  // namespace peel::cli
