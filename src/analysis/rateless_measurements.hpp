// How many cells of a stream listed a difference, measured by peel-measure-rateless.
#pragma once

#include "peel/analysis/rateless.hpp"

#include <cstdint>
#include <span>

namespace peel::analysis {

// All but the first are cells for each item of the difference.
struct RatelessMeasurement {
  std::uint64_t items;
  double mean;
  double deviation;
  double p99;   // 99 of 100 differences take no more
  double p999;  // 999 of 1000
};

// In ascending order of items, from 1 on.
std::span<const RatelessMeasurement> rateless_measurements(RatelessForm form);

}  // namespace peel::analysis
