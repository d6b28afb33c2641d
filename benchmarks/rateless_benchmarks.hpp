#pragma once

#include "harness.hpp"

namespace peel::bench {

void add_rateless_benchmarks(Suite& suite);

}  // namespace peel::bench
