// Density evolution of the keys that no cell keeps, where cells keep the first key that comes. Keys come at
// times between 0 and 1. One that is kept nowhere found all its cells taken, so a late key is more likely to
// be one of them, and cells that were taken late hold fewer of them.
#include "peel/analysis/counter_thresholds.hpp"

#include "analysis/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace peel::analysis {

namespace {

constexpr std::size_t kSlots = 100;  // of time
constexpr double kWidth = 1.0 / kSlots;
constexpr double kIdealSettled = 1e-5;    // a round that changes less is stuck
constexpr double kIdealVanishing = 0.02;  // from here on all of them shrink

// Whether the keys kept nowhere are all peeled, at so many keys per cell in all.
bool unkept_keys_peel(double load, unsigned k) {
  const double mean = k * load;  // keys of a cell
  const auto is_taken = [mean](double time) { return -std::expm1(-mean * time); };
  std::vector<double> stuck(kSlots, 1.0);  // a cell does not show its key of this time
  std::vector<double> later(kSlots);       // keys still in the way that come after the middle of a slot
  for (;;) {
    double after = 0.0;
    for (std::size_t i = kSlots; i-- > 0;) {
      const double taken = is_taken((static_cast<double>(i) + 0.5) * kWidth);
      const double half = mean * kWidth / 2 * std::pow(taken * stuck[i], k - 1.0);
      later[i] = after + half;
      after += 2 * half;
    }
    // The cell's first key came before the key in question: a sum over the slot in which it did.
    double shown = 0.0;
    double change = 0.0;
    double most = 0.0;
    for (std::size_t i = 0; i < kSlots; ++i) {
      const double time = static_cast<double>(i) * kWidth;
      const double start = is_taken(time);
      const double middle = is_taken(time + kWidth / 2);
      const double none = std::exp(-later[i]);
      const double next = 1 - (shown + (middle - start) * none) / middle;
      shown += (is_taken(time + kWidth) - start) * none;
      change = std::max(change, stuck[i] - next);
      most = std::max(most, next);
      stuck[i] = next;
    }
    if (most < kIdealVanishing) return true;
    if (change < kIdealSettled) return false;
  }
}

}  // namespace

double kept_key_ideal_threshold(unsigned k) {
  if (k < 2 || k > 20) return kUndefined;
  double low = 0.0;
  double high = 2.0;
  while (high - low > 1e-5) {
    const double middle = (low + high) / 2;
    (unkept_keys_peel(middle, k) ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace peel::analysis
