#pragma once

#include "harness.hpp"

namespace peel::bench {

void add_counter_benchmarks(Suite& suite);

}  // namespace peel::bench
