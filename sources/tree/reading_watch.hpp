// ReadingWatch: how many bytes of files all threads have read, and whether they may read on. Once the watch
// of the caller has ended the reading, it stays ended for every thread.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/watch.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>

namespace peel::sources::tree {

// Whether an error ends all of the work, and does not concern one file only.
inline bool ends_work(const Error& error) {
  return error.code() == ErrorCode::timed_out || error.code() == ErrorCode::cancelled;
}

class ReadingWatch {
 public:
  // The watch must outlive this.
  explicit ReadingWatch(reconcile::Watch& watch) : watch_(watch) {}

  // Fails with `cancelled`, or after the deadline with `timed_out`: reading `name` took too long.
  Result<void> may_go_on(std::string_view name);
  // Fails if may_go_on has failed before.
  Result<void> has_gone_on() const;

  // Shows how many bytes are read from now on, of so many if the total is known.
  [[nodiscard]] std::unique_ptr<reconcile::Watch::Shown> show(reconcile::Watch::Stage stage,
                                                              std::optional<std::uint64_t> total = {});

  std::atomic<std::uint64_t> bytes = 0;

 private:
  reconcile::Watch& watch_;
  std::atomic<bool> has_ended_ = false;
  mutable std::mutex mutex_;  // of the error
  std::optional<Error> ended_by_;
};

}  // namespace peel::sources::tree
