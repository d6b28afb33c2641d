// Items that come and go at constant load: any of them, with equal probability, is erased, and a new one
// inserted in its place.
#pragma once

#include "peel/core/types.hpp"
#include "peel/hashing/mix.hpp"
#include "peel/hashing/seed.hpp"

#include "lab/workload.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace peel::lab::kirsch_mitzenmacher {

class LivingItems {
 public:
  LivingItems(ItemCount items, Seed seed)
      : seed_(seed), next_(items.value), keys_(keys_from(seed.derive(0), 0, items)) {}

  std::span<const std::uint64_t> keys() const { return keys_; }

  // A life: as many are erased as there are.
  template <class Table>
  void live(std::uint64_t lives, Table& table) {
    for (std::uint64_t i = 0; i < lives * keys_.size(); ++i) {
      std::uint64_t& key = keys_[reduce(seed_.word(next_), keys_.size())];
      table.erase(key);
      key = key_at(seed_.derive(0), next_++);
      table.insert_or_assign(key, 0);
    }
  }

 private:
  Seed seed_;
  std::uint64_t next_;  // key of the endless row, and random word
  std::vector<std::uint64_t> keys_;
};

}  // namespace peel::lab::kirsch_mitzenmacher
