#include "harness.hpp"

#include <algorithm>
#include <cstdio>
#include <ctime>

namespace peel::bench {

namespace {

constexpr int kLeastRounds = 9;
constexpr double kBudgetNanoseconds = 4e8;  // of CPU per benchmark, beyond the least rounds

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

struct Measured {
  double subject;  // ns per operation
  double limit;
  double rival;  // 0 if there is none
};

// Subject, limit and rival take turns, so that whatever else the machine does hits all alike.
Measured measure(const Benchmark& benchmark) {
  std::vector<double> subject, limit, rival;
  double spent = 0;
  for (int round = 0; round < kLeastRounds || (spent < kBudgetNanoseconds && round < 1001); ++round) {
    subject.push_back(benchmark.subject() / benchmark.operations);
    limit.push_back(benchmark.limit() / benchmark.operations);
    rival.push_back(benchmark.rival ? benchmark.rival->run() / benchmark.operations : 0);
    spent += (subject.back() + limit.back() + rival.back()) * benchmark.operations;
  }
  return {median(subject), median(limit), median(rival)};
}

}  // namespace

double cpu_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

Suite::Summary Suite::run(const std::string& filter) {
  Summary summary;
  std::printf("%-56s %10s %10s %7s %7s\n", "benchmark", "ns/op", "limit", "ratio", "budget");
  for (const auto& build : groups_) {
    benchmarks_.clear();
    build(*this);
    for (const Benchmark& benchmark : benchmarks_) {
      if (benchmark.name.find(filter) == std::string::npos) continue;
      const Measured measured = measure(benchmark);
      ++summary.measured;
      const double ratio = measured.subject / measured.limit;
      std::printf("%-56s %10.1f %10.1f %7.2f", benchmark.name.c_str(), measured.subject, measured.limit,
                  ratio);
      if (benchmark.budget > 0) {
        const bool within = ratio <= benchmark.budget;
        std::printf(" %7.2f%s", benchmark.budget, within ? "" : "  over");
        summary.over_budget += within ? 0 : 1;
      }
      if (benchmark.rival) {
        std::printf("  %.2f of %s (%.1f)", measured.subject / measured.rival, benchmark.rival->name.c_str(),
                    measured.rival);
      }
      if (benchmark.remark) std::printf("  %s", benchmark.remark().c_str());
      std::printf("\n");
      std::fflush(stdout);
    }
  }
  benchmarks_.clear();
  for (const Report& report : reports_) {
    if (report.name.find(filter) == std::string::npos) continue;
    report.print();
    ++summary.measured;
  }
  return summary;
}

}  // namespace peel::bench
