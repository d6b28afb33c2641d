// Where a key stands in a counting filter, worked out once, and what insertion, erasure and queries do there.
// A place is a few words: of a classic filter the numbers of its cells, of a blocked one its block and the
// set of its counters in each lane. So a blocked filter changes a lane at a time, however many probes are in
// it, and probes that meet count once.
#pragma once

#include "peel/analysis/filter_shape.hpp"
#include "peel/hashing/key_hash.hpp"

#include "membership/classic_cells.hpp"
#include "membership/nibbles.hpp"
#include "membership/probes.hpp"

#include <cstdint>

namespace peel {

inline constexpr std::size_t kMostPlaceWords = kMaxClassicHashes;

class ClassicPlaces : public ClassicCells<4> {
 public:
  using ClassicCells::ClassicCells;

  bool all_set(const std::uint64_t* words, const std::uint64_t* place) const {
    return smallest(words, place) != 0;
  }

  void raise(std::uint64_t* words, const std::uint64_t* place) const {
    change(words, place, [](std::uint64_t counter) { return counter + (counter == kMost ? 0 : 1); });
  }

  void lower(std::uint64_t* words, const std::uint64_t* place) const {
    change(words, place, [](std::uint64_t counter) { return counter - (counter == kMost ? 0 : 1); });
  }
};

template <unsigned Lanes>
class BlockPlaces {
 public:
  explicit BlockPlaces(const FilterShape& shape) : shape_(shape) {}

  std::size_t place_words() const { return Lanes + 1; }

  void locate(const KeyHash& hash, std::uint64_t* place) const {
    place[Lanes] = block_of(hash, shape_.blocks()) * Lanes;
    for (unsigned lane = 0; lane < Lanes; ++lane) place[lane] = 0;
    for_each_cell(shape_, hash, [&](std::uint64_t cell) {
      place[cell / nibbles::kPerWord % Lanes] |= nibbles::one(cell % nibbles::kPerWord);
    });
  }

  template <class Touch>
  void for_each_line(const std::uint64_t* place, Touch touch) const {
    touch(place[Lanes]);
  }

  bool all_set(const std::uint64_t* words, const std::uint64_t* place) const {
    const std::uint64_t* const block = words + place[Lanes];
    std::uint64_t missing = 0;
    for (unsigned lane = 0; lane < Lanes; ++lane) missing |= place[lane] & ~nibbles::not_zero(block[lane]);
    return missing == 0;
  }

  void raise(std::uint64_t* words, const std::uint64_t* place) const {
    std::uint64_t* const block = words + place[Lanes];
    for (unsigned lane = 0; lane < Lanes; ++lane) block[lane] = nibbles::raised(block[lane], place[lane]);
  }

  void lower(std::uint64_t* words, const std::uint64_t* place) const {
    std::uint64_t* const block = words + place[Lanes];
    for (unsigned lane = 0; lane < Lanes; ++lane) block[lane] = nibbles::lowered(block[lane], place[lane]);
  }

 private:
  FilterShape shape_;
};

// Calls use(places) with the places that fit a shape of four-bit cells.
template <class Use>
auto with_places(const FilterShape& shape, Use use) {
  switch (shape.layout()) {
    case FilterLayout::register_blocks:
      return use(BlockPlaces<4>(shape));
    case FilterLayout::line_blocks:
      return use(BlockPlaces<8>(shape));
    case FilterLayout::classic:
      break;
  }
  return use(ClassicPlaces(shape));
}

}  // namespace peel
