// Changes that come in several sorted runs, merged into one order. Runs that do not fit into memory wait on
// disk.
#pragma once

#include "peel/core/result.hpp"

#include "cli/diff/change_sink.hpp"
#include "cli/diff/spilled_records.hpp"

#include <cstdint>
#include <vector>

namespace peel::cli {

class SortedRuns : public ChangeSink {
 public:
  explicit SortedRuns(std::uint64_t memory_bytes) : memory_bytes_(memory_bytes) {}

  // What is taken from now on is sorted by itself.
  void begin_run() { runs_.emplace_back(); }
  Result<void> take(const reconcile::RowChange& change) override;

  Result<void> merge_into(ChangeSink& sink) const;

 private:
  std::uint64_t memory_bytes_;
  std::uint64_t waiting_bytes_ = 0;
  std::vector<SpilledRecords> runs_;
};

}  // namespace peel::cli
