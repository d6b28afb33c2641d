// Strong types: a number says what it counts, so that cells, items and hashes cannot be swapped.
#pragma once

#include "peel/core/result.hpp"

#include <compare>
#include <cstdint>

namespace peel {

namespace detail {

template <class Tag>
struct Quantity {
  std::uint64_t value = 0;
  constexpr Quantity() = default;
  constexpr explicit Quantity(std::uint64_t n) : value(n) {}
  friend constexpr auto operator<=>(const Quantity&, const Quantity&) = default;
};

}  // namespace detail

using ItemCount = detail::Quantity<struct ItemCountTag>;          // distinct keys or pairs
using CopyCount = detail::Quantity<struct CopyCountTag>;          // keys, each as often as it came
using CellCount = detail::Quantity<struct CellCountTag>;          // cells of a table
using HashCount = detail::Quantity<struct HashCountTag>;          // cells that one key is placed in: k
using ByteWidth = detail::Quantity<struct ByteWidthTag>;          // bytes of one key or value
using SegmentCount = detail::Quantity<struct SegmentCountTag>;    // sub-tables, or windows of them
using BitWidth = detail::Quantity<struct BitWidthTag>;            // bits of one field
using SubTable = detail::Quantity<struct SubTableTag>;            // index of a sub-table, from 0
using SamplingLevel = detail::Quantity<struct SamplingLevelTag>;  // one item in 2^level
using LevelCount = detail::Quantity<struct LevelCountTag>;        // neighbouring sampling levels
using GenerationCount = detail::Quantity<struct GenerationTag>;   // filters of which the oldest is dropped
using RowCount = detail::Quantity<struct RowCountTag>;            // rows of a grid of counters
using ColumnCount = detail::Quantity<struct ColumnCountTag>;      // counters in one row
using BucketCount = detail::Quantity<struct BucketCountTag>;      // buckets of a table of keys
using SlotCount = detail::Quantity<struct SlotCountTag>;          // items that fit in buckets
using Tick = detail::Quantity<struct TickTag>;                    // a moment, in any unit that only grows

// A probability strictly between 0 and 1, as a target for failures or false positives.
class Rate {
 public:
  static Result<Rate> from(double probability);
  double value() const { return value_; }
  friend auto operator<=>(const Rate&, const Rate&) = default;

 private:
  explicit Rate(double value) : value_(value) {}
  double value_;
};

}  // namespace peel
