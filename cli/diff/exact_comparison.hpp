// ExactComparison: every row of both sides against every other, for differences that are a large share of the
// data, or data that is small. Rows are cut into partitions by their key. While all of them fit into the
// memory allowed they stay there; beyond it partitions wait on disk and are compared one after the other.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/row_tally.hpp"

#include "cli/diff/change_sink.hpp"
#include "cli/diff/spilled_records.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace peel::cli {

class ExactComparison {
 public:
  // `memory_bytes` is kept but for single rows and keys that do not fit: a row may take several times its
  // size.
  ExactComparison(std::uint64_t memory_bytes, Seed seed) : ExactComparison(memory_bytes, seed, 0) {}

  // Rows of one side come in their order.
  Result<void> add(reconcile::Side side, const rows::CanonicalRow& row, reconcile::RowOrder order);

  // Hands on all changes and forgets the rows.
  Result<void> finish(ChangeSink& sink);

  std::uint64_t spilled_bytes() const { return spilled_bytes_; }

 private:
  ExactComparison(std::uint64_t memory_bytes, Seed seed, unsigned depth);

  Result<void> add_record(ByteView key, std::initializer_list<ByteView> parts);
  Result<void> spill();
  Result<void> finish_in_memory(ChangeSink& sink);
  Result<void> finish_spilled(ChangeSink& sink);
  Result<void> compare(SpilledRecords& partition, ChangeSink& sink);
  Result<void> compare_in_parts(SpilledRecords& partition, ChangeSink& sink);

  std::uint64_t memory_bytes_;
  Seed seed_;
  unsigned depth_;  // how often what is compared was cut into partitions before
  KeyHasher hasher_;
  std::vector<SpilledRecords> partitions_;
  std::uint64_t waiting_records_ = 0;
  std::uint64_t waiting_bytes_ = 0;
  std::uint64_t spilled_bytes_ = 0;
};

}  // namespace peel::cli
