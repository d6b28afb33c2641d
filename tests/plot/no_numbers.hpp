// What may stand in the place of a number in data that are plotted.
#pragma once

#include <limits>

namespace peel::test {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

}  // namespace peel::test
