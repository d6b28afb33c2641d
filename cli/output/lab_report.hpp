// What the lab found, as text and as JSON lines.
#pragma once

#include "cli/output/output.hpp"
#include "lab/experiment.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace peel::cli {

// One experiment that was run.
struct Run {
  const lab::Experiment& experiment;
  std::uint64_t trials;
  std::vector<lab::Finding> findings;
};

// How many verdicts of each kind there were, and how many that nobody expected.
class Tally {
 public:
  void add(const Run& run);
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

void print_run_as_text(const Run& run, Output& output);
void print_run_as_json(const Run& run, Output& output);
void print_tally_as_text(const Tally& tally, Output& output);
void print_tally_as_json(const Tally& tally, std::uint64_t seed, Output& output);

}  // namespace peel::cli
