#include "peel/analysis/cuckoo.hpp"

#include "analysis/cuckoo_measurements.hpp"

#include <algorithm>
#include <array>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>

namespace peel::analysis {

namespace {

// P(a Poisson number is at least k)
double poisson_tail(double mean, double k) {
  return boost::math::gamma_p(k, mean);
}

double normal_tail(double z) {
  return std::erfc(-z / std::sqrt(2.0)) / 2;
}

// The mean number of pairs of buckets that 2s + 1 entries have in common: the smallest obstacle.
double crowded_pairs(double entries, double buckets, double slots) {
  const double ln_pairs = std::log(buckets) + std::log((buckets - 1) / 2);
  double ln_sets = 0;
  for (double i = 0; i <= 2 * slots; ++i) {
    if (entries <= i) return 0;
    ln_sets += std::log((entries - i) / (i + 1));
  }
  return std::exp(ln_sets - 2 * slots * ln_pairs);
}

double estimated_rehash(double entries, double buckets, SlotCount slots) {
  if (buckets < 2) return entries > 1 ? 1 : 0;
  const auto s = static_cast<double>(slots.value);
  const double room = buckets * s;
  if (entries > room) return 1;
  // Any two buckets have room for 2s entries, and a larger set of buckets for more.
  if (entries <= 2 * s) return 0;
  if (slots.value == 1) {
    return single_rehash_probability(
        {ItemCount(static_cast<std::uint64_t>(entries)), BucketCount(static_cast<std::uint64_t>(buckets))});
  }
  const double off = entries / room - cuckoo_threshold(slots);
  const double by_size = normal_tail(off * std::sqrt(room) / cuckoo_measurement(slots).deviation);
  return std::min(1.0, by_size + crowded_pairs(entries, buckets, s));
}

// The law of large tables was a quarter of what was simulated at 100 entries.
constexpr double kEntriesOfLargeTable = 1000;

CuckooForecast::Basis basis_of(double entries, double buckets, SlotCount slots) {
  if (slots.value == 1 && buckets <= static_cast<double>(kMostExactSingles))
    return CuckooForecast::Basis::exact;
  return entries < kEntriesOfLargeTable ? CuckooForecast::Basis::stretched_law : CuckooForecast::Basis::law;
}

// Between the middles of neighbouring hundredths.
double measured(const std::array<double, kMeasuredLoads>& costs, double share) {
  const double place = std::max(0.0, share * 100 - 0.5);
  const auto lower = std::min(static_cast<std::size_t>(place), kMeasuredLoads - 2);
  const double part = place - static_cast<double>(lower);
  return costs[lower] + part * (costs[lower + 1] - costs[lower]);
}

std::optional<InsertionCost> cost_at(double load, SlotCount slots) {
  const double share = load / cuckoo_threshold(slots);
  if (share > 0.98) return std::nullopt;
  const CuckooMeasurement& measurement = cuckoo_measurement(slots);
  InsertionCost cost{measured(measurement.kicks, share), measured(measurement.visits, share), 0};
  double sum = 0;
  for (std::size_t i = 0; static_cast<double>(i) < share * 100; ++i)
    sum += measurement.kicks[i] * std::min(1.0, share * 100 - static_cast<double>(i));
  cost.mean_kicks = share > 0 ? sum / (share * 100) : 0;
  return cost;
}

}  // namespace

// The (s+1)-core of the graph appears as a whole, and has more entries than slots as soon as the mean degree
// in it exceeds 2s:  x P(Po(x) >= s) / P(Po(x) >= s+1) = 2s,  load = x / (2 s P(Po(x) >= s)).
double cuckoo_threshold(SlotCount slots) {
  const auto s = static_cast<double>(slots.value);
  if (slots.value == 1) return 0.5;  // the limit x -> 0
  double low = 0.1, high = 2 * s;    // the mean degree grows with x, and exceeds it
  for (int i = 0; i < 100; ++i) {
    const double x = (low + high) / 2;
    (x * poisson_tail(x, s) / poisson_tail(x, s + 1) < 2 * s ? low : high) = x;
  }
  return low / (2 * s * poisson_tail(low, s));
}

double rehash_probability(const CuckooPairLoad& load) {
  const auto n = static_cast<double>(load.items.value), m = static_cast<double>(load.buckets.value);
  if (n > m) return 1;
  const double at_threshold = 1 - std::sqrt(2.0 / 3);
  if (n == m) return at_threshold;
  const double e = 1 - n / m;
  const double first =
      (2 * e * e - 5 * e + 5) * std::pow(1 - e, 3) / (12 * std::pow(2 - e, 2) * std::pow(e, 3)) / m;
  return std::min(first, at_threshold);
}

double component_size(const CuckooPairLoad& load) {
  const auto n = static_cast<double>(load.items.value), m = static_cast<double>(load.buckets.value);
  return n >= m ? std::numeric_limits<double>::infinity() : 1 + n / (m - n);
}

Result<CuckooForecast> cuckoo_forecast(const CuckooDemand& demand) {
  const std::uint64_t slots = demand.slots.value;
  if (slots < 1 || slots > kMostCuckooSlots) {
    return failure(ErrorCode::invalid_argument, "buckets of " + std::to_string(slots) +
                                                    " slots: accepted are 1 to " +
                                                    std::to_string(kMostCuckooSlots));
  }
  if (demand.items.value < 1 || demand.items.value > kMostCuckooItems) {
    return failure(
        ErrorCode::invalid_argument,
        std::to_string(demand.items.value) + " items: accepted are 1 to " + std::to_string(kMostCuckooItems));
  }
  if (!(demand.load > 0 && demand.load <= 1)) {
    return failure(ErrorCode::invalid_argument,
                   "a load of " + std::to_string(demand.load) + ": accepted are loads above 0 and at most 1");
  }
  const auto n = static_cast<double>(demand.items.value), s = static_cast<double>(slots);
  // A quotient that rounding made a little too large must not cost a bucket, nor one more entry than allowed.
  double buckets = std::max(2.0, std::ceil(n / (demand.load * s) * (1 - 1e-12)));
  while (n / (buckets * s) > demand.load && buckets * s <= 0x1p52) buckets += 1;
  if (buckets * s > 0x1p52)
    return failure(ErrorCode::limit_exceeded, "more than 2^52 slots: that is the most that is planned");
  CuckooForecast forecast{BucketCount(static_cast<std::uint64_t>(buckets)),
                          n / (buckets * s),
                          estimated_rehash(n, buckets, demand.slots),
                          basis_of(n, buckets, demand.slots),
                          {}};
  forecast.cost = cost_at(forecast.load, demand.slots);
  return forecast;
}

}  // namespace peel::analysis
