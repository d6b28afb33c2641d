// A watch that signals cancel. From begin() on, SIGINT, SIGTERM and SIGHUP end the work at the next place
// where that is safe, and not in the middle of whatever the program does.
#pragma once

#include "peel/reconcile/watch.hpp"

#include "cli/top/signal_watch.hpp"

#include <csignal>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace peel::cli {

class InterruptibleWatch : public reconcile::Watch {
 public:
  // Stages are shown by the other watch, whose deadline holds. It must outlive this.
  explicit InterruptibleWatch(reconcile::Watch& shown) : Watch(shown.deadline()), shown_(shown) {}

  std::unique_ptr<Shown> show(Work work) override { return shown_.show(std::move(work)); }
  bool is_cancelled() const override {
    const std::lock_guard lock(mutex_);
    if (!signal_ && signals_) signal_ = signals_->take();
    return signal_.has_value();
  }

  // Until then, signals do what they always do. No other thread uses the watch during the call.
  void begin() { signals_.emplace(std::initializer_list<int>{SIGINT, SIGTERM, SIGHUP}); }
  // Whether a signal cancelled the work.
  bool is_interrupted() const { return signal_.has_value(); }
  // Does what that signal would have done: as a rule, the process ends.
  void let_signal_through() const { signals_->let_through(*signal_); }

 private:
  reconcile::Watch& shown_;
  std::optional<SignalWatch> signals_;
  mutable std::mutex mutex_;
  mutable std::optional<int> signal_;  // the first that came
};

}  // namespace peel::cli
