#include "cli/lab/run_watcher.hpp"

namespace peel::cli {

std::vector<lab::TrialRange> RunWatcher::recall(const lab::TrialSeries& series,
                                                std::span<std::byte> results) {
  if (checkpoint_ == nullptr) return {};
  auto known = checkpoint_->recall(series_name(experiment_.claim.id, seed_, series), series, results);
  for (const lab::TrialRange& range : known) count(range.count);
  return known;
}

void RunWatcher::finished(const lab::TrialSeries& series, lab::TrialRange done,
                          std::span<const std::byte> results) {
  count(done.count);
  if (checkpoint_ != nullptr) {
    checkpoint_->append(series_name(experiment_.claim.id, seed_, series), done, results);
  }
}

void RunWatcher::count(std::uint64_t trials) {
  const lab::Effort& effort = experiment_.effort;
  done_.add(static_cast<double>(trials) * static_cast<double>(effort.cost_per_trial.count()) / effort.series);
}

}  // namespace peel::cli
