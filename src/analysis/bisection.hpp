// The smallest whole number that suffices, where larger ones do if a smaller one does.
#pragma once

#include <cstdint>

namespace peel::analysis {

struct SearchFrom {
  std::uint64_t low;   // known to fail, or 0
  std::uint64_t high;  // where to begin, above `low`
  std::uint64_t most;  // beyond which a failure ends the search
};

template <class Fails>
std::uint64_t fewest_that_suffice(SearchFrom from, const Fails& fails) {
  auto [low, high, most] = from;
  while (fails(high) && high <= most) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (fails(middle) ? low : high) = middle;
  }
  return high;
}

}  // namespace peel::analysis
