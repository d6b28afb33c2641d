// Runs the trials of an experiment on all cores. Trial i draws from seed.derive(i) alone and results come
// back in the order of trials, so that nothing depends on the number of threads, nor on whether some of the
// results come from an earlier run that was cut off.
#pragma once

#include "lab/experiment.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <span>
#include <type_traits>
#include <vector>

namespace peel::lab {

// Neighbouring trials of one series.
struct TrialRange {
  std::uint64_t first;
  std::uint64_t count;

  friend bool operator==(const TrialRange&, const TrialRange&) = default;
};

// A call of run_trials: experiments set theirs apart by `purpose`, and use none twice.
struct TrialSeries {
  std::uint64_t purpose;
  std::uint64_t trials;
  std::size_t result_bytes;  // of one trial
};

// Who wants to know of trials while they run: to show how far they are, and to keep results for a run that
// goes on where this one is cut off.
class TrialWatcher {
 public:
  virtual ~TrialWatcher() = default;

  // Called when a series starts. Puts results that are known into their places, result_bytes for each trial,
  // and says which they are: in order, without overlap.
  virtual std::vector<TrialRange> recall(const TrialSeries& series, std::span<std::byte> results) = 0;

  // These are done. Called from several threads, one at a time, about once a second for each of them and when
  // a thread has nothing left to do.
  virtual void finished(const TrialSeries& series, TrialRange done, std::span<const std::byte> results) = 0;
};

// Calls `trial` once for each index below `series.trials` whose result the watcher does not know. What a call
// throws is thrown here, after all threads have stopped.
void run_series(const RunOptions& options, const TrialSeries& series, std::span<std::byte> results,
                const std::function<void(std::size_t)>& trial);

// `trial` is called with a Seed. `purpose` sets series of trials within one experiment apart.
template <class Trial>
auto run_trials(const RunOptions& options, std::uint64_t purpose, const Trial& trial) {
  using TrialResult = decltype(trial(Seed()));
  static_assert(!std::is_same_v<TrialResult, bool>, "threads would share the words of a vector<bool>");
  static_assert(std::is_trivially_copyable_v<TrialResult>, "results are kept as bytes");
  std::vector<TrialResult> results(options.trials);
  const Seed series = options.seed.derive(purpose);
  run_series(options, {purpose, options.trials, sizeof(TrialResult)},
             std::as_writable_bytes(std::span(results)),
             [&](std::size_t i) { results[i] = trial(series.derive(i)); });
  return results;
}

// One number of each trial, in their order: a member of what a trial came to, or a function of it.
template <class TrialResult, class Number>
std::vector<double> numbers_of(const std::vector<TrialResult>& trials, const Number& number) {
  std::vector<double> numbers;
  std::ranges::transform(trials, std::back_inserter(numbers), number);
  return numbers;
}

}  // namespace peel::lab
