// The cells of a key in a classic filter whose cells are counters of so many bits: found once, then read and
// written. Cells lie side by side in words, the first in the lowest bits.
#pragma once

#include "peel/analysis/filter_shape.hpp"
#include "peel/hashing/key_hash.hpp"

#include "hashing/cell_search.hpp"

#include <array>
#include <cstdint>

namespace peel {

template <unsigned Bits>
class ClassicCells {
 public:
  static constexpr std::uint64_t kMost = (std::uint64_t{1} << Bits) - 1;
  static constexpr std::uint64_t kPerWord = kLaneBits / Bits;

  explicit ClassicCells(const FilterShape& shape)
      : cells_(shape.cells().value), hashes_(static_cast<unsigned>(shape.hashes().value)) {}

  std::size_t place_words() const { return hashes_; }

  // As hashing/cell_search.hpp asks for them.
  unsigned hashes() const { return hashes_; }
  std::uint64_t place(const KeyHash& hash, unsigned i) const { return reduce(cell_word(hash, i), cells_); }
  static std::uint64_t word(std::uint64_t cell) { return cell / kPerWord; }
  static std::uint64_t number(const std::uint64_t* words, std::uint64_t cell) { return read(words, cell); }

  void locate(const KeyHash& hash, std::uint64_t* place) const {
    for (unsigned i = 0; i < hashes_; ++i) place[i] = this->place(hash, i);
  }

  template <class Touch>
  void for_each_line(const std::uint64_t* place, Touch touch) const {
    for (unsigned i = 0; i < hashes_; ++i) touch(place[i] / kPerWord);
  }

  std::uint64_t smallest(const std::uint64_t* words, const std::uint64_t* place) const {
    std::uint64_t smallest = kMost;
    for (unsigned i = 0; i < hashes_; ++i) {
      const std::uint64_t counter = read(words, place[i]);
      smallest = counter < smallest ? counter : smallest;
    }
    return smallest;
  }

  // Puts next(counter) in the place of every counter of the key. All are read before the first is written:
  // where probes meet, the same number is written twice.
  template <class Next>
  void change(std::uint64_t* words, const std::uint64_t* place, Next next) const {
    std::array<std::uint64_t, kMaxClassicHashes> after;
    for (unsigned i = 0; i < hashes_; ++i) after[i] = next(read(words, place[i]));
    for (unsigned i = 0; i < hashes_; ++i) {
      std::uint64_t& word = words[place[i] / kPerWord];
      word = (word & ~(kMost << shift(place[i]))) | after[i] << shift(place[i]);
    }
  }

  static std::uint64_t read(const std::uint64_t* words, std::uint64_t cell) {
    return words[cell / kPerWord] >> shift(cell) & kMost;
  }

 private:
  static unsigned shift(std::uint64_t cell) { return static_cast<unsigned>(Bits * (cell % kPerWord)); }

  std::uint64_t cells_;
  unsigned hashes_;
};

}  // namespace peel
