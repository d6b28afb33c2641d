#include "peel/analysis/signed_sketch.hpp"

#include <algorithm>
#include <cmath>

namespace peel::analysis {

namespace {

// The smallest number whose square is not less.
Uint128 root_rounded_up(Uint128 square) {
  Uint128 low = 0, high = Uint128{1} << 64;
  while (low < high) {
    const Uint128 middle = (low + high) / 2;
    if (middle * middle >= square) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

// A row's estimate of a second moment is below `share` of it: Cantelli's inequality.
double low_moment(const GridShape& shape, double share) {
  const double variance = 2 / static_cast<double>(shape.columns().value);
  return variance / (variance + (1 - share) * (1 - share));
}

// The smallest sum of two risks over the shares that an estimated moment may fall to.
template <class RowRisk>
double least_risk(const GridShape& shape, double moments, RowRisk row_risk) {
  constexpr int kSteps = 256;
  double least = 1;
  for (int step = 1; step < kSteps; ++step) {
    const double share = static_cast<double>(step) / kSteps;
    const double low = moments * majority_failure(shape.rows(), low_moment(shape, share));
    const double off = majority_failure(shape.rows(), std::min(1.0, row_risk(share)));
    least = std::min(least, low + off);
  }
  return least;
}

}  // namespace

double majority_failure(RowCount rows, double each) {
  const auto n = static_cast<unsigned>(rows.value);
  double sum = 0, choices = 1;
  for (unsigned off = 0; off <= n; ++off) {
    if (2 * off > n) sum += choices * std::pow(each, off) * std::pow(1 - each, n - off);
    choices = choices * (n - off) / (off + 1);
  }
  return std::min(sum, 1.0);
}

std::uint64_t signed_margin(const GridShape& shape, Uint128 second_moment) {
  // Below 2^126, so that four times it fits.
  const Uint128 columns = shape.columns().value;
  const Uint128 square = 4 * second_moment / columns + (4 * second_moment % columns != 0 ? 1U : 0U);
  return static_cast<std::uint64_t>(std::min<Uint128>(root_rounded_up(square), ~std::uint64_t{0}));
}

double signed_failure(const GridShape& shape) {
  return least_risk(shape, 1, [](double share) { return 1 / (4 * share); });
}

double second_moment_deviation(const GridShape& shape) {
  return 2 * std::sqrt(2 / static_cast<double>(shape.columns().value));
}

Uint128 signed_product_margin(const GridShape& shape, const SecondMoments& moments) {
  const auto root = [](Uint128 n) { return std::sqrt(static_cast<long double>(n)); };
  const long double margin = 2 * std::sqrt(2 / static_cast<long double>(shape.columns().value)) *
                             root(moments.first) * root(moments.second);
  constexpr long double kRounding = 1 + 1e-14L;  // more than all steps above lose together
  return static_cast<Uint128>(std::ceil(margin * kRounding));
}

double signed_product_failure(const GridShape& shape) {
  return least_risk(shape, 2, [](double share) { return 1 / (4 * share * share); });
}

}  // namespace peel::analysis
