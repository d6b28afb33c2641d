// ProgressWatch: the engine's stages as lines of progress on standard error, and the deadline that --timeout
// sets.
#pragma once

#include "peel/reconcile/watch.hpp"

#include "cli/progress.hpp"

#include <memory>
#include <optional>

namespace peel::cli {

class ProgressWatch : public reconcile::Watch {
 public:
  explicit ProgressWatch(ProgressMode mode, std::optional<Clock::time_point> deadline = {})
      : Watch(deadline), progress_(mode) {}

  std::unique_ptr<Shown> show(Work work) override;

 private:
  Progress progress_;
};

}  // namespace peel::cli
