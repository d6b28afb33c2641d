// MultilevelShape: the sub-tables of a multilevel table [Broder, Karlin 1990], everything about it but its
// seed and its contents. A shape that exists is valid. Formulas and structures both speak in it.
//
// A key has one bucket in each sub-table, and goes to the first that has room. So most keys are in the first
// sub-table, most of the others in the second, and so on: summaries live from that.
#pragma once

#include "peel/core/result.hpp"
#include "peel/core/types.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace peel {

// As many as three bits tell apart from each other and from none.
inline constexpr std::uint64_t kMaxSubTables = 7;
inline constexpr std::uint64_t kMaxBucketSlots = 255;
inline constexpr std::uint64_t kMaxMultilevelSlots = std::uint64_t{1} << 40;

struct MultilevelSpec {
  std::vector<BucketCount> buckets;  // of each sub-table, any numbers; the paper's decrease
  SlotCount slots{1};                // items that a bucket holds
};

class MultilevelShape {
 public:
  // Fails with `invalid_argument` for a number out of range, with `limit_exceeded` beyond
  // kMaxMultilevelSlots.
  static Result<MultilevelShape> from(const MultilevelSpec& spec);

  std::uint64_t sub_tables() const { return buckets_.size(); }
  BucketCount buckets(SubTable table) const { return buckets_[table.value]; }
  std::span<const BucketCount> all_buckets() const { return buckets_; }
  SlotCount slots() const { return slots_; }
  // Of all sub-tables together. Buckets are numbered through, those of the first sub-table first.
  BucketCount total_buckets() const { return BucketCount(firsts_.back()); }
  SlotCount total_slots() const { return SlotCount(firsts_.back() * slots_.value); }
  // The number of the first bucket of a sub-table.
  std::uint64_t first_bucket(SubTable table) const { return firsts_[table.value]; }

  friend bool operator==(const MultilevelShape&, const MultilevelShape&) = default;

 private:
  explicit MultilevelShape(const MultilevelSpec& spec);

  std::vector<BucketCount> buckets_;
  std::vector<std::uint64_t> firsts_;  // and behind them the number of all buckets
  SlotCount slots_;
};

}  // namespace peel
