// peel-bench [FILTER]: measures every benchmark whose name contains FILTER.
#include "bloom_benchmarks.hpp"
#include "count_min_benchmarks.hpp"
#include "counter_benchmarks.hpp"
#include "counting_filter_benchmarks.hpp"
#include "cuckoo_benchmarks.hpp"
#include "harness.hpp"
#include "heavy_benchmarks.hpp"
#include "iblt_benchmarks.hpp"
#include "rateless_benchmarks.hpp"
#include "summary_benchmarks.hpp"

#include <cstdio>
#include <string>

int main(int argc, char** argv) {
  const std::string filter = argc > 1 ? argv[1] : "";
  peel::bench::Suite suite;
  peel::bench::add_iblt_benchmarks(suite);
  peel::bench::add_coupled_benchmarks(suite);
  peel::bench::add_rateless_benchmarks(suite);
  peel::bench::add_counter_benchmarks(suite);
  peel::bench::add_counting_filter_benchmarks(suite);
  peel::bench::add_count_min_benchmarks(suite);
  peel::bench::add_small_table_benchmarks(suite);
  peel::bench::add_bloom_benchmarks(suite);
  peel::bench::add_heavy_benchmarks(suite);
  peel::bench::add_cuckoo_benchmarks(suite);
  peel::bench::add_summary_benchmarks(suite);
  const auto summary = suite.run(filter);
  if (summary.measured == 0) {
    std::fprintf(stderr,
                 "peel-bench: no benchmark's name contains '%s'; without an argument all of them run\n",
                 filter.c_str());
    return 2;
  }
  if (summary.over_budget > 0) {
    std::printf("\n%d over budget: see benchmarks/README.md\n", summary.over_budget);
  }
  return 0;
}
