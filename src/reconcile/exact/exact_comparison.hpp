// ExactComparison: every row of both sides against every other, for differences that are a large share of the
// data, or data that is small. Rows are cut into partitions by their key. While all of them fit into the
// memory allowed they stay there; beyond it partitions are spilled and compared one after the other.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/change.hpp"
#include "peel/reconcile/row_tally.hpp"
#include "peel/reconcile/spill.hpp"
#include "peel/reconcile/watch.hpp"

#include "reconcile/exact/spilled_records.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace peel::reconcile {

class ExactComparison {
 public:
  // `name` is what a watch is told that ends the comparison. `memory_bytes` is kept but for single rows and
  // keys that do not fit: a row may take several times its size.
  ExactComparison(std::string name, std::uint64_t memory_bytes, Seed seed, Spill& spill)
      : ExactComparison(std::move(name), memory_bytes, seed, spill, 0) {}

  // Rows of one side come in their order.
  Result<void> add(Side side, const rows::CanonicalRow& row, RowOrder order);

  // Hands on all changes and forgets the rows. Fails as the sink, the spill and the watch do.
  Result<void> finish(ChangeSink& sink, const Watch& watch);

  std::uint64_t spilled_bytes() const { return spilled_bytes_; }

 private:
  ExactComparison(std::string name, std::uint64_t memory_bytes, Seed seed, Spill& spill, unsigned depth);

  Result<void> add_record(ByteView key, std::initializer_list<ByteView> parts);
  Result<void> spill();
  Result<void> finish_in_memory(ChangeSink& sink, const Watch& watch);
  Result<void> finish_spilled(ChangeSink& sink, const Watch& watch);
  Result<void> compare(SpilledRecords& partition, ChangeSink& sink, const Watch& watch);
  Result<void> compare_in_parts(SpilledRecords& partition, ChangeSink& sink, const Watch& watch);

  std::string name_;
  std::uint64_t memory_bytes_;
  Seed seed_;
  Spill& spill_;
  unsigned depth_;  // how often what is compared was cut into partitions before
  KeyHasher hasher_;
  std::vector<SpilledRecords> partitions_;
  std::uint64_t waiting_records_ = 0;
  std::uint64_t waiting_bytes_ = 0;
  std::uint64_t spilled_bytes_ = 0;
};

}  // namespace peel::reconcile
