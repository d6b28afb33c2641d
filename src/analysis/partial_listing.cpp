#include "peel/analysis/partial_listing.hpp"

#include "peel/analysis/peeling.hpp"

#include "analysis/numbers.hpp"

#include <cmath>

namespace peel::analysis {

double partial_listing(unsigned k, double load) {
  if (k < 2 || !(load > 0)) return kUndefined;
  if (load <= core_threshold(k, 2)) return 1.0;
  // From 1 downwards, so that the first solution met is the largest. Next to the threshold steps become small
  // before the solution is reached, but not smaller than the square of the distance to it.
  constexpr double kLeastStep = 1e-10;
  const double hashes = k;
  double q = 1.0;
  for (double step = 1.0; step > kLeastStep;) {
    const double next = -std::expm1(-hashes * load * std::pow(q, hashes - 1));
    step = q - next;
    q = next;
  }
  return 1.0 - std::pow(q, hashes);
}

}  // namespace peel::analysis
