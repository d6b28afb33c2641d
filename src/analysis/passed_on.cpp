#include "analysis/passed_on.hpp"

#include "analysis/bucket_load.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace peel::analysis {

namespace {

// What is less probable than this is cut off. It is so far below kLeastCrisis that all of it together does
// not matter.
constexpr double kNegligible = 1e-150;
constexpr double kDeviations = 26.2;  // at which a normal density is so low
// A normal number has at most about so many points.
constexpr double kMostPoints = 1 << 14;
// Arrivals are taken together in at most so many groups, each much narrower than their deviation.
constexpr std::size_t kMostGroups = 256;
// From so many on a sum over buckets is taken as normal if the exact way is too long.
constexpr double kManyPassed = 2000;
constexpr double kMostIndependentSteps = 1 << 30;

// Arrivals that are taken together.
struct Group {
  double items;
  double weight;
};

// Sums of P(passed = q) and of P(passed = q) times the arrivals, until all cases are in.
class Sums {
 public:
  void add(std::uint64_t least, const std::vector<double>& probabilities, const Group& arrivals) {
    const std::size_t end = least + probabilities.size();
    if (passed_.size() < end) {
      passed_.resize(end, 0.0);
      before_.resize(end, 0.0);
    }
    for (std::size_t i = 0; i < probabilities.size(); ++i) {
      const double p = arrivals.weight * probabilities[i];
      passed_[least + i] += p;
      before_[least + i] += p * arrivals.items;
    }
  }

  // Without what is negligible at both ends.
  ItemDistribution distribution() const {
    const auto matters = [](double p) { return p >= kNegligible; };
    const auto from = std::find_if(passed_.begin(), passed_.end(), matters) - passed_.begin();
    const auto to = std::find_if(passed_.rbegin(), passed_.rend(), matters).base() - passed_.begin();
    ItemDistribution found{
        static_cast<std::uint64_t>(from), 1, {passed_.begin() + from, passed_.begin() + to}};
    for (auto i = from; i < to; ++i) {
      const auto q = static_cast<std::size_t>(i);
      found.before.push_back(before_[q] / passed_[q]);
    }
    return found;
  }

 private:
  std::vector<double> passed_, before_;
};

void normalise(std::vector<double>& probabilities) {
  double sum = 0;
  for (const double p : probabilities) sum += p;
  for (double& p : probabilities) p /= sum;
}

BucketLoad load_of(double arrivals, const SubTableShape& table) {
  return BucketLoad(Arrivals{arrivals}, table.buckets, table.slots);
}

std::vector<Group> groups_of(const ItemDistribution& arrivals) {
  const std::size_t points = arrivals.probabilities.size();
  const std::size_t each = (points + kMostGroups - 1) / kMostGroups;
  std::vector<Group> groups;
  for (std::size_t i = 0; i < points; i += each) {
    double weight = 0, sum = 0;
    for (std::size_t j = i; j < std::min(points, i + each); ++j) {
      weight += arrivals.probabilities[j];
      sum += arrivals.probabilities[j] * static_cast<double>(arrivals.items(j));
    }
    if (weight >= kNegligible) groups.push_back({sum / weight, weight});
  }
  return groups;
}

// [q]: the probability that q items overflow s buckets, each on its own: the s-th power of the generating
// function of one, coefficient by coefficient [Euler 1748, article 76]. All terms are positive if q <= s.
std::vector<double> power_by_coefficients(const std::vector<double>& one, double s, std::size_t size) {
  constexpr double kLarge = 1e200;
  std::vector<double> all = {1e-290};
  while (all.size() < size) {
    const auto n = static_cast<double>(all.size());
    double sum = 0;
    for (std::size_t k = 1; k < one.size() && k <= all.size(); ++k) {
      const double term = (static_cast<double>(k) * (s + 1) - n) * one[k] * all[all.size() - k];
      sum += term;
      if (term < 1e-20 * sum) break;  // one[k] falls faster and faster
    }
    all.push_back(sum / (n * one[0]));
    if (all.back() > kLarge)
      for (double& p : all) p /= kLarge;
  }
  normalise(all);
  return all;
}

// The same bucket by bucket, for any q.
std::vector<double> power_by_buckets(const std::vector<double>& one, std::uint64_t s, std::size_t size) {
  std::vector<double> all = {1};
  for (; s > 0; --s) {
    std::vector<double> next(std::min(size, all.size() + one.size() - 1), 0.0);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i] < kNegligible) continue;
      for (std::size_t k = 0; k < one.size() && i + k < next.size(); ++k) next[i + k] += all[i] * one[k];
    }
    while (next.size() > 1 && next.back() < kNegligible) next.pop_back();
    all = std::move(next);
  }
  return all;
}

// So many items overflow independent buckets with probability kNegligible at most, about.
double most_overflowing(const BucketLoad& load, double buckets) {
  const auto& one = load.overflows();
  double variance = 0;
  for (std::size_t k = 0; k < one.size(); ++k) {
    const double off = static_cast<double>(k) - load.overflow();
    variance += off * off * one[k];
  }
  // A Poisson number, and several items of one bucket at once, have longer tails than a normal number.
  return buckets * load.overflow() + (kDeviations + 4) * std::sqrt(buckets * variance) + 150 +
         static_cast<double>(one.size());
}

double occupancy_steps(const ItemDistribution& arrivals, BucketCount buckets) {
  const auto most = static_cast<double>(arrivals.most());
  const BucketLoad load = load_of(most, {buckets, SlotCount(1)});
  return most * (0.7 * 2 * kDeviations * std::sqrt(load.passed_variance()) + 40);
}

// On average over the groups, about.
double independent_steps(const ItemDistribution& arrivals, const SubTableShape& table) {
  const double usual_most = arrivals.mean() + 6 * std::sqrt(arrivals.variance());
  const BucketLoad load = load_of(std::min(usual_most, static_cast<double>(arrivals.most())), table);
  const auto s = static_cast<double>(table.buckets.value);
  if (load.overflows().empty()) return INFINITY;
  const double most = most_overflowing(load, s);
  const double groups = std::min<double>(kMostGroups, static_cast<double>(arrivals.probabilities.size()));
  const double once = most * static_cast<double>(load.overflows().size());
  return groups * once * (most <= s ? 1 : s);
}

struct OneMore {
  double occupied;    // buckets, in the state of the least q
  double per_bucket;  // 1/s
};

// One more item: it is passed on with probability occupied / s. The state of one more q has one occupied
// bucket less.
void step(const std::vector<double>& state, std::vector<double>& next, OneMore item) {
  const std::size_t size = state.size();
  next.resize(size + 1);
  const double* const from = state.data();
  double* const to = next.data();
  double hit = item.occupied * item.per_bucket;
  to[0] = from[0] * (1 - hit);
  for (std::size_t i = 1; i < size; ++i) {
    const double fewer = (item.occupied - static_cast<double>(i)) * item.per_bucket;
    to[i] = from[i] * (1 - fewer) + from[i - 1] * (fewer + item.per_bucket);
  }
  to[size] = from[size - 1] * (item.occupied - static_cast<double>(size) + 1) * item.per_bucket;
}

}  // namespace

// State q: of r items, q were passed on and r - q buckets are occupied. The next item is passed on with
// probability (r - q) / s.
ItemDistribution passed_by_occupancy(const ItemDistribution& arrivals, BucketCount buckets) {
  const auto s = static_cast<double>(buckets.value);
  std::vector<double> state = {1}, next;
  Sums sums;
  std::uint64_t least = 0;  // the q of state[0]
  for (std::uint64_t r = 0;; ++r) {
    if (r >= arrivals.least)
      sums.add(least, state, {static_cast<double>(r), arrivals.probabilities[r - arrivals.least]});
    if (r == arrivals.most()) break;
    step(state, next, {static_cast<double>(r - least), 1 / s});
    state.swap(next);
    while (state.size() > 1 && state.back() < kNegligible) state.pop_back();
    std::size_t cut = 0;
    while (cut + 1 < state.size() && state[cut] < kNegligible) ++cut;
    if (cut > 0) state.erase(state.begin(), state.begin() + static_cast<std::ptrdiff_t>(cut));
    least += cut;
  }
  return sums.distribution();
}

ItemDistribution passed_by_independent_buckets(const ItemDistribution& arrivals, const SubTableShape& table) {
  const auto s = static_cast<double>(table.buckets.value);
  Sums sums;
  for (const Group& group : groups_of(arrivals)) {
    const BucketLoad load = load_of(group.items, table);
    const double most = most_overflowing(load, s);
    const auto size = static_cast<std::size_t>(most);
    const std::vector<double> all = most <= s ? power_by_coefficients(load.overflows(), s, size)
                                              : power_by_buckets(load.overflows(), table.buckets.value, size);
    sums.add(0, all, group);
  }
  return sums.distribution();
}

ItemDistribution passed_as_normal(const ItemDistribution& arrivals, const SubTableShape& table) {
  const auto s = static_cast<double>(table.buckets.value);
  const double mean_before = arrivals.mean(), variance_before = arrivals.variance();
  const BucketLoad load = load_of(mean_before, table);
  const double mean = s * load.overflow() + load.full_growth() * variance_before / 2;
  const double variance = load.full() * load.full() * variance_before + load.passed_variance();
  if (variance == 0) return {static_cast<std::uint64_t>(std::round(mean)), 1, {1.0}, {mean_before}};
  const double reach = kDeviations * std::sqrt(variance);
  const double from = std::max(0.0, std::floor(mean - reach));
  const auto stride = static_cast<std::uint64_t>((mean + reach - from) / kMostPoints) + 1;
  ItemDistribution normal{static_cast<std::uint64_t>(from), stride, {}};
  do {
    const double off = static_cast<double>(normal.items(normal.probabilities.size())) - mean;
    normal.probabilities.push_back(std::exp(-off * off / (2 * variance)));
    normal.before.push_back(mean_before + load.full() * variance_before / variance * off);
  } while (static_cast<double>(normal.most()) < mean + reach);
  normalise(normal.probabilities);
  return normal;
}

PassedOn passed_on(const ItemDistribution& arrivals, const SubTableShape& table, ForecastEffort effort) {
  if (table.slots.value == 1 && arrivals.stride == 1 &&
      occupancy_steps(arrivals, table.buckets) <= static_cast<double>(effort.steps))
    return {passed_by_occupancy(arrivals, table.buckets), PassedBy::occupancy};
  const double passed = static_cast<double>(table.buckets.value) * load_of(arrivals.mean(), table).overflow();
  if (passed < kManyPassed && independent_steps(arrivals, table) <= kMostIndependentSteps)
    return {passed_by_independent_buckets(arrivals, table), PassedBy::independent_buckets};
  return {passed_as_normal(arrivals, table), PassedBy::normal};
}

}  // namespace peel::analysis
