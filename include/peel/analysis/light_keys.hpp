// Light keys: those keys of an irregular table that have fewer cells than the others. Two numbers of cells
// are enough: of all mixtures of 3 to 8 cells a key, the densest has 3 and 8 alone
// (docs/theory/irregular.md).
#pragma once

#include "peel/core/types.hpp"

#include <cstdint>

namespace peel {

struct LightKeys {
  HashCount hashes{0};      // cells of a light key, fewer than those of a heavy one; 0: no key is light
  std::uint16_t share = 0;  // how many of 65,536 keys are light

  bool any() const { return hashes.value != 0; }
  friend bool operator==(const LightKeys&, const LightKeys&) = default;
};

}  // namespace peel
