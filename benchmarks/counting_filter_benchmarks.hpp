#pragma once

#include "harness.hpp"

namespace peel::bench {

void add_counting_filter_benchmarks(Suite& suite);

}  // namespace peel::bench
