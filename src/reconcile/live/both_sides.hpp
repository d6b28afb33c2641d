// Two jobs at the same time, one for each side. One that fails stops the other, so that nobody waits for it.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/watch.hpp"

#include <atomic>
#include <future>

namespace peel::reconcile {

// The watch of whoever waits, and a flag that either job sets.
class SharedWatch : public Watch {
 public:
  explicit SharedWatch(const Watch& outer) : Watch(outer.deadline()), outer_(outer) {}

  bool is_cancelled() const override {
    return stop_.load(std::memory_order_relaxed) || outer_.is_cancelled();
  }
  void stop() { stop_ = true; }

 private:
  const Watch& outer_;
  std::atomic<bool> stop_ = false;
};

// The failure of the job that failed by itself, the left one before the right.
template <class Left, class Right>
Result<void> at_the_same_time(Left left, Right right, SharedWatch& watch) {
  const auto or_stop = [&watch](auto& job) {
    try {
      Result<void> result = job();
      if (!result) watch.stop();
      return result;
    } catch (...) {  // memory has run out
      watch.stop();
      throw;
    }
  };
  auto running = std::async(std::launch::async, [&] { return or_stop(left); });
  const Result<void> right_result = or_stop(right);
  const Result<void> left_result = running.get();
  const bool left_was_stopped = !left_result && left_result.error().code() == ErrorCode::cancelled;
  return left_result || (left_was_stopped && !right_result) ? right_result : left_result;
}

}  // namespace peel::reconcile
