// Changes of whole rows that come in several sorted runs, merged into one order. Runs that do not fit into
// memory are spilled.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/change.hpp"
#include "peel/reconcile/spill.hpp"

#include "reconcile/exact/spilled_records.hpp"

#include <cstdint>
#include <vector>

namespace peel::reconcile {

class SortedRuns : public ChangeSink {
 public:
  SortedRuns(std::uint64_t memory_bytes, Spill& spill) : memory_bytes_(memory_bytes), spill_(spill) {}

  // What is taken from now on is sorted by itself.
  void begin_run() { runs_.emplace_back(spill_); }
  Result<void> take(const Change& change) override;

  Result<void> merge_into(ChangeSink& sink) const;

 private:
  std::uint64_t memory_bytes_;
  Spill& spill_;
  std::uint64_t waiting_bytes_ = 0;
  std::vector<SpilledRecords> runs_;
};

}  // namespace peel::reconcile
