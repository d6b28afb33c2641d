// What comparisons by cells have in common once items are listed: the rows behind them, and what is done
// where there is no room for all rows.
#pragma once

#include "peel/core/result.hpp"
#include "peel/hashing/seed.hpp"
#include "peel/reconcile/endpoint.hpp"
#include "peel/reconcile/row_tally.hpp"
#include "peel/reconcile/spill.hpp"
#include "peel/reconcile/wanted_items.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace peel::reconcile {

// A difference of more than this share of the rows is not worth a sketch.
inline constexpr std::uint64_t kLargeShare = 4;

inline constexpr std::uint64_t kPurposeOfTally = 0x74616C6C79;     // "tally"
inline constexpr std::uint64_t kPurposeOfWanted = 0x77616E746564;  // "wanted"

// What the second pass found on one side.
class Fetched : public RowVisitor {
 public:
  Fetched(Side side, const WantedItems& wanted, std::uint64_t memory_bytes, Seed seed)
      : side_(side), memory_bytes_(memory_bytes), tally_(seed), counts_(wanted.size()) {}

  Result<void> visit(std::size_t index, const rows::CanonicalRow& row, RowOrder order) override {
    ++counts_[index];
    tally_.add(side_, row, order);
    if (tally_.memory_bytes() <= memory_bytes_) return {};
    is_too_much_ = true;
    return failure(ErrorCode::cancelled, "the rows in question exceed the memory allowed");
  }

  RowTally& tally() { return tally_; }
  const std::vector<std::uint64_t>& counts() const { return counts_; }
  bool is_too_much() const { return is_too_much_; }

 private:
  Side side_;
  std::uint64_t memory_bytes_;
  RowTally tally_;
  std::vector<std::uint64_t> counts_;  // by index of the wanted item
  bool is_too_much_ = false;
};

// For callers that have no place for rows beyond memory.
class NoSpill : public Spill {
 public:
  Result<std::unique_ptr<SpillFile>> create() override {
    return failure(ErrorCode::limit_exceeded,
                   "the rows do not fit into the memory allowed, and nothing was given to spill them to");
  }
};

}  // namespace peel::reconcile
