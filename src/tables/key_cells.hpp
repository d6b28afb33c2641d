// Where a key has its cells in a single filter: one in each group.
#pragma once

#include "peel/analysis/single_filter_shape.hpp"
#include "peel/hashing/key_hash.hpp"

#include "hashing/cell_search.hpp"

#include <cstdint>

namespace peel {

// Cells of one packing, as hashing/cell_search.hpp asks for them.
template <class Packing>
class KeyCells {
 public:
  explicit KeyCells(const SingleFilterShape& shape)
      : packing(shape), hashes_(static_cast<unsigned>(shape.hashes().value)), group_(shape.group().value) {}

  unsigned hashes() const { return hashes_; }
  std::uint64_t place(const KeyHash& hash, unsigned i) const {
    return place_in_group(i, reduce(cell_word(hash, i), group_));
  }
  std::uint64_t place_in_group(unsigned i, std::uint64_t cell) const {
    return packing.place(i * group_ + cell);
  }
  std::uint64_t word(std::uint64_t place) const { return packing.word(place); }
  std::uint64_t number(const std::uint64_t* words, std::uint64_t place) const {
    return packing.level(words, place);
  }

  Packing packing;

 private:
  unsigned hashes_;
  std::uint64_t group_;
};

}  // namespace peel
