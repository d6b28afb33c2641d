// What the curves of different plans have in common.
#pragma once

#include "peel/core/types.hpp"

#include "plot/plot.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace peel::cli {

inline constexpr const char* kThisPlan = "this plan";

struct Span {
  double low;
  double high;
};

// So many numbers, two at least, from the low end to the high one: the same distance or the same factor
// apart.
std::vector<double> evenly_spaced(Span span, std::size_t count);
std::vector<double> evenly_multiplied(Span span, std::size_t count);

// Puts points in order of x. Where two are at the same place, the first one stays.
void put_in_order(plot::Series& series);

// What was asked for, as a level line behind the first series, from end to end of all of them.
void add_target(plot::Plot& plot, double height);

// For heights that are probabilities: the y axis becomes logarithmic, and what it cannot show is left out,
// unless nothing of the first series would be left. Series without a point are left out too.
void show_probabilities(plot::Plot& plot);

struct SizeRange {
  std::uint64_t least;
  std::uint64_t most;
};

// The smallest size at which the failure, which falls with it, is no higher than each of some heights between
// the ends, the highest first; where it does not fall that far, the largest size. So a curve has as many
// points where it falls over a cliff as where it falls slowly.
std::vector<std::uint64_t> sizes_down_to(Span heights, SizeRange range,
                                         const std::function<double(std::uint64_t)>& failure);

}  // namespace peel::cli
