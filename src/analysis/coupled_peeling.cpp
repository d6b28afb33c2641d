#include "peel/analysis/coupled_peeling.hpp"

#include "peel/analysis/peeling.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

namespace peel::analysis {

namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
constexpr unsigned kMostHashes = 8;

// Up to so many segments the threshold is computed. In longer chains the two waves meet later, and what they
// gain from each other's help falls off by the same factor with every further segment.
constexpr std::uint64_t kComputed = 18;

// Density evolution on a chain of segments. unfree(i) is the probability that a cell of segment i, seen from
// one of its keys, still holds another: a key of a window is in the way if none of its other cells frees it.
//   unfree(i) = 1 - exp(-density * sum over windows s with i of prod over j in s, j != i of unfree(j))
// where `density` is the number of keys of one window per cell of one segment.
class Chain {
 public:
  Chain(unsigned k, std::size_t segments) : k_(k), segments_(segments), unfree_(segments) {}

  bool peels(double density) {
    std::fill(unfree_.begin(), unfree_.end(), 1.0);
    // Below this all of them shrink geometrically.
    const double safe = 0.9 * std::pow(1.0 / (k_ * density), 1.0 / (k_ - 2.0));
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
    unfree_[i] = -std::expm1(-density * others);
    return before - unfree_[i];
  }

  unsigned k_;
  std::size_t segments_;
  std::vector<double> unfree_;
};

double density_at_threshold(unsigned k, std::uint64_t segments) {
  Chain chain(k, static_cast<std::size_t>(segments));
  double low = 0.0;  // lists
  double high =
      static_cast<double>(segments) / static_cast<double>(segments - k + 1);  // as many keys as cells
  while (high - low > 1e-6) {
    const double middle = (low + high) / 2;
    (chain.peels(middle) ? low : high) = middle;
  }
  return (low + high) / 2;
}

double density_of_long_chain(unsigned k, std::uint64_t segments) {
  const double limit = 1.0 / coupled_threshold_limit(HashCount{k});
  const double last = density_at_threshold(k, kComputed) - limit;
  const double last_but_one = density_at_threshold(k, kComputed - 2) - limit;
  return limit + last * std::pow(last / last_but_one, static_cast<double>(segments - kComputed) / 2);
}

}  // namespace

double coupled_threshold(HashCount k, SegmentCount segments) {
  if (k.value < 2 || k.value > kMostHashes || segments.value < k.value) return kUndefined;
  const auto hashes = static_cast<unsigned>(k.value);
  if (segments.value == k.value) return cells_per_key_threshold(hashes);
  const double length = static_cast<double>(segments.value);
  double density = 0.0;
  if (k.value == 2) {
    density =
        0.5 / std::cos(std::numbers::pi / (length + 1.0));  // the map is linear near 0: a path's eigenvalue
  } else if (segments.value <= kComputed) {
    density = density_at_threshold(hashes, segments.value);
  } else {
    density = density_of_long_chain(hashes, segments.value);
  }
  const double windows = static_cast<double>(segments.value - k.value + 1);
  return length / (windows * density);
}

double coupled_threshold_limit(HashCount k) {
  if (k.value < 2 || k.value > kMostHashes) return kUndefined;
  if (k.value == 2) return 2.0;
  // Keys per cell x / (k (1 - e^-x)^(k-1)), where x is the solution of x (e^x - 1) / (e^x - 1 - x) = k.
  const double hashes = static_cast<double>(k.value);
  double low = 1e-3;
  double high = 2.0 * hashes;
  for (double middle = (low + high) / 2; low < middle && middle < high; middle = (low + high) / 2) {
    const double tail = std::expm1(middle);
    (middle * tail / (tail - middle) < hashes ? low : high) = middle;
  }
  return hashes * std::pow(-std::expm1(-low), hashes - 1.0) / low;
}

}  // namespace peel::analysis
