#include "peel/analysis/peeling.hpp"

#include "analysis/numbers.hpp"

#include <cmath>
#include <cstdint>
#include <numbers>

namespace peel::analysis {

namespace {

// P[Poisson(x) >= i] / P[Poisson(x) = i] = 1 + x/(i+1) + x^2/((i+1)(i+2)) + ...: positive terms only, so that
// nothing cancels however small x is. Grows from 1 without bound.
double tail_over_point(double x, unsigned i) {
  double sum = 1.0;
  double term = 1.0;
  for (double next = real(i) + 1.0; term > 1e-17 * sum && std::isfinite(sum); next += 1.0) {
    term *= x / next;
    sum += term;
  }
  return sum;
}

double log_poisson(double x, unsigned i) {
  double log_probability = -x;
  for (unsigned factor = 1; factor <= i; ++factor) log_probability += std::log(x / real(factor));
  return log_probability;
}

// The chance that a given key uses a given cell.
double chance_of_use(CellCount m, HashCount k) {
  if (k.value < 1 || k.value > m.value) return kUndefined;
  return real(k.value) / real(m.value);
}

// P[Binomial(n, p) >= 1].
double any_of(std::uint64_t n, double p) {
  if (std::isnan(p)) return p;
  if (n == 0) return 0.0;  // not 0 * log(0) for p = 1
  return -std::expm1(real(n) * std::log1p(-p));
}

// P[Binomial(n, p) >= 2].
double several_of(std::uint64_t n, double p) {
  if (std::isnan(p)) return p;
  if (n < 2) return 0.0;
  const double mean = real(n) * p;
  if (mean >= 1.0) {  // the complement of none and one
    const double none_or_one = std::exp(real(n - 1) * std::log1p(-p)) * (1.0 + real(n - 1) * p);
    return 1.0 - none_or_one;
  }
  double term = mean * real(n - 1) * p / 2.0 * std::exp(real(n - 2) * std::log1p(-p));
  double sum = 0.0;
  for (std::uint64_t i = 2; i <= n && term > 1e-17 * sum; ++i) {
    sum += term;
    term *= real(n - i) / real(i + 1) * (p / (1.0 - p));
  }
  return sum;
}

// That one event of probability p befalls the cell of each of the k sub-tables.
double in_all(HashCount k, double p) {
  return std::isnan(p) ? p : std::pow(p, real(k.value));
}

// log(n!) less Stirling's formula for it, n >= 1.
double stirling_error(double n) {
  if (n < 16.0) {
    double log_factorial = 0.0;
    for (int factor = 2; factor <= n; ++factor) log_factorial += std::log(factor);
    return log_factorial - (n + 0.5) * std::log(n) + n - 0.5 * std::log(2.0 * std::numbers::pi);
  }
  const double square = n * n;
  return (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - 1.0 / 1680 / square) / square) / square) / n;
}

// x log(x / mean) - (x - mean) without the cancellation where x is close to the mean.
double deviance(double x, double mean) {
  const double v = (x - mean) / (x + mean);
  if (std::abs(v) > 0.1) return x * std::log(x / mean) - (x - mean);
  double sum = (x - mean) * v;  // log(x / mean) = 2 (v + v^3/3 + v^5/5 + ...)
  double power = 2.0 * x * v;
  for (int odd = 3; odd < 40; odd += 2) {
    power *= v * v;
    sum += power / odd;
  }
  return sum;
}

}  // namespace

double core_threshold(unsigned k, unsigned j) {
  if (k < 2 || j < 2) return kUndefined;
  // With Q(x) = P[Poisson(x) >= j-1], the logarithm of the minimised function has the slope
  // 1/x - (k-1) Q'(x)/Q(x), and x Q'(x) = (j-1) P[Poisson(x) = j-1]. So the one minimum is where
  // tail_over_point(x, j-1) = (k-1)(j-1).
  const double target = real(k - 1) * real(j - 1);
  if (target == 1.0) return 0.5;  // k = j = 2: the minimum has moved to x = 0
  double low = 0.0;
  double high = 1.0;
  while (tail_over_point(high, j - 1) < target) {
    low = high;
    high *= 2.0;
  }
  for (double middle = (low + high) / 2; low < middle && middle < high; middle = (low + high) / 2) {
    (tail_over_point(middle, j - 1) < target ? low : high) = middle;
  }
  const double log_tail = log_poisson(high, j - 1) + std::log(tail_over_point(high, j - 1));
  return std::exp(std::log(high) - std::log(real(k)) - real(k - 1) * log_tail);
}

double cells_per_key_threshold(unsigned k) {
  return 1.0 / core_threshold(k, 2);
}

double cell_empty_probability(ItemCount n, CellCount m, HashCount k) {
  const double p = chance_of_use(m, k);
  if (std::isnan(p)) return p;
  if (n.value == 0) return 1.0;
  return std::exp(real(n.value) * std::log1p(-p));
}

double get_present_failure(ItemCount n, CellCount m, HashCount k) {
  const std::uint64_t others = n.value == 0 ? 0 : n.value - 1;
  return in_all(k, any_of(others, chance_of_use(m, k)));
}

double get_present_success(ItemCount n, CellCount m, HashCount k) {
  return 1.0 - get_present_failure(n, m, k);
}

double get_absent_failure_checked(ItemCount n, CellCount m, HashCount k) {
  return in_all(k, any_of(n.value, chance_of_use(m, k)));
}

double get_absent_success_checked(ItemCount n, CellCount m, HashCount k) {
  return 1.0 - get_absent_failure_checked(n, m, k);
}

double get_absent_failure_simple(ItemCount n, CellCount m, HashCount k) {
  return in_all(k, several_of(n.value, chance_of_use(m, k)));
}

double get_absent_success_simple(ItemCount n, CellCount m, HashCount k) {
  return 1.0 - get_absent_failure_simple(n, m, k);
}

double lost_to_poison(ItemCount poisoned, CellCount m, HashCount k) {
  return in_all(k, any_of(poisoned.value, chance_of_use(m, k)));
}

double lost_count_probability(ItemCount valid, ItemCount lost, double lost_to_poison_each) {
  const double p = lost_to_poison_each;
  if (!(p >= 0.0 && p <= 1.0)) return kUndefined;
  if (lost > valid) return 0.0;
  const double n = real(valid.value);
  const double x = real(lost.value);
  if (lost == valid) return std::pow(p, n);  // 1 for no keys at all
  if (lost.value == 0) return std::exp(n * std::log1p(-p));
  if (p == 0.0 || p == 1.0) return 0.0;
  // The saddle-point form of the binomial law [Loader 2000]. Its terms stay of the order of the result's
  // logarithm, where differences of log-factorials of 10^10 would leave five digits.
  const double rest = n - x;
  const double log_probability = stirling_error(n) - stirling_error(x) - stirling_error(rest) -
                                 deviance(x, n * p) - deviance(rest, n * (1.0 - p)) +
                                 0.5 * std::log(n / (2.0 * std::numbers::pi * x * rest));
  return std::exp(log_probability);
}

}  // namespace peel::analysis
