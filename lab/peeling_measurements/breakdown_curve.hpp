// The loads (keys per cell) at which a table fails with given probabilities, from the numbers of keys at
// which tables broke down.
#pragma once

#include "peel/invertible/placement.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace peel::lab {

// The probabilities whose loads are kept: the middle, and the tail that plans are made for.
inline constexpr std::array<double, 7> kKeptFailures = {0.5, 0.1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6};

struct BreakdownCurve {
  std::uint64_t trials = 0;
  std::array<double, kKeptFailures.size()> loads{};
  double scaled_variance = 0;  // of the breakdown load, times the cells of a sub-table
  double weight = 0;           // trials behind that variance, those of smaller tables included

  // Loads that at least 20 trials lie below are read from the trials; rarer failures are continued from the
  // last of them by the normal law with the sample's skewness [Cornish, Fisher 1938]. Where trials are few
  // the variance is pooled with that of the next smaller table, since scaled variances hardly change.
  static BreakdownCurve from(std::vector<std::uint32_t> breakdowns, const Placement& placement,
                             const BreakdownCurve* smaller);
};

// The z that a normal variable exceeds with this probability.
double normal_deviate(double probability);

}  // namespace peel::lab
