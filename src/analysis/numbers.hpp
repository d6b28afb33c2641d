// Numbers as formulas take and give them.
#pragma once

#include <cstdint>
#include <limits>

namespace peel::analysis {

// What a formula yields for arguments that it does not hold for.
inline constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

inline double real(std::uint64_t count) {
  return static_cast<double>(count);
}

}  // namespace peel::analysis
