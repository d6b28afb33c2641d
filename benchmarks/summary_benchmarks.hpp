#pragma once

#include "harness.hpp"

namespace peel::bench {

// What is known about keys of a multilevel table in a few bits each: all kinds of summaries.
void add_summary_benchmarks(Suite& suite);

}  // namespace peel::bench
