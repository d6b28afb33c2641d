#include "peel/analysis/bloom_estimates.hpp"

#include "analysis/untouched_cells.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace peel::analysis {

namespace {

constexpr ItemEstimate kUnknown{std::numeric_limits<double>::infinity(),
                                std::numeric_limits<double>::infinity()};

}  // namespace

ItemEstimate estimated_items(const FilterShape& shape, CellCount set) {
  if (set.value == 0) return {0, 0};
  if (set.value >= shape.cells().value) return kUnknown;
  const UntouchedCells untouched(shape);
  const double items = untouched.items(set);
  return {items, std::sqrt(untouched.covariance(items))};
}

// Var(a + b - either) with Cov(a, b) = h(both), Cov(a, either) = h(a) and Cov(b, either) = h(b), where h(s)
// is the variance of the estimate of s keys.
ItemEstimate estimated_intersection(const FilterShape& shape, const SetCells& set) {
  if (set.in_a.value == 0 || set.in_b.value == 0) return {0, 0};
  if (set.in_either.value >= shape.cells().value) return kUnknown;
  const UntouchedCells untouched(shape);
  const double in_a = untouched.items(set.in_a), in_b = untouched.items(set.in_b);
  const double in_either = untouched.items(set.in_either);
  const double in_both = std::clamp(in_a + in_b - in_either, 0.0, std::min(in_a, in_b));
  const double variance = untouched.covariance(in_either) + 2 * untouched.covariance(in_both) -
                          untouched.covariance(in_a) - untouched.covariance(in_b);
  return {in_both, std::sqrt(std::max(0.0, variance))};
}

double rate_given(const FilterShape& shape, CellCount set) {
  return std::pow(static_cast<double>(set.value) / static_cast<double>(shape.cells().value),
                  static_cast<double>(shape.hashes().value));
}

double rate_given(const SingleFilterShape& shape, std::span<const CellCount> set) {
  double rate = 1;
  for (const CellCount in_group : set)
    rate *= static_cast<double>(in_group.value) / static_cast<double>(shape.group().value);
  return rate;
}

double rate_given(const FilterShape& shape, std::span<const std::uint8_t> set) {
  const auto lanes = shape.lanes();
  const auto full_rounds = shape.hashes().value / lanes, in_last = shape.hashes().value % lanes;
  const auto share = [&](std::uint64_t lane) {
    return static_cast<double>(set[lane % lanes]) / static_cast<double>(shape.lane_cells());
  };
  double full = 1;
  for (std::uint64_t lane = 0; lane < lanes; ++lane) full *= std::pow(share(lane), full_rounds);
  if (in_last == 0) return full;
  double last = 0;
  for (std::uint64_t start = 0; start < lanes; ++start) {
    double round = 1;
    for (std::uint64_t i = 0; i < in_last; ++i) round *= share(start + i);
    last += round;
  }
  return full * last / static_cast<double>(lanes);
}

}  // namespace peel::analysis
