// What filling cuckoo tables in simulation cost, by their load. The program that makes the numbers is
// lab/cuckoo_measurements.
#pragma once

#include "peel/core/types.hpp"

#include <array>
#include <cstddef>

namespace peel::analysis {

// Insertions at loads from i to i + 1 hundredths of the threshold are taken together.
inline constexpr std::size_t kMeasuredLoads = 99;

struct CuckooMeasurement {
  // Of the load at which an entry first finds no place, times the root of the number of slots.
  double deviation;
  std::array<double, kMeasuredLoads> kicks;
  std::array<double, kMeasuredLoads> visits;
};

const CuckooMeasurement& cuckoo_measurement(SlotCount slots);  // 1 to kMostCuckooSlots

}  // namespace peel::analysis
