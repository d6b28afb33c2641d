#include "lab/peeling_measurements/breakdown_curve.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace peel::lab {

namespace {

constexpr double kEnoughTrials = 1'000;  // for a variance and a skewness of one's own
constexpr double kEnoughFailures = 20;   // for a quantile

struct Moments {
  double mean = 0;
  double variance = 0;
  double skewness = 0;  // of the way down: positive if the tail towards small loads is the longer one
};

Moments moments_of(const std::vector<std::uint32_t>& sample) {
  const double count = static_cast<double>(sample.size());
  Moments moments;
  for (const double x : sample) moments.mean += x / count;
  double third = 0;
  for (const double x : sample) {
    const double below = moments.mean - x;
    moments.variance += below * below / count;
    third += below * below * below / count;
  }
  moments.skewness = third / std::pow(moments.variance, 1.5);
  return moments;
}

// The number of keys, between two whole numbers on the scale of normal deviates, that fails with this
// probability. `sorted` are the numbers at which tables broke down: n keys fail if one is at most n.
double keys_failing(const std::vector<std::uint32_t>& sorted, double probability) {
  const double trials = static_cast<double>(sorted.size());
  const std::uint32_t keys = sorted[static_cast<std::size_t>(probability * trials)];
  const auto deviate = [&](std::uint32_t n) {
    const auto failed = std::upper_bound(sorted.begin(), sorted.end(), n) - sorted.begin();
    return normal_deviate(std::clamp(static_cast<double>(failed), 0.3, trials - 0.3) / trials);
  };
  const double above = deviate(keys);
  const double below = deviate(keys - 1);
  return keys - 1 + (below - normal_deviate(probability)) / (below - above);
}

}  // namespace

double normal_deviate(double probability) {
  double low = -40;
  double high = 40;
  for (int i = 0; i < 80; ++i) {
    const double middle = (low + high) / 2;
    (std::erfc(middle / std::sqrt(2.0)) / 2 > probability ? low : high) = middle;
  }
  return (low + high) / 2;
}

BreakdownCurve BreakdownCurve::from(std::vector<std::uint32_t> breakdowns, const Placement& placement,
                                    const BreakdownCurve* smaller) {
  std::sort(breakdowns.begin(), breakdowns.end());
  const double trials = static_cast<double>(breakdowns.size());
  const double cells = static_cast<double>(placement.cells().value);
  const double sub_cells = static_cast<double>(placement.sub_table_cells().value);
  Moments moments = moments_of(breakdowns);

  BreakdownCurve curve;
  curve.trials = breakdowns.size();
  curve.weight = trials;
  curve.scaled_variance = moments.variance / (cells * cells) * sub_cells;
  if (trials < kEnoughTrials) {
    moments.skewness = 0;
    if (smaller != nullptr) {
      const double borrowed = std::min(smaller->weight, kEnoughTrials);
      curve.scaled_variance =
          (trials * curve.scaled_variance + borrowed * smaller->scaled_variance) / (trials + borrowed);
      curve.weight += borrowed;
    }
  }
  const double deviation = std::sqrt(curve.scaled_variance / sub_cells);
  const auto stretched = [&](double z) { return z + moments.skewness * (z * z - 1) / 6; };

  double last_load = moments.mean / cells;
  double last_stretched = 0;
  for (std::size_t i = 0; i < kKeptFailures.size(); ++i) {
    const double z = normal_deviate(kKeptFailures[i]);
    const bool is_measured = trials >= kEnoughTrials && kKeptFailures[i] * trials >= kEnoughFailures;
    curve.loads[i] = is_measured ? keys_failing(breakdowns, kKeptFailures[i]) / cells
                                 : last_load - deviation * (stretched(z) - last_stretched);
    if (is_measured) {
      last_load = curve.loads[i];
      last_stretched = stretched(z);
    }
  }
  return curve;
}

}  // namespace peel::lab
