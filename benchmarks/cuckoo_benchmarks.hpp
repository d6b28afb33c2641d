#pragma once

#include "harness.hpp"

namespace peel::bench {

void add_cuckoo_benchmarks(Suite& suite);

}  // namespace peel::bench
