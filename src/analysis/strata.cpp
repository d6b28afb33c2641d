#include "peel/analysis/strata.hpp"

#include "analysis/numbers.hpp"

#include <cmath>

namespace peel::analysis {

namespace {

constexpr std::uint64_t kMostLevel = 60;
constexpr double kMostStandardErrors = 100;

// n * D(kept/n || p), for n >= kept and 0 < p < 1: 0 where kept = n p, growing on both sides. The second term
// is written so that it keeps its digits when n is much larger than kept.
double surprise(double n, double kept, double p) {
  const double kept_term = kept > 0 ? kept * std::log(kept / (n * p)) : 0;
  const double rest = n - kept;
  return kept_term + (rest > 0 ? rest * std::log1p((n * p - kept) / (n * (1 - p))) : 0);
}

// Where the surprise passes `limit` between a number for which it is below and one for which it is above.
double crossing(double below, double above, double kept, double p, double limit) {
  constexpr int kHalvings = 200;  // more than a double has digits; ends when there is no number in between
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = below + (above - below) / 2;
    if (middle == below || middle == above) break;
    (surprise(middle, kept, p) < limit ? below : above) = middle;
  }
  return below;
}

}  // namespace

SampledTotal sampled_total(ItemCount kept, SamplingLevel level, double standard_errors) {
  if (level.value > kMostLevel || !(standard_errors >= 0 && standard_errors <= kMostStandardErrors)) {
    return {kUndefined, kUndefined, kUndefined};
  }
  const double count = static_cast<double>(kept.value);
  if (level.value == 0) return {count, count, count};
  const double p = std::ldexp(1.0, -static_cast<int>(level.value));
  const double likely = count / p;
  const double limit = standard_errors * standard_errors / 2;
  double far = 2 * likely + 1;
  while (surprise(far, count, p) < limit) far *= 2;
  const double least = surprise(count, count, p) < limit ? count : crossing(likely, count, count, p, limit);
  return {likely, least, crossing(likely, far, count, p, limit)};
}

}  // namespace peel::analysis
