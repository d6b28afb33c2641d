// The key of more than half of the lines, if there is one.
#pragma once

#include "peel/core/counted_part.hpp"
#include "peel/core/result.hpp"

#include "cli/progress.hpp"
#include "cli/top/top_table.hpp"
#include "sources/line_source.hpp"

namespace peel::cli {

// With that key as its only item, counted exactly, or with none. The lines are read twice: a vote finds the
// only key that it can be, and the second pass counts it.
Result<TopTable> majority_of(sources::LineSource& lines, const CountedPart& part, const Progress& progress);

}  // namespace peel::cli
