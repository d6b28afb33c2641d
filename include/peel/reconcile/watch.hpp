// Watch: how somebody follows work that lasts, and ends it. The engine tells what it is doing and how far it
// is, and asks between batches of rows whether it may go on.
#pragma once

#include "peel/core/result.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

namespace peel::reconcile {

class Watch {
 public:
  using Clock = std::chrono::steady_clock;

  enum class Stage : std::uint8_t {
    finding_files,
    reading,
    reading_again,
    fetching_rows,
    comparing,
    writing
  };

  struct Work {
    Stage stage;
    // How much is done; bytes, or of finding files their number. Called from any thread, and does not throw.
    std::function<std::uint64_t()> done;
    std::optional<std::uint64_t> total = {};  // what it will be at the end, if that is known
  };

  // The stage lasts as long as this object.
  class Shown {
   public:
    virtual ~Shown() = default;
  };

  Watch() = default;
  explicit Watch(std::optional<Clock::time_point> deadline) : deadline_(deadline) {}
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
  virtual ~Watch() = default;

  // One stage at a time. Nothing is shown unless a watch overrides this.
  // NOLINTNEXTLINE(performance-unnecessary-value-param): whoever overrides this keeps the work
  [[nodiscard]] virtual std::unique_ptr<Shown> show(Work) { return nullptr; }

  // Asked by several threads at the same time.
  virtual bool is_cancelled() const { return false; }
  std::optional<Clock::time_point> deadline() const { return deadline_; }

  // Fails with `cancelled`, or after the deadline with `timed_out`: reading `name` took too long.
  Result<void> may_go_on(std::string_view name) const;

 private:
  std::optional<Clock::time_point> deadline_;
};

}  // namespace peel::reconcile
