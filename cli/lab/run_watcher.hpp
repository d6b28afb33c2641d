// Watches the trials of one experiment: counts what is done, for the progress line, and keeps results for a
// run that goes on later.
#pragma once

#include "cli/lab/checkpoint.hpp"
#include "lab/experiment.hpp"
#include "lab/trials.hpp"

#include <atomic>
#include <cstdint>

namespace peel::cli {

// Work in microseconds of one core, as experiments estimate it.
class WorkDone {
 public:
  void add(double microseconds) { total_ += static_cast<std::uint64_t>(microseconds); }
  std::uint64_t total() const { return total_; }

 private:
  std::atomic<std::uint64_t> total_{0};
};

class RunWatcher : public lab::TrialWatcher {
 public:
  // Without a checkpoint nothing is kept.
  RunWatcher(const lab::Experiment& experiment, Seed seed, Checkpoint* checkpoint, WorkDone& done)
      : experiment_(experiment), seed_(seed), checkpoint_(checkpoint), done_(done) {}

  std::vector<lab::TrialRange> recall(const lab::TrialSeries& series, std::span<std::byte> results) override;
  void finished(const lab::TrialSeries& series, lab::TrialRange done,
                std::span<const std::byte> results) override;

 private:
  void count(std::uint64_t trials);

  const lab::Experiment& experiment_;
  Seed seed_;
  Checkpoint* checkpoint_;
  WorkDone& done_;
};

}  // namespace peel::cli
