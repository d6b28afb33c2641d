#include "peel/analysis/counter_thresholds.hpp"

#include "peel/analysis/peeling.hpp"

#include "analysis/numbers.hpp"

#include <cmath>

namespace peel::analysis {

namespace {

constexpr unsigned kMostCounterHashes = 20;

bool is_number_of_hashes(unsigned k) {
  return k >= 2 && k <= kMostCounterHashes;
}

}  // namespace

double even_odd_threshold(unsigned k) {
  if (!is_number_of_hashes(k)) return kUndefined;
  if (k == 2) return 1.0;  // the minimum has moved to x = 0, where 1 - e^-x (1 + x/2) is x/2
  const auto log_load = [k](double log_x) {
    const double x = std::exp(log_x);
    const double stuck = -std::expm1(-x) - x / 2 * std::exp(-x);
    return log_x - std::log(k) - (k - 1) * std::log(stuck);
  };
  // The function falls and then rises.
  double low = std::log(1e-3);
  double high = std::log(100.0);
  while (high - low > 1e-9) {
    const double left = low + (high - low) / 3;
    const double right = high - (high - low) / 3;
    (log_load(left) > log_load(right) ? low : high) = log_load(left) > log_load(right) ? left : right;
  }
  return std::exp(log_load((low + high) / 2));
}

double even_odd_left_over(unsigned k, double load) {
  if (!is_number_of_hashes(k) || !(load >= 0)) return kUndefined;
  // From above, since the largest solution is wanted. Just at a threshold every step is tiny.
  constexpr int kMostSteps = 100'000;
  double stuck = 1.0;
  for (int step = 0; step < kMostSteps; ++step) {
    const double x = k * load * std::pow(stuck, k - 1.0);
    const double next = -std::expm1(-x) - x / 2 * std::exp(-x);
    if (stuck - next < 1e-14) break;
    stuck = next;
  }
  return std::pow(stuck, k);
}

double even_odd_heuristic(unsigned k) {
  if (!is_number_of_hashes(k)) return kUndefined;
  const double three_core = core_threshold(k, 3);
  double low = 0.0;
  double high = three_core;
  for (double middle = (low + high) / 2; low < middle && middle < high; middle = (low + high) / 2) {
    const double y = k * middle / 2;
    const double added = 2.0 / k * (-std::expm1(-y) - y * std::exp(-y));
    (added + middle < three_core ? low : high) = middle;
  }
  return low;
}

double kept_key_ideal(unsigned k) {
  if (!is_number_of_hashes(k)) return kUndefined;
  double harmonic = 0.0;
  for (unsigned i = 1; i <= k; ++i) harmonic += 1.0 / i;
  return harmonic / k + core_threshold(k, 2);
}

double expected_kept_keys(ItemCount n, CellCount m, HashCount k) {
  const auto hashes = static_cast<double>(k.value);
  const auto cells = static_cast<double>(m.value);
  if (!is_number_of_hashes(static_cast<unsigned>(k.value)) || k.value > kMostCounterHashes ||
      cells < hashes) {
    return kUndefined;
  }
  // A key is kept unless all its cells are taken: by inclusion and exclusion over the cells that are free,
  // each with probability (1 - k/m)^i after i keys, and geometric series over the keys.
  const double log_free = std::log1p(-hashes / cells);
  double expected = 0.0;
  double ways = -1.0;  // (-1)^(j-1) C(k, j)
  for (double j = 1; j <= hashes; ++j) {
    ways *= -(hashes - j + 1) / j;
    const double all = std::isinf(log_free) ? 1.0
                                            : std::expm1(j * static_cast<double>(n.value) * log_free) /
                                                  std::expm1(j * log_free);
    expected += ways * (n.value == 0 ? 0.0 : all);
  }
  return expected;
}

}  // namespace peel::analysis
