// Thresholds of partitioned counters of each kind, for the planner.
#pragma once

#include "peel/analysis/counter_variant.hpp"

#include <array>
#include <cstdint>

namespace peel::analysis {

// kept_key_threshold takes 30 ms for each of these, so they are written down; a test computes them again.
// First keys are kept and used anywhere; the combined ones have two classes.
inline constexpr std::uint64_t kFewestTabulated = 3;
inline constexpr std::uint64_t kMostTabulated = 8;
inline constexpr std::array<double, 6> kOneKeyThresholds = {1.3521, 1.2159, 1.0757, 0.9593, 0.8648, 0.7873};
inline constexpr std::array<double, 6> kCombinedThresholds = {1.4816, 1.2890, 1.1256, 0.9967, 0.8944, 0.8116};

// Keys per cell; k is 3 to 8, or 2 where nothing is tabulated.
double listing_threshold(CounterVariant variant, unsigned k);

}  // namespace peel::analysis
