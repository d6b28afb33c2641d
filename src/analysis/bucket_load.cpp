#include "analysis/bucket_load.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace peel::analysis {

namespace {

constexpr double kNegligibleLoad = 1e-160;  // beside the most probable load

// From the most probable load outwards by the ratio of neighbours, which needs no factorials.
template <class Ratio>  // P(k + 1) / P(k)
Loads loads_around(std::uint64_t mode, const Ratio& ratio) {
  std::vector<double> below, above = {1};
  for (double p = 1; below.size() < mode;) {
    p /= ratio(static_cast<double>(mode - below.size() - 1));
    if (p < kNegligibleLoad) break;
    below.push_back(p);
  }
  for (double p = 1;;) {
    p *= ratio(static_cast<double>(mode + above.size() - 1));
    if (!(p >= kNegligibleLoad)) break;
    above.push_back(p);
  }
  Loads loads{mode - below.size(), {below.rbegin(), below.rend()}};
  loads.probabilities.insert(loads.probabilities.end(), above.begin(), above.end());
  double sum = 0;
  for (const double p : loads.probabilities) sum += p;
  for (double& p : loads.probabilities) p /= sum;
  return loads;
}

Loads loads_of(std::uint64_t items, std::uint64_t buckets) {
  if (buckets == 1) return {items, {1}};
  const auto r = static_cast<double>(items), others = static_cast<double>(buckets - 1);
  return loads_around(std::min(items, (items + 1) / buckets),
                      [&](double k) { return (r - k) / ((k + 1) * others); });
}

}  // namespace

BucketLoad::BucketLoad(Arrivals arrivals, BucketCount buckets, SlotCount slots) {
  const double r = arrivals.items;
  const auto s = static_cast<double>(buckets.value), c = static_cast<double>(slots.value);
  const double mean = r / s;
  if (r <= 0) {
    overflows_ = {1};
    return;
  }
  // So many items come to every bucket that none is left with room.
  if (mean > 8 * c + 2000) {
    overflow_ = mean - c;
    full_ = 1;
    return;
  }
  const auto floor = static_cast<std::uint64_t>(r);
  const double share = r - static_cast<double>(floor);
  Moments moments;
  add(loads_of(floor, buckets.value), {1 - share, s, c}, moments);
  if (share > 0) add(loads_of(floor + 1, buckets.value), {share, s, c}, moments);
  const double spread = moments.squared_load - mean * mean;
  const double joint = moments.product - mean * overflow_;
  if (spread > 0)
    passed_variance_ =
        std::max(0.0, s * (moments.squared_overflow - overflow_ * overflow_ - joint * joint / spread));
}

void BucketLoad::add(const Loads& loads, const Case& of, Moments& moments) {
  for (std::size_t i = 0; i < loads.probabilities.size(); ++i) {
    const double p = of.share * loads.probabilities[i];
    const auto k = static_cast<double>(loads.least + i);
    const double over = std::max(0.0, k - of.slots);
    overflow_ += over * p;
    moments.squared_overflow += over * over * p;
    moments.product += over * k * p;
    moments.squared_load += k * k * p;
    if (k >= of.slots) full_ += p;
    if (k == of.slots - 1) full_growth_ += p / of.buckets;
    const auto index = static_cast<std::size_t>(over);
    if (overflows_.size() <= index) overflows_.resize(index + 1, 0.0);
    overflows_[index] += p;
  }
}

double poisson_overflow(double load, SlotCount slots) {
  const auto c = static_cast<double>(slots.value);
  double p = std::exp(-load);
  for (double k = 1; k <= c; ++k) p *= load / k;
  double sum = 0;
  for (double k = c + 1; k < c + 1000 && p > 0; ++k) {
    p *= load / k;
    sum += (k - c) * p;
  }
  return sum;
}

}  // namespace peel::analysis
