#include "lab/trials.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

namespace peel::lab {

namespace {

using Clock = std::chrono::steady_clock;

// What is lost when the run is killed.
constexpr auto kTellEvery = std::chrono::seconds(1);
// Trials that a thread takes at a time: so few that threads end together, so many that cheap trials do not
// wait for each other.
constexpr std::uint64_t kMostAtATime = 64;

std::vector<TrialRange> gaps_between(const std::vector<TrialRange>& known, std::uint64_t trials) {
  std::vector<TrialRange> gaps;
  std::uint64_t next = 0;
  for (const TrialRange& range : known) {
    if (range.first > next) gaps.push_back({next, range.first - next});
    next = range.first + range.count;
  }
  if (next < trials) gaps.push_back({next, trials - next});
  return gaps;
}

// Hands out trials that are not known, piece by piece in their order.
class Agenda {
 public:
  Agenda(std::vector<TrialRange> missing, unsigned threads) : missing_(std::move(missing)) {
    std::uint64_t count = 0;
    for (const TrialRange& range : missing_) count += range.count;
    piece_ = std::clamp<std::uint64_t>(count / (std::uint64_t{16} * threads), 1, kMostAtATime);
    std::ranges::reverse(missing_);
  }

  std::optional<TrialRange> next() {
    const std::scoped_lock lock(guard_);
    if (missing_.empty()) return {};
    TrialRange& first = missing_.back();
    const TrialRange piece{first.first, std::min(first.count, piece_)};
    first = {first.first + piece.count, first.count - piece.count};
    if (first.count == 0) missing_.pop_back();
    return piece;
  }

  void stop() {
    const std::scoped_lock lock(guard_);
    missing_.clear();
  }

 private:
  std::mutex guard_;
  std::vector<TrialRange> missing_;  // the first ones last
  std::uint64_t piece_ = 1;
};

}  // namespace

void run_series(const RunOptions& options, const TrialSeries& series, std::span<std::byte> results,
                const std::function<void(std::size_t)>& trial) {
  TrialWatcher* const watcher = options.watcher;
  const auto known = watcher == nullptr ? std::vector<TrialRange>{} : watcher->recall(series, results);
  const unsigned threads = std::max(1U, options.threads);
  Agenda agenda(gaps_between(known, series.trials), threads);
  std::exception_ptr thrown;
  std::mutex guard;  // of `thrown` and of the watcher

  const auto tell = [&](TrialRange done) {
    if (watcher == nullptr || done.count == 0) return;
    const std::scoped_lock lock(guard);
    watcher->finished(series, done,
                      results.subspan(done.first * series.result_bytes, done.count * series.result_bytes));
  };
  const auto work = [&] {
    try {
      TrialRange done{0, 0};  // and not yet told
      Clock::time_point told = Clock::now();
      while (const auto piece = agenda.next()) {
        if (piece->first != done.first + done.count) {
          tell(done);
          done = {piece->first, 0};
        }
        for (std::uint64_t i = piece->first; i < piece->first + piece->count; ++i) {
          trial(i);
          ++done.count;
          if (Clock::now() - told < kTellEvery) continue;
          tell(done);
          done = {i + 1, 0};
          told = Clock::now();
        }
      }
      tell(done);
    } catch (...) {
      const std::scoped_lock lock(guard);
      thrown = std::current_exception();
      agenda.stop();  // the others stop after the piece they are in
    }
  };
  std::vector<std::jthread> others;
  try {
    for (unsigned i = 1; i < threads; ++i) others.emplace_back(work);
  } catch (const std::system_error&) {
    // No further thread is to be had: those that are there do the work.
  }
  work();
  others.clear();  // joins them
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace peel::lab
