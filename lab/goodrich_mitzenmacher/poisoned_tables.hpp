// Tables in which some keys have two values. Those poison their cells, and a valid key all of whose cells are
// poisoned cannot be listed.
#pragma once

#include "lab/goodrich_mitzenmacher/setting.hpp"

#include <vector>

namespace peel::lab::goodrich_mitzenmacher {

struct PoisonedSetting {
  ItemCount keys;
  CellCount cells;
  ItemCount poisoned;
  HashCount hashes = kHashes;

  ItemCount valid() const { return ItemCount(keys.value - poisoned.value); }
  IbltShape shape() const;
  // The probability that so many valid keys are lost, each because all its cells are poisoned.
  double lost_probability(ItemCount lost) const;
};

// A table with the first `poisoned` of these keys given two values, the others one.
Iblt poisoned_table(const PoisonedSetting& setting, const IbltShape& shape,
                    std::span<const std::uint64_t> keys, Seed trial);

// A series of trials whose purpose is the number of poisoned keys: how many lose no valid key.
std::uint64_t complete_recoveries(const PoisonedSetting& setting, const RunOptions& options);

}  // namespace peel::lab::goodrich_mitzenmacher
