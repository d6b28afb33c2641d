// Runs the trials of an experiment on all cores. Trial i draws from seed.derive(i) alone and results come
// back in the order of trials, so that nothing depends on the number of threads.
#pragma once

#include "lab/experiment.hpp"

#include <cstddef>
#include <functional>
#include <type_traits>
#include <vector>

namespace peel::lab {

// Calls `trial` once for each index below `count`, from several threads at once. What a call throws is thrown
// here, after all threads have stopped.
void for_each_trial(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& trial);

// `trial` is called with a Seed. `purpose` sets series of trials within one experiment apart.
template <class Trial>
auto run_trials(const RunOptions& options, std::uint64_t purpose, const Trial& trial) {
  using TrialResult = decltype(trial(Seed()));
  static_assert(!std::is_same_v<TrialResult, bool>, "threads would share the words of a vector<bool>");
  std::vector<TrialResult> results(options.trials);
  const Seed series = options.seed.derive(purpose);
  for_each_trial(results.size(), options.threads,
                 [&](std::size_t i) { results[i] = trial(series.derive(i)); });
  return results;
}

}  // namespace peel::lab
