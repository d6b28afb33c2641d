#include "analysis/rate_curve.hpp"

#include "peel/analysis/bloom_rate.hpp"

#include <cmath>

namespace peel::analysis {

namespace {

constexpr std::uint64_t kEach = 16;  // up to here every number is a knot
constexpr double kSpacing = 0.1;     // of the logarithms of knots beyond

}  // namespace

double RateCurve::excess(std::uint64_t items) {
  const auto [place, is_new] = known_.try_emplace(items, 0.0);
  if (is_new) {
    const double bloom = bloom_rate(shape_.cells(), shape_.hashes(), ItemCount(items));
    place->second = bloom == 0 ? 0 : false_positive_rate(shape_, ItemCount(items)) / bloom;
  }
  return place->second;
}

double RateCurve::operator()(std::uint64_t items) {
  const double bloom = bloom_rate(shape_.cells(), shape_.hashes(), ItemCount(items));
  if (items <= kEach) return bloom * excess(items);
  const double knot = std::floor(std::log(static_cast<double>(items) / kEach) / kSpacing);
  const auto lower = static_cast<std::uint64_t>(kEach * std::exp(knot * kSpacing));
  const auto upper = static_cast<std::uint64_t>(kEach * std::exp((knot + 1) * kSpacing)) + 1;
  const double from = excess(lower), to = excess(upper);
  if (from == 0) return 0;
  const double share = std::log(static_cast<double>(items) / static_cast<double>(lower)) /
                       std::log(static_cast<double>(upper) / static_cast<double>(lower));
  return bloom * from * std::pow(to / from, share);
}

}  // namespace peel::analysis
