#include "peel/analysis/counter_saturation.hpp"

#include "analysis/untouched_cells.hpp"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>

namespace peel::analysis {

// The keys of a cell are binomial: each key touches it with the same probability, whatever the others do.
// P(at least t of n) is the regularized incomplete beta function of t and n - t + 1.
Saturation saturation(const FilterShape& shape, ItemCount items) {
  const auto largest = static_cast<double>((std::uint64_t{1} << shape.cell_bits().value) - 1);
  const auto n = static_cast<double>(items.value);
  if (n < largest) return {0, 0};
  const double touched = -std::expm1(UntouchedCells(shape).ln_untouched());
  using Policy = boost::math::policies::policy<
      boost::math::policies::overflow_error<boost::math::policies::errno_on_error>,
      boost::math::policies::evaluation_error<boost::math::policies::errno_on_error>>;
  const double one = boost::math::ibeta(largest, n - largest + 1, touched, Policy());
  // By the sum over all cells; they are nearly independent, so that little is counted twice.
  return {one, std::min(1.0, one * static_cast<double>(shape.cells().value))};
}

}  // namespace peel::analysis
