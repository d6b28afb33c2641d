#pragma once

#include "harness.hpp"

namespace peel::bench {

void add_iblt_benchmarks(Suite& suite);
void add_coupled_benchmarks(Suite& suite);
void add_small_table_benchmarks(Suite& suite);

}  // namespace peel::bench
