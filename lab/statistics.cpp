#include "lab/statistics.hpp"

#include "peel/analysis/peeling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace peel::lab {

namespace {

double real(std::uint64_t count) {
  return static_cast<double>(count);
}

// P[|t| < sqrt(nu) tan(theta)] for nu degrees of freedom: a sum of about nu/2 terms, each from the one
// before.
double student_within(std::uint64_t nu, double theta) {
  const double cosine = std::cos(theta);
  const bool is_odd = nu % 2 == 1;
  double term = is_odd ? cosine : 1.0;
  double sum = 0.0;
  for (std::uint64_t power = is_odd ? 1 : 0; power + 2 <= nu; power += 2) {
    sum += term;
    term *= real(power + 1) / real(power + 2) * cosine * cosine;
  }
  sum *= std::sin(theta);
  return is_odd ? (theta + sum) * 2 / std::numbers::pi : sum;
}

// P[Binomial(n, p) >= k] for p <= k/n, where terms fall from the first on.
double binomial_tail(std::uint64_t n, std::uint64_t k, double p) {
  double term = analysis::lost_count_probability(ItemCount(n), ItemCount(k), p);
  double sum = 0.0;
  for (std::uint64_t i = k; i <= n && term > 1e-16 * sum; ++i) {
    sum += term;
    term *= real(n - i) / real(i + 1) * (p / (1 - p));
  }
  return sum;
}

// The p under which k or more successes in n trials are as rare as `tail`.
double least_plausible(std::uint64_t n, std::uint64_t k, double tail) {
  if (k == 0) return 0.0;
  double low = 0.0;
  double high = real(k) / real(n);
  for (double middle = high / 2; low < middle && middle < high; middle = (low + high) / 2) {
    (binomial_tail(n, k, middle) < tail ? low : high) = middle;
  }
  return low;
}

Interval hull(Interval a, Interval b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

Interval scaled(Interval interval, double factor) {
  return {interval.low * factor, interval.high * factor};
}

}  // namespace

Interval wilson_interval(std::uint64_t successes, std::uint64_t trials, double deviations) {
  if (trials == 0) return {0.0, 1.0};
  const double n = real(trials);
  const double p = real(successes) / n;
  const double z2 = deviations * deviations;
  const double centre = (p + z2 / (2 * n)) / (1 + z2 / n);
  const double half = deviations / (1 + z2 / n) * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n));
  // At the ends the formula gives exactly 0 and 1; the machine nearly.
  return {successes == 0 ? 0.0 : centre - half, successes == trials ? 1.0 : centre + half};
}

Interval exact_interval(std::uint64_t successes, std::uint64_t trials, double deviations) {
  if (trials == 0) return {0.0, 1.0};
  const double tail = std::erfc(deviations / std::numbers::sqrt2) / 2;
  return {least_plausible(trials, successes, tail), 1 - least_plausible(trials, trials - successes, tail)};
}

double student_deviations(std::uint64_t degrees_of_freedom, double deviations) {
  constexpr std::uint64_t kSummed =
      200;  // beyond, four terms of the expansion err by less than 1e-5 at z = 5
  const double z = deviations;
  const double nu = real(degrees_of_freedom);
  if (degrees_of_freedom > kSummed) {
    const double z2 = z * z;
    return z * (1 + (z2 + 1) / (4 * nu) + ((5 * z2 + 16) * z2 + 3) / (96 * nu * nu) +
                (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * nu * nu * nu));
  }
  const double outside = std::erfc(z / std::numbers::sqrt2);
  double low = 0.0;
  double high = std::numbers::pi / 2;
  for (double middle = high / 2; low < middle && middle < high; middle = (low + high) / 2) {
    (1 - student_within(degrees_of_freedom, middle) > outside ? low : high) = middle;
  }
  return std::sqrt(nu) * std::tan(high);
}

Interval mean_interval(std::span<const double> samples, double deviations) {
  constexpr double kUnbounded = std::numeric_limits<double>::infinity();
  if (samples.size() < 2) return {-kUnbounded, kUnbounded};
  const double n = static_cast<double>(samples.size());
  double sum = 0.0;
  for (const double sample : samples) sum += sample;
  const double mean = sum / n;
  double squares = 0.0;
  for (const double sample : samples) squares += (sample - mean) * (sample - mean);
  const double standard_error = std::sqrt(squares / (n - 1) / n);
  const double half = student_deviations(samples.size() - 1, deviations) * standard_error;
  return {mean - half, mean + half};
}

Estimate Estimate::computed(double value, double error) {
  const Interval around{value - error, value + error};
  return {value, around, around};
}

Estimate Estimate::proportion(std::uint64_t successes, std::uint64_t trials) {
  return {real(successes) / real(trials), wilson_interval(successes, trials, kShownDeviations),
          exact_interval(successes, trials, kJudgedDeviations)};
}

Estimate Estimate::mean(std::span<const double> samples) {
  double sum = 0.0;
  for (const double sample : samples) sum += sample;
  return {sum / static_cast<double>(samples.size()), mean_interval(samples, kShownDeviations),
          mean_interval(samples, kJudgedDeviations)};
}

Estimate Estimate::mean_share(std::span<const double> shares, std::uint64_t of_each) {
  Estimate estimate = mean(shares);
  const std::uint64_t keys = shares.size() * of_each;
  const Estimate pooled =
      proportion(static_cast<std::uint64_t>(std::llround(estimate.value * real(keys))), keys);
  estimate.shown = hull(estimate.shown, pooled.shown);
  // A share lies between none and all, whatever Student's interval says.
  estimate.shown = {std::max(estimate.shown.low, 0.0), std::min(estimate.shown.high, 1.0)};
  estimate.judged = hull(estimate.judged, pooled.judged);
  return estimate;
}

Estimate Estimate::times(double factor) const {
  return {value * factor, scaled(shown, factor), scaled(judged, factor)};
}

Estimate Estimate::in_percent() const {
  return times(100);
}

bool agree(const Estimate& a, const Estimate& b, double rounding) {
  const Estimate& lower = a.value < b.value ? a : b;
  const Estimate& upper = a.value < b.value ? b : a;
  const double allowance =
      std::hypot(lower.judged.high - lower.value, upper.value - upper.judged.low) + rounding;
  return upper.value - lower.value <= allowance;  // false for a value that is not a number
}

}  // namespace peel::lab
