// CountBounds: how often a key came, as well as a summary knows.
#pragma once

#include <cstdint>

namespace peel {

struct CountBounds {
  std::uint64_t lower = 0;  // at least so often,
  std::uint64_t upper = 0;  // and at most so often,
  bool saturated = false;   // unless this: then perhaps more often
  friend bool operator==(const CountBounds&, const CountBounds&) = default;
};

}  // namespace peel
