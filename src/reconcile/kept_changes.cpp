#include "peel/reconcile/kept_changes.hpp"

#include "reconcile/exact/sorted_runs.hpp"

namespace peel::reconcile {

KeptChanges::KeptChanges(std::uint64_t memory_bytes, Spill& spill)
    : run_(std::make_unique<SortedRuns>(memory_bytes, spill)) {
  run_->begin_run();
}

KeptChanges::KeptChanges(KeptChanges&&) noexcept = default;
KeptChanges& KeptChanges::operator=(KeptChanges&&) noexcept = default;
KeptChanges::~KeptChanges() = default;

Result<void> KeptChanges::take(const Change& change) {
  return run_->take(change);
}

Result<void> KeptChanges::hand_on(ChangeSink& sink) const {
  return run_->merge_into(sink);
}

}  // namespace peel::reconcile
