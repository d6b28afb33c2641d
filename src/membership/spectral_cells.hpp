// What insertion, erasure and queries do to the cells of a key in a spectral filter.
#pragma once

#include "peel/membership/erased.hpp"
#include "peel/membership/spectral_bloom_filter.hpp"

#include "membership/classic_cells.hpp"

#include <algorithm>
#include <cstdint>

namespace peel {

template <unsigned Bits>
class SpectralCells : public ClassicCells<Bits> {
 public:
  using ClassicCells<Bits>::ClassicCells;
  using ClassicCells<Bits>::kMost;

  static std::uint64_t sum(std::uint64_t counter, std::uint64_t more) {
    return counter + std::min(more, kMost - counter);
  }

  SpectralCount multiplicity(const std::uint64_t* words, const std::uint64_t* place) const {
    const std::uint64_t count = this->smallest(words, place);
    return {.count = count, .saturated = count == kMost};
  }

  void raise(std::uint64_t* words, const std::uint64_t* place, SpectralInsertion insertion,
             CopyCount copies) const {
    if (insertion == SpectralInsertion::minimum_selection) {
      this->change(words, place, [=](std::uint64_t counter) { return sum(counter, copies.value); });
      return;
    }
    const std::uint64_t needed = sum(this->smallest(words, place), copies.value);
    this->change(words, place, [=](std::uint64_t counter) { return std::max(counter, needed); });
  }

  Erased lower(std::uint64_t* words, const std::uint64_t* place, CopyCount copies) const {
    // Enough are there if the smallest is saturated, since then all are, and nobody knows how many came.
    const std::uint64_t smallest = this->smallest(words, place);
    if (smallest < copies.value && smallest != kMost) return Erased::was_absent;
    this->change(words, place,
                 [=](std::uint64_t counter) { return counter == kMost ? kMost : counter - copies.value; });
    return Erased::erased;
  }
};

// Calls use(cells) with the cells that fit the shape of a spectral filter.
template <class Use>
auto with_spectral_cells(const FilterShape& shape, Use use) {
  switch (shape.cell_bits().value) {
    case 8:
      return use(SpectralCells<8>(shape));
    case 16:
      return use(SpectralCells<16>(shape));
    default:
      return use(SpectralCells<32>(shape));
  }
}

}  // namespace peel
