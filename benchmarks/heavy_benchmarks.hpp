#pragma once

#include "harness.hpp"

namespace peel::bench {

void add_heavy_benchmarks(Suite& suite);

}  // namespace peel::bench
