// A benchmark here is a pair: the subject, and the machine's limit for the same hashing and memory traffic.
// Both run in turn, many rounds, and the table shows the medians of their CPU times and the ratio. A rival,
// another way to the same end, may take turns with them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace peel::bench {

// Runs once and returns the CPU nanoseconds of the part that counts; setting up is not timed.
using Timed = std::function<double()>;

struct Rival {
  std::string name;
  Timed run;
};

struct Benchmark {
  std::string name;
  double operations;  // per run
  Timed subject;
  Timed limit;
  double budget = 0;  // the ratio that benchmarks/README.md allows; 0 for none
  std::optional<Rival> rival = {};
  std::function<std::string()> remark = {};  // what else the last run showed, if anything
};

// Something that prints a table of its own.
struct Report {
  std::string name;
  std::function<void()> print;
};

// Made when first used, so that benchmarks that are filtered out cost nothing; shared by its copies.
template <class T>
class Lazy {
 public:
  explicit Lazy(std::function<std::unique_ptr<T>()> make)
      : state_(std::make_shared<State>(State{std::move(make), {}})) {}
  T* operator->() const {
    if (!state_->value) state_->value = state_->make();
    return state_->value.get();
  }

 private:
  struct State {
    std::function<std::unique_ptr<T>()> make;
    std::unique_ptr<T> value;
  };
  std::shared_ptr<State> state_;
};

class Suite {
 public:
  void add(Benchmark benchmark) { benchmarks_.push_back(std::move(benchmark)); }
  // A group is built right before it is measured and freed after, so that only one table set is in memory.
  void group(std::function<void(Suite&)> build) { groups_.push_back(std::move(build)); }
  // Printed below the table.
  void report(Report report) { reports_.push_back(std::move(report)); }
  struct Summary {
    int measured = 0;
    int over_budget = 0;
  };
  // Measures what contains `filter` in its name, and prints one table, then the reports.
  Summary run(const std::string& filter);

 private:
  std::vector<Benchmark> benchmarks_;
  std::vector<std::function<void(Suite&)>> groups_;
  std::vector<Report> reports_;
};

double cpu_nanoseconds();  // of this process, all threads

// Keeps the compiler from dropping a result that nobody reads.
template <class T>
void keep(const T& value) {
  asm volatile("" : : "r,m"(value) : "memory");
}

// Times one call.
template <class Work>
double timed(Work work) {
  const double start = cpu_nanoseconds();
  work();
  return cpu_nanoseconds() - start;
}

}  // namespace peel::bench
