#pragma once

#include "harness.hpp"

namespace peel::bench {

void add_bloom_benchmarks(Suite& suite);

}  // namespace peel::bench
