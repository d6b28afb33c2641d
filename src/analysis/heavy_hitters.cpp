#include "peel/analysis/heavy_hitters.hpp"

#include <algorithm>
#include <cmath>

namespace peel::analysis {

ItemCount heavy_kept(ItemCount capacity) {
  return ItemCount(capacity.value - capacity.value / 4);
}

CopyCount heavy_error_bound(ItemCount capacity, CopyCount total) {
  return heavy_error_bound(capacity, {.copies = total, .without = ItemCount(0)});
}

CopyCount heavy_error_bound(ItemCount capacity, RestOfStream rest) {
  const std::uint64_t counters = heavy_kept(capacity).value + 1;
  return CopyCount(rest.copies.value / (counters - std::min(rest.without.value, counters - 1)));
}

ItemCount heavy_capacity_for(Rate epsilon) {
  const double counters = std::ceil(1 / epsilon.value());
  std::uint64_t capacity = std::max<std::uint64_t>(1, static_cast<std::uint64_t>((counters - 1) * 4 / 3));
  while (heavy_epsilon(ItemCount(capacity)) > epsilon.value()) ++capacity;
  while (capacity > 1 && heavy_epsilon(ItemCount(capacity - 1)) <= epsilon.value()) --capacity;
  return ItemCount(capacity);
}

// A purge has to leave k: then it lowers k + 1, and (k + 1) * error <= n. Three quarters of C, rounded up,
// are k or more if C is more than 4 (k - 1) / 3.
ItemCount heavy_capacity_for(ItemCount k) {
  return ItemCount(4 * (std::max<std::uint64_t>(k.value, 1) - 1) / 3 + 1);
}

double heavy_epsilon(ItemCount capacity) {
  return 1 / static_cast<double>(heavy_kept(capacity).value + 1);
}

}  // namespace peel::analysis
