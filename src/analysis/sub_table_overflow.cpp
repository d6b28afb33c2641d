#include "analysis/sub_table_overflow.hpp"

#include "analysis/bucket_load.hpp"
#include "core/assert.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace peel::analysis {

namespace {

// A normal number has at most about so many points.
constexpr double kMostPoints = 1 << 14;
// Arrivals are taken together at so many points, and at fewer where each takes long; but never at points more
// than half a deviation apart, which would add more spread than there is.
constexpr std::size_t kPoints = 256, kFewPoints = 64;
// From so many on a sum over buckets is taken as normal if the exact way is too long.
constexpr double kManyPassed = 1000;

// At which a normal density is as low as the cut.
double deviations(Cut cut) {
  return std::sqrt(-2 * std::log(cut.below));
}

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
  ItemDistribution distribution(Cut cut) const {
    const auto matters = [&](double p) { return p >= cut.below; };
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

// Takes away what is negligible at both ends. Returns how much at the front.
std::size_t trim(std::vector<double>& probabilities, Cut cut) {
  while (probabilities.size() > 1 && probabilities.back() < cut.below) probabilities.pop_back();
  std::size_t front = 0;
  while (front + 1 < probabilities.size() && probabilities[front] < cut.below) ++front;
  probabilities.erase(probabilities.begin(), probabilities.begin() + static_cast<std::ptrdiff_t>(front));
  return front;
}

void normalise(std::vector<double>& probabilities) {
  double sum = 0;
  for (const double p : probabilities) sum += p;
  for (double& p : probabilities) p /= sum;
}

BucketLoad load_of(double arrivals, const SubTableShape& table) {
  return BucketLoad(Arrivals{arrivals}, table.buckets, table.slots);
}

// At a few points, equally far apart. Numbers between two of them are given to both, so that their mean is
// kept; the spread grows a little, and a bound stays a bound.
std::vector<Group> groups_of(const ItemDistribution& arrivals, std::size_t points) {
  const std::size_t last = arrivals.probabilities.size() - 1;
  const double half = std::sqrt(arrivals.variance()) / 2 / static_cast<double>(arrivals.stride);
  const double needed = static_cast<double>(last) / std::max(1.0, half) + 1;
  points = std::min(std::max(points, static_cast<std::size_t>(std::ceil(needed))), last + 1);
  std::vector<Group> groups(points, Group{0, 0});
  const std::size_t apart = points == 1 ? 1 : (last + points - 2) / (points - 1);
  PEEL_ASSERT(apart > 0);  // there are no more points than numbers
  for (std::size_t g = 0; g < points; ++g)
    groups[g].items = static_cast<double>(arrivals.least + g * apart * arrivals.stride);
  for (std::size_t i = 0; i <= last; ++i) {
    const double share = static_cast<double>(i % apart) / static_cast<double>(apart);
    groups[i / apart].weight += (1 - share) * arrivals.probabilities[i];
    if (share > 0) groups[i / apart + 1].weight += share * arrivals.probabilities[i];
  }
  return groups;
}

// [q]: the probability that q items overflow s buckets, each on its own: the s-th power of the generating
// function of one, coefficient by coefficient [Knuth 1998, section 4.7]. All terms are positive if q <= s.
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

// A part of a distribution: P(least + i) = probabilities[i].
struct Part {
  std::size_t least = 0;
  std::vector<double> probabilities;
};

Part sum_of(const Part& a, const Part& b, Cut cut) {
  std::vector<double> sums(a.probabilities.size() + b.probabilities.size() - 1, 0.0);
  for (std::size_t i = 0; i < a.probabilities.size(); ++i)
    for (std::size_t j = 0; j < b.probabilities.size(); ++j)
      sums[i + j] += a.probabilities[i] * b.probabilities[j];
  return {a.least + b.least + trim(sums, cut), std::move(sums)};
}

// The same by squaring, for any q.
Part power_by_squaring(const std::vector<double>& one, std::uint64_t s, Cut cut) {
  Part all{0, {1.0}}, square{0, one};
  for (;; square = sum_of(square, square, cut)) {
    if ((s & 1U) != 0) all = sum_of(all, square, cut);
    s >>= 1U;
    if (s == 0) return all;
  }
}

struct Reach {
  double most;   // so many items overflow independent buckets with the probability of the cut at most, about
  double width;  // of what is more probable
};

Reach reach_of(const BucketLoad& load, double buckets, Cut cut) {
  const auto& one = load.overflows();
  double variance = 0;
  for (std::size_t k = 0; k < one.size(); ++k) {
    const double off = static_cast<double>(k) - load.overflow();
    variance += off * off * one[k];
  }
  // A Poisson number, and several items of one bucket at once, have longer tails than a normal number.
  const double above =
      (deviations(cut) + 4) * std::sqrt(buckets * variance) + 150 + static_cast<double>(one.size());
  const double mean = buckets * load.overflow();
  return {mean + above, above + std::min(mean, above)};
}

double occupancy_steps(const ItemDistribution& arrivals, BucketCount buckets, Cut cut) {
  const auto most = static_cast<double>(arrivals.most());
  const BucketLoad load = load_of(most, {buckets, SlotCount(1)});
  return most * (0.7 * 2 * deviations(cut) * std::sqrt(load.passed_variance()) + 40);
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
ItemDistribution passed_by_occupancy(const ItemDistribution& arrivals, BucketCount buckets, Cut cut) {
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
    least += trim(state, cut);
  }
  return sums.distribution(cut);
}

ItemDistribution passed_by_independent_buckets(const ItemDistribution& arrivals, const SubTableShape& table,
                                               Cut cut) {
  const auto s = static_cast<double>(table.buckets.value);
  const bool is_long = reach_of(load_of(arrivals.mean(), table), s, cut).most > s;
  Sums sums;
  for (const Group& group : groups_of(arrivals, is_long ? kFewPoints : kPoints)) {
    if (group.weight < cut.below) continue;
    const BucketLoad load = load_of(group.items, table);
    // Beside its weight; and never so much that a sum would show it.
    const Cut own{std::max(cut.below, std::min(cut.below / group.weight, 1e-20))};
    const double most = reach_of(load, s, own).most;
    const Part all = most <= s
                         ? Part{0, power_by_coefficients(load.overflows(), s, static_cast<std::size_t>(most))}
                         : power_by_squaring(load.overflows(), table.buckets.value, own);
    sums.add(all.least, all.probabilities, group);
  }
  return sums.distribution(cut);
}

ItemDistribution passed_as_normal(const ItemDistribution& arrivals, const SubTableShape& table, Cut cut) {
  const auto s = static_cast<double>(table.buckets.value);
  const double mean_before = arrivals.mean(), variance_before = arrivals.variance();
  const BucketLoad load = load_of(mean_before, table);
  const double mean = s * load.overflow() + load.full_growth() * variance_before / 2;
  const double variance = load.full() * load.full() * variance_before + load.passed_variance();
  if (variance == 0) return {static_cast<std::uint64_t>(std::round(mean)), 1, {1.0}, {mean_before}};
  const double reach = deviations(cut) * std::sqrt(variance);
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
  const Cut cut{effort.least * 1e-10};
  if (table.slots.value == 1 && arrivals.stride == 1 &&
      occupancy_steps(arrivals, table.buckets, cut) <= static_cast<double>(effort.steps))
    return {passed_by_occupancy(arrivals, table.buckets, cut), PassedBy::occupancy};
  const double passed = static_cast<double>(table.buckets.value) * load_of(arrivals.mean(), table).overflow();
  if (passed < kManyPassed)
    return {passed_by_independent_buckets(arrivals, table, cut), PassedBy::independent_buckets};
  return {passed_as_normal(arrivals, table, cut), PassedBy::normal};
}

}  // namespace peel::analysis
