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

#include <array>
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
  explicit BlockPlaces(const FilterShape& shape)
      : blocks_(shape.blocks()),
        rounds_(static_cast<unsigned>(shape.hashes().value) / Lanes),
        rest_(static_cast<unsigned>(shape.hashes().value) % Lanes) {}

  std::size_t place_words() const { return Lanes + 1; }

  // As for_each_cell of probes.hpp says, with numbers known when compiling: a round is half a word of the
  // hash in a register block and a whole one in a line block.
  void locate(const KeyHash& hash, std::uint64_t* place) const {
    std::uint64_t probes = hash.high;
    for (unsigned lane = 0; lane < Lanes; ++lane) {
      place[lane] = rounds_ == 0 ? 0 : nibbles::one(probes >> kProbeBits * lane & (nibbles::kPerWord - 1));
    }
    for (unsigned round = 1; round < rounds_; ++round) {
      probes = probes_of(hash, round);
      for (unsigned lane = 0; lane < Lanes; ++lane)
        place[lane] |= nibbles::one(probes >> kProbeBits * lane & (nibbles::kPerWord - 1));
    }
    if (rest_ != 0) {
      probes = probes_of(hash, rounds_);
      const std::uint64_t start = hash.high >> kStartBit;
      for (unsigned i = 0; i < rest_; ++i)
        place[(start + i) % Lanes] |= nibbles::one(probes >> kProbeBits * i & (nibbles::kPerWord - 1));
    }
    place[Lanes] = block_of(hash, blocks_) * Lanes;
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
    change(words, place, nibbles::raised);
  }

  void lower(std::uint64_t* words, const std::uint64_t* place) const {
    change(words, place, nibbles::lowered);
  }

 private:
  // Nothing is written before all is read, so that compilers may use vectors.
  template <class Change>
  static void change(std::uint64_t* words, const std::uint64_t* place, Change changed) {
    std::uint64_t* const block = words + place[Lanes];
    std::array<std::uint64_t, Lanes> after;
    for (unsigned lane = 0; lane < Lanes; ++lane) after[lane] = changed(block[lane], place[lane]);
    for (unsigned lane = 0; lane < Lanes; ++lane) block[lane] = after[lane];
  }

  static constexpr unsigned kRoundsPerWord = kProbesPerWord / Lanes;

  static std::uint64_t probes_of(const KeyHash& hash, unsigned round) {
    return block_word(hash, round / kRoundsPerWord) >> kProbeBits * Lanes * (round % kRoundsPerWord);
  }

  std::uint64_t blocks_;
  unsigned rounds_;
  unsigned rest_;  // probes of the last round, if it is cut short
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
