// The exact probability behind analysis::exact_rehash_probability: graphs are counted by generating
// functions.
#include "peel/analysis/cuckoo.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <string>
#include <vector>

namespace peel::analysis {

namespace {

using Complex = std::complex<double>;

double log_factorial(double n) {
  return std::lgamma(n + 1);
}

// Terms that are smaller than e to this power do not show in a probability.
constexpr double kNegligibleLogSize = -50;

// The probability that each component has at most one cycle, for 2 <= n <= 2m. With u and v the generating
// functions of trees that are rooted in the first and in the second table, it is
//
//   n! m!^2 / (m^2n (2m - n)!)  times the coefficient of u^m v^m in
//   (u + v - uv)^(2m - n) sqrt(1 - uv) e^(m (u + v))
//
// by Lagrange's inversion: the first factor has a tree for each slot that is left over, the root stands for
// cycles. The coefficient is a mean over a circle for each of u and v. Any radius below 1 is right; that of
// the saddle point, n/m, cancels least, but must stay away from the branch point at 1.
double placeable(double n, double m) {
  const double window = std::cbrt(m);  // the saddle is as wide as m^(2/3) exponents at n = m, else narrower
  const double radius = std::min(n / m, 1 - 0.5 / window), left_over = 2 * m - n;
  const auto points = static_cast<std::size_t>(32 + 8 * window * window) / 2 * 2;
  const double scale = log_factorial(n) + 2 * log_factorial(m) - 2 * n * std::log(m) -
                       log_factorial(left_over) - 2 * m * std::log(radius);
  std::vector<Complex> circle(points), turn(points);
  for (std::size_t i = 0; i < points; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(points);
    circle[i] = std::polar(radius, angle);
    turn[i] = std::polar(1.0, -angle * m);
  }
  double sum = 0;
  for (std::size_t i = 0; i <= points / 2; ++i) {  // the other half is conjugate
    const Complex u = circle[i];
    double row = 0;
    for (std::size_t j = 0; j < points; ++j) {
      const Complex v = circle[j], tree = u + v - u * v;
      const double size = left_over * std::log(std::norm(tree)) / 2 + m * (u + v).real() + scale;
      if (!(size > kNegligibleLogSize)) continue;
      const double angle = left_over * std::arg(tree) + m * (u + v).imag();
      row += (std::polar(std::exp(size), angle) * std::sqrt(1.0 - u * v) * turn[i] * turn[j]).real();
    }
    sum += i == 0 || i == points / 2 ? row : 2 * row;
  }
  return sum / (static_cast<double>(points) * static_cast<double>(points));
}

// The same for one table of `buckets`, 2 <= n <= buckets, whose entries choose two different buckets each.
// With t the generating function of rooted trees, trees have t - t^2/2 and graphs with one cycle, of two
// edges or more, exp(-t/2) / sqrt(1 - t); by Lagrange's inversion the probability is
//
//   n! b! / (C(b,2)^n (b - n)!)  times the coefficient of t^n in  (1 - t/2)^(b - n) e^((b - 1/2) t) sqrt(1 -
//   t)
//
// which is a mean over a circle; its saddle point is at 2n/b.
double placeable_in_one(double n, double buckets) {
  const double window = std::cbrt(buckets);
  const double radius = std::min(2 * n / buckets, 1 - 0.5 / window), left_over = buckets - n;
  const auto points = static_cast<std::size_t>(32 + 8 * window * window);
  const double scale = log_factorial(n) + log_factorial(buckets) - log_factorial(left_over) -
                       n * std::log(buckets * (buckets - 1) / 2) - n * std::log(radius);
  double sum = 0;
  for (std::size_t i = 0; i < points; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(points);
    const Complex t = std::polar(radius, angle), tree = 1.0 - t / 2.0;
    const double size = left_over * std::log(std::norm(tree)) / 2 + (buckets - 0.5) * t.real() + scale;
    if (!(size > kNegligibleLogSize)) continue;
    const double turned = left_over * std::arg(tree) + (buckets - 0.5) * t.imag() - n * angle;
    sum += (std::polar(std::exp(size), turned) * std::sqrt(1.0 - t)).real();
  }
  return sum / static_cast<double>(points);
}

double exact_in_one(double items, double buckets) {
  if (items <= 2) return 0;
  if (items > buckets) return 1;
  return std::clamp(1 - placeable_in_one(items, buckets), 0.0, 1.0);
}

}  // namespace

double single_rehash_probability(const CuckooSingleLoad& load) {
  const auto items = static_cast<double>(load.items.value), buckets = static_cast<double>(load.buckets.value);
  if (load.buckets.value <= kMostExactSingles) return exact_in_one(items, buckets);
  constexpr auto kModel = static_cast<double>(kMostExactSingles);
  constexpr double kNear = 0.2;                  // both laws hold there
  const double below = 1 - 2 * items / buckets;  // the distance to the threshold, as a share of it
  const double shifted = below * std::cbrt(buckets / kModel);
  if (shifted > kNear) return exact_in_one(std::round(kModel * (1 - below) / 2), kModel) * kModel / buckets;
  return exact_in_one(std::round(kModel * (1 - shifted) / 2), kModel);
}

Result<double> exact_rehash_probability(const CuckooPairLoad& load) {
  const std::uint64_t items = load.items.value, buckets = load.buckets.value;
  if (buckets < 1 || buckets > kMostExactPairs) {
    return failure(ErrorCode::invalid_argument, std::to_string(buckets) + " buckets: accepted are 1 to " +
                                                    std::to_string(kMostExactPairs));
  }
  if (items <= 2) return 0;  // two keys that share both slots have one each
  if (items > 2 * buckets) return 1;
  const double placed = placeable(static_cast<double>(items), static_cast<double>(buckets));
  return std::clamp(1 - placed, 0.0, 1.0);
}

}  // namespace peel::analysis
