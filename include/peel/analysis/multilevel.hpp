// How a multilevel table fills: how many items reach each sub-table, and how likely it is that one finds no
// place at all, a crisis. For hash functions without flaws, and items that are never erased.
// docs/theory/multilevel.md derives the formulas.
//
//   Of r items that reach a sub-table some find their bucket full and are passed on. How many is a random
//   number, whose distribution follows, sub-table by sub-table, from that of r [Kirsch, Mitzenmacher 2005,
//   section 5.1]. All terms are positive, so that a crisis of 1e-24 comes out as exactly as one of 0.03.
#pragma once

#include "peel/analysis/multilevel_shape.hpp"
#include "peel/core/types.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace peel::analysis {

struct SubTableItems {
  double reach;  // items that come to the sub-table
  double stay;   // and find a place in it
};

// As if each sub-table passed on exactly what it is expected to: equations (1) and (2) of the paper, in the
// form for any number of slots. Quick, and good as long as many items are left; fewer than a bucket's slots
// and one are counted as Poisson variables, which is a little too many.
std::vector<SubTableItems> expected_items(const MultilevelShape& shape, ItemCount items);

// P(least + i stride items) = probabilities[i]. A stride above 1 stands for all numbers around.
struct ItemDistribution {
  std::uint64_t least = 0;
  std::uint64_t stride = 1;
  std::vector<double> probabilities;
  // before[i]: the mean of how many came to the sub-table that passed on items(i) of them. Empty for the
  // items that come to the first.
  std::vector<double> before = {};

  std::uint64_t items(std::size_t i) const { return least + i * stride; }
  std::uint64_t most() const { return items(probabilities.size() - 1); }
  double mean() const;
  double variance() const;
  double some() const;  // the probability of one item at least
};

enum class CrisisMethod : std::uint8_t {
  exact,        // the occupancy distribution of each sub-table
  near_exact,   // the same, but for the first sub-tables, whose numbers are taken as normal
  upper_bound,  // buckets of a sub-table are taken as independent: never too low
  near_bound,   // the same, but for the first sub-tables, whose numbers are taken as normal
};

std::string_view name_of(CrisisMethod method);

// Rarer crises are given as 0.
inline constexpr double kLeastCrisis = 1e-140;
// What is that much rarer than a crisis does not matter for it.
inline constexpr double kRareBesideCrisis = 1e-6;

struct MultilevelForecast {
  // of[j] are the items that come to sub-table j; the last are those that no sub-table has room for.
  std::vector<ItemDistribution> of;
  double crisis;  // the probability that there is one
  CrisisMethod method;

  // The means, one for each sub-table.
  std::vector<SubTableItems> items() const;
};

// How far the exact way is gone. A step takes about a nanosecond: r items that come, times the width of the
// distribution of those passed on. A sub-table that would take more steps is counted as independent buckets,
// or as normal if it passes on thousands. By default sub-tables of 100,000 items are exact.
struct ForecastEffort {
  std::uint64_t steps = 700'000'000;
  double least = kLeastCrisis;  // a crisis below it may be given as too rare
};

MultilevelForecast multilevel_forecast(const MultilevelShape& shape, ItemCount items,
                                       ForecastEffort effort = {});

}  // namespace peel::analysis
