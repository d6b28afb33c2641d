// An experiment that was run, and how many of its numbers came out.
#pragma once

#include "lab/experiment.hpp"

#include <array>
#include <cstdint>

namespace peel::cli {

struct FinishedRun {
  const lab::Experiment& experiment;
  std::uint64_t trials;  // 0 if nothing is random
  lab::Outcome outcome;
};

// How many verdicts of each kind there were, and how many that nobody expected.
class Tally {
 public:
  void add(const FinishedRun& run);
  std::uint64_t of(lab::Verdict verdict) const { return verdicts_[static_cast<std::size_t>(verdict)]; }
  std::uint64_t experiments() const { return experiments_; }
  std::uint64_t findings() const { return findings_; }
  std::uint64_t unexpected() const { return unexpected_; }

 private:
  std::array<std::uint64_t, 4> verdicts_{};
  std::uint64_t experiments_ = 0;
  std::uint64_t findings_ = 0;
  std::uint64_t unexpected_ = 0;
};

}  // namespace peel::cli
