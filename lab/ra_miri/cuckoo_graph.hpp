// The cuckoo graph: slots are nodes, and a key is an edge between its two slots. Components by union and
// find.
#pragma once

#include "peel/core/types.hpp"
#include "peel/tables/cuckoo_pair.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace peel::lab::ra_miri {

class CuckooGraph {
 public:
  // Two tables of so many slots each, and the keys' slots in generation 0.
  CuckooGraph(SlotCount slots, std::span<const std::uint64_t> keys,
              const PairFunctions<std::uint64_t>& functions);

  // Whether some component has more than one cycle, hence more keys than slots.
  bool is_crowded() const { return crowded_; }
  // The mean number of slots in the component of a slot.
  double mean_component() const;

 private:
  std::size_t root_of(std::size_t node);
  void join(std::size_t a, std::size_t b);

  std::vector<std::size_t> parent_;
  std::vector<std::uint64_t> slots_, keys_;  // of the component of a root
  bool crowded_ = false;
};

}  // namespace peel::lab::ra_miri
