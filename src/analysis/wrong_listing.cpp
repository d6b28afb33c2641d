#include "peel/analysis/wrong_listing.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

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
  const std::uint64_t k = table.hashes.value;
  const std::uint64_t segments = table.sub_tables.value;
  if (k < 2 || segments < k || table.cells.value == 0) return std::numeric_limits<double>::quiet_NaN();
  if (n.value < 2) return 0;
  const double windows = static_cast<double>(segments - k + 1);
  const double sub_cells = std::ceil(static_cast<double>(table.cells.value) / static_cast<double>(segments));

  // Segments in as many windows are alike. The inner ones are in `inner` windows, the outer ones, at each
  // end, in 1, 2, ... of them.
  const std::uint64_t inner = std::min(k, segments - k + 1);
  double expected = 0;
  for (std::uint64_t in_windows = 1; in_windows <= inner; ++in_windows) {
    const double share = static_cast<double>(in_windows) / windows;
    const auto alike = static_cast<double>(in_windows < inner ? 2 : segments - 2 * (inner - 1));
    expected += alike * share * mixed_candidates(static_cast<double>(n.value) * share / sub_cells, counts);
  }
  return std::ldexp(expected, -static_cast<int>(check_bits.value));
}

}  // namespace peel::analysis
