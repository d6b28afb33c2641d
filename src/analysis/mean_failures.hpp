// The mean number of items that stay in a sub-table and are taken for one of those passed on.
#pragma once

#include "peel/analysis/multilevel.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace peel::analysis {

// rate_of(items passed on) is the probability for one item. How many stay and how many are passed on is not
// independent, so their joint distribution is what counts.
template <class RateOf>
double mean_failures(const ItemDistribution& passed, RateOf&& rate_of) {
  double sum = 0;
  for (std::size_t i = 0; i < passed.probabilities.size(); ++i) {
    const std::uint64_t above = passed.items(i);
    if (above == 0) continue;
    const double stay = std::max(0.0, passed.before[i] - static_cast<double>(above));
    // What cannot change the sum is not worth a rate.
    if (passed.probabilities[i] * stay <= 1e-20 * sum) continue;
    sum += passed.probabilities[i] * stay * rate_of(above);
  }
  return sum;
}

}  // namespace peel::analysis
