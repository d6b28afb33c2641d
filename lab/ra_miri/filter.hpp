// The filters of the slides: their rates, computed and measured.
#pragma once

#include "peel/analysis/filter_shape.hpp"

#include "lab/experiment.hpp"

#include <cstdint>

namespace peel::lab::ra_miri {

inline constexpr std::uint64_t kItems = 10'000;

struct Filter {
  std::uint64_t cells;
  std::uint64_t hashes;
  std::uint64_t items = kItems;
  FilterLayout layout = FilterLayout::classic;
};

FilterShape shape_of(const Filter& filter);
double exact_rate_of(const Filter& filter);
// As many other keys are asked for as there are in the filter.
Estimate measured_rate_of(const Filter& filter, const RunOptions& options, std::uint64_t purpose);

// A decimal number that the slides derive.
Printed derived(const char* text, double rounding);

}  // namespace peel::lab::ra_miri
