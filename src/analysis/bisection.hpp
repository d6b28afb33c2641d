// The smallest whole number that suffices, where larger ones do if a smaller one does.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

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

// The same with a good guess, which is 1 or more: the search takes steps away from it that double. Nothing if
// `most` fails.
template <class Fails>
std::optional<std::uint64_t> fewest_near(std::uint64_t guess, std::uint64_t most, const Fails& fails) {
  std::uint64_t low = 0, high = std::min(guess, most);
  if (fails(high)) {
    for (std::uint64_t step = 1; low = high, low < most; step *= 2) {
      high = most - low > step ? low + step : most;
      if (!fails(high)) break;
    }
    if (low == most) return std::nullopt;
  } else {
    for (std::uint64_t step = 1; high > 1; step *= 2) {
      const std::uint64_t tried = high > step ? high - step : 1;
      if (fails(tried)) {
        low = tried;
        break;
      }
      high = tried;
    }
  }
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (fails(middle) ? low : high) = middle;
  }
  return high;
}

}  // namespace peel::analysis
