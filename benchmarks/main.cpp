// peel-bench [FILTER]: measures every benchmark whose name contains FILTER.
#include "harness.hpp"
#include "iblt_benchmarks.hpp"

#include <cstdio>

int main(int argc, char** argv) {
  peel::bench::Suite suite;
  peel::bench::add_iblt_benchmarks(suite);
  const int over = suite.run(argc > 1 ? argv[1] : "");
  if (over > 0) std::printf("\n%d over budget; benchmarks/README.md says why, or where to look\n", over);
  return 0;
}
