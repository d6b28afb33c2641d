// Watches for tests: one that remembers what it was shown, and one that ends the work.
#pragma once

#include "peel/reconcile/watch.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace peel::test {

class RecordedStages : public reconcile::Watch {
 public:
  std::unique_ptr<Shown> show(Work work) override {
    stages.push_back(work.stage);
    totals.push_back(work.total);
    return nullptr;
  }

  std::vector<Stage> stages;
  std::vector<std::optional<std::uint64_t>> totals;
};

class CancelledWatch : public reconcile::Watch {
 public:
  bool is_cancelled() const override { return true; }
};

}  // namespace peel::test
