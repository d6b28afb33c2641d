#include "peel/analysis/coupled_peeling.hpp"

#include "peel/analysis/peeling.hpp"

#include "analysis/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

namespace peel::analysis {

namespace {

constexpr unsigned kMostCoupledHashes = 8;

// Up to so many segments the threshold is computed. In longer chains the two waves meet later, and what they
// gain from each other's help falls off by the same factor with every further segment. Where cells show two
// keys it falls off faster and is nothing (1e-5) at the larger number.
constexpr std::uint64_t kComputed = 18;
constexpr std::uint64_t kComputedForTwo = 24;

double number(KeysPerCell shown) {
  return static_cast<double>(shown);
}

// P[Poisson(mean) >= shown].
double more_than_shown(double mean, KeysPerCell shown) {
  const double any = -std::expm1(-mean);
  return shown == KeysPerCell::one ? any : any - mean * std::exp(-mean);
}

// Density evolution on a chain of segments. unfree(i) is the probability that a cell of segment i, seen from
// one of its keys, still holds as many others as it can show: a key of a window is in the way if none of its
// other cells frees it.
//   unfree(i) = P[Poisson(density * sum over windows s with i of prod over j in s, j != i of unfree(j)) >=
//   shown]
// where `density` is the number of keys of one window per cell of one segment.
class Chain {
 public:
  Chain(unsigned k, std::size_t segments, KeysPerCell shown)
      : k_(k), segments_(segments), shown_(shown), unfree_(segments) {}

  bool peels(double density) {
    std::fill(unfree_.begin(), unfree_.end(), 1.0);
    // Below this all of them shrink geometrically, since P[Poisson(x) >= r] < x^r / r! and r! = r here.
    const double r = number(shown_);
    const double safe = 0.9 * std::pow(r / std::pow(k_ * density, r), 1.0 / (r * (k_ - 1.0) - 1.0));
    // The map is monotone, so updating in place, to and fro, has the same limit as updating all at once.
    for (;;) {
      double change = 0.0;
      for (std::size_t i = 0; i < segments_; ++i) change += update(i, density);
      for (std::size_t i = segments_; i-- > 0;) change += update(i, density);
      if (*std::max_element(unfree_.begin(), unfree_.end()) < safe) return true;
      if (change < kStuck) return false;
    }
  }

 private:
  // Close to the threshold the wave slows down in proportion to the distance: a sweep that changes less than
  // this is stuck, or within about ten times this of the threshold.
  static constexpr double kStuck = 1e-5;

  double update(std::size_t i, double density) {
    const std::size_t first = i + 1 < k_ ? 0 : i + 1 - k_;
    const std::size_t last = std::min(i, segments_ - k_);
    double others = 0.0;
    for (std::size_t window = first; window <= last; ++window) {
      double product = 1.0;
      for (std::size_t j = window; j < window + k_; ++j) {
        if (j != i) product *= unfree_[j];
      }
      others += product;
    }
    const double before = unfree_[i];
    unfree_[i] = more_than_shown(density * others, shown_);
    return before - unfree_[i];
  }

  unsigned k_;
  std::size_t segments_;
  KeysPerCell shown_;
  std::vector<double> unfree_;
};

double density_at_threshold(unsigned k, std::uint64_t segments, KeysPerCell shown) {
  Chain chain(k, static_cast<std::size_t>(segments), shown);
  double low = 0.0;  // lists
  double high = number(shown) * static_cast<double>(segments) /
                static_cast<double>(segments - k + 1);  // as many keys as all cells can show
  while (high - low > 1e-6) {
    const double middle = (low + high) / 2;
    (chain.peels(middle) ? low : high) = middle;
  }
  return (low + high) / 2;
}

double density_of_long_chain(unsigned k, std::uint64_t segments, KeysPerCell shown) {
  if (shown == KeysPerCell::two) return density_at_threshold(k, std::min(segments, kComputedForTwo), shown);
  const double limit = 1.0 / coupled_threshold_limit(HashCount{k}, shown);
  const double last = density_at_threshold(k, kComputed, shown) - limit;
  const double last_but_one = density_at_threshold(k, kComputed - 2, shown) - limit;
  return limit + last * std::pow(last / last_but_one, static_cast<double>(segments - kComputed) / 2);
}

}  // namespace

double coupled_threshold(HashCount k, SegmentCount segments, KeysPerCell shown) {
  if (k.value < 2 || k.value > kMostCoupledHashes || segments.value < k.value) return kUndefined;
  const auto hashes = static_cast<unsigned>(k.value);
  if (segments.value == k.value) return 1 / core_threshold(hashes, static_cast<unsigned>(shown) + 1);
  const double length = static_cast<double>(segments.value);
  double density = 0.0;
  if (k.value == 2 && shown == KeysPerCell::one) {
    density =
        0.5 / std::cos(std::numbers::pi / (length + 1.0));  // the map is linear near 0: a path's eigenvalue
  } else if (segments.value <= kComputed) {
    density = density_at_threshold(hashes, segments.value, shown);
  } else {
    density = density_of_long_chain(hashes, segments.value, shown);
  }
  const double windows = static_cast<double>(segments.value - k.value + 1);
  return length / (windows * density);
}

double coupled_threshold_limit(HashCount k, KeysPerCell shown) {
  if (k.value < 2 || k.value > kMostCoupledHashes) return kUndefined;
  if (k.value == 2 && shown == KeysPerCell::one) return 2.0;
  // With Q(r) = P[Poisson(x) >= r], keys per cell x / (k Q(r)^(k-1)), where x solves x Q(r) / Q(r+1) = k r.
  // For r = 1 this is x (e^x - 1) / (e^x - 1 - x) = k.
  const double hashes = static_cast<double>(k.value);
  const double r = number(shown);
  double low = 1e-3;
  double high = 2.0 * hashes * r;
  for (double middle = (low + high) / 2; low < middle && middle < high; middle = (low + high) / 2) {
    const double tail = more_than_shown(middle, shown);
    const double rest = tail - std::exp(-middle) * std::pow(middle, r) / r;  // Q(r+1), and r! = r
    (middle * tail / rest < hashes * r ? low : high) = middle;
  }
  return hashes * std::pow(more_than_shown(low, shown), hashes - 1.0) / low;
}

}  // namespace peel::analysis
