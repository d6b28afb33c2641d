// About how many items a cell of a stream counts, in whole numbers: two machines find the same.
// docs/formats/rateless.md specifies it. Counts are sent as what they are beyond that.
#pragma once

#include "peel/invertible/rateless_cells.hpp"
#include "peel/invertible/rateless_shape.hpp"

#include "invertible/rateless/item_walk.hpp"

#include <algorithm>
#include <cstdint>

namespace peel::detail {

__extension__ using SignedInt128 = __int128;

// The share of all items that a cell holds, with 32 bits behind the point. It is close to the probability; a
// rule for what is sent need not be it.
inline std::uint64_t fixed_share(RatelessForm form, std::uint64_t cell) {
  constexpr std::uint64_t kOne = std::uint64_t{1} << 32;
  if (form == RatelessForm::regular) return 2 * kOne / (cell + 2);
  const std::uint64_t group = cell / (kRescueEvery + 1);
  if (group < kRescueCells && cell % (kRescueEvery + 1) == kRescueEvery) return kOne / 8;
  const std::uint64_t walked = cell - std::min<std::uint64_t>(group, kRescueCells);
  std::uint64_t share = 0, before = 0;
  for (const ItemClass& one : kIrregularClasses) {
    share += (one.weight_end - before) * kOne / (65'536 + one.alpha * walked);
    before = one.weight_end;
  }
  return share;
}

// In each stream of a table that holds `net` items in all, rounded to the nearest, halves upwards.
inline std::int64_t expected_count(const RatelessShape& shape, std::int64_t net, std::uint64_t cell) {
  const auto bits = 32 + static_cast<int>(shape.shard_bits().value);
  const SignedInt128 product = SignedInt128{net} * static_cast<std::int64_t>(fixed_share(shape.form(), cell));
  return static_cast<std::int64_t>((product + (SignedInt128{1} << (bits - 1))) >> bits);
}

}  // namespace peel::detail
