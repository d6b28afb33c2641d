// How often a Bloom filter affirms a key that it was never given, from its shape and the number of keys in
// it, for a hash function without flaws. docs/theory/bloom-filters.md derives the formulas.
//
//   Bloom's rate takes the k cells of a query for independent. They are not, and the true rate is a little
//   higher [Bose et al. 2008]. What is exact here is so by inclusion and exclusion over the cells that a
//   query visits, in arithmetic wide enough that nothing of a double is lost.
#pragma once

#include "peel/analysis/filter_shape.hpp"
#include "peel/core/result.hpp"
#include "peel/core/types.hpp"

#include <span>
#include <string>
#include <vector>

namespace peel::analysis {

// Bloom's p^k with p = 1 - (1 - 1/cells)^(k items): a lower bound of the exact rate of a classic filter,
// equal to it for one hash. 0 for no items.
double bloom_rate(CellCount cells, HashCount hashes, ItemCount items);

// The exact rate of every layout, with a relative error below 1e-13; 0 for no items and below 1e-300. The
// number of bits in a cell matters only where it says how many cells a lane has. A blocked filter with up to
// 16 hashes takes milliseconds, a line-blocked one with 26 to 30 about a second.
double false_positive_rate(const FilterShape& shape, ItemCount items);

// How large a filter is, and what is in it.
struct FilterLoad {
  CellCount cells;  // of a blocked filter a multiple of the cells in a block
  ItemCount items;
};

// The same for several sizes and contents of filters that are like this one in all else. What takes long
// depends on neither and is done once.
std::vector<double> false_positive_rates(const FilterShape& like, std::span<const FilterLoad> loads);

// The bounds of [Bose et al. 2008, Thm 2] for a classic filter: lower < exact rate <= lower (1 + O(excess)).
struct RateBounds {
  double lower;   // Bloom's rate
  double excess;  // k/p sqrt((ln m - 2 k ln p) / m)
  bool apply;     // k >= 2 and excess < 1, which the theorem asks for
};
RateBounds rate_bounds(CellCount cells, HashCount hashes, ItemCount items);

// The rate of a classic filter as a fraction in lowest terms.
struct ExactRate {
  std::string numerator;    // in decimal
  std::string denominator;  // in decimal
  double value;
};

// The denominator divides cells^(hashes (items + 1)), which may have at most this many bits.
inline constexpr double kMaxExactBits = 65536;

// Fails with `invalid_argument` for no cells or a number of hashes that no classic filter has, with
// `limit_exceeded` where the fraction would be too long.
[[nodiscard]] Result<ExactRate> exact_rate(CellCount cells, HashCount hashes, ItemCount items);

}  // namespace peel::analysis
