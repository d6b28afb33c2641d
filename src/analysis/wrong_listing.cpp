#include "peel/analysis/wrong_listing.hpp"

#include "analysis/numbers.hpp"
#include "analysis/segment_kinds.hpp"

#include <cmath>
#include <cstdint>

namespace peel::analysis {

namespace {

// How often a cell with Poisson(mean) keys is a candidate while it holds several, as they are removed one by
// one.
double mixed_candidates(double mean, PurityCounts counts) {
  if (counts == PurityCounts::any_count) return mean + std::expm1(-mean);  // E[max(0, keys - 1)]
  // j keys of random sign count 1 or -1 with probability 2 * C(j, (j-1)/2) / 2^j, for odd j. P[keys >= j] is
  // summed downwards from where it is nothing.
  const double most = mean + 12 * std::sqrt(mean) + 30;
  double expected = 0;
  double at_least = 0;
  for (auto j = static_cast<std::uint64_t>(most); j >= 3; --j) {
    const auto keys = static_cast<double>(j);
    at_least += std::exp(keys * std::log(mean) - mean - std::lgamma(keys + 1));
    if (j % 2 == 0) continue;
    const double half = (keys - 1) / 2;
    const double unit = std::exp(std::lgamma(keys + 1) - std::lgamma(half + 1) - std::lgamma(half + 2) -
                                 (keys - 1) * std::log(2.0));
    expected += at_least * unit;
  }
  return expected;
}

}  // namespace

double wrong_listing(ItemCount n, const TableGeometry& table, BitWidth check_bits, PurityCounts counts) {
  if (!has_segments(table)) return kUndefined;
  if (n.value < 2) return 0;
  const double sub_cells = cells_of_segment(table);
  double expected = 0;
  for_each_kind_of_segment(table, [&](double alike, double share) {
    expected += alike * share * mixed_candidates(static_cast<double>(n.value) * share / sub_cells, counts);
  });
  return std::ldexp(expected, -static_cast<int>(check_bits.value));
}

}  // namespace peel::analysis
