// Grids of counters, from Count-Min to ranges.
#pragma once

#include "harness.hpp"

namespace peel::bench {

void add_count_min_benchmarks(Suite& suite);

}  // namespace peel::bench
