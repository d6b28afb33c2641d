#include "peel/analysis/bloom_rate.hpp"

#include "analysis/block_rates.hpp"
#include "analysis/classic_rate.hpp"

#include <cmath>

namespace peel::analysis {

namespace {

// p: the probability that a cell is set.
double share_set(CellCount cells, HashCount hashes, ItemCount items) {
  if (items.value == 0) return 0;
  const double throws = static_cast<double>(hashes.value) * static_cast<double>(items.value);
  return -std::expm1(throws * std::log1p(-1 / static_cast<double>(cells.value)));
}

}  // namespace

double bloom_rate(CellCount cells, HashCount hashes, ItemCount items) {
  return std::pow(share_set(cells, hashes, items), static_cast<double>(hashes.value));
}

double false_positive_rate(const FilterShape& shape, ItemCount items) {
  if (!shape.is_blocked()) return classic_rate(shape.cells(), shape.hashes(), items);
  BlockRates rates({shape.lanes(), shape.lane_cells(), shape.hashes()});
  return rates.rate(BlockCount(shape.blocks()), items);
}

RateBounds rate_bounds(CellCount cells, HashCount hashes, ItemCount items) {
  const double p = share_set(cells, hashes, items);
  const auto k = static_cast<double>(hashes.value), m = static_cast<double>(cells.value);
  const double excess = k / p * std::sqrt((std::log(m) - 2 * k * std::log(p)) / m);
  return {std::pow(p, k), excess, hashes.value >= 2 && excess < 1};
}

}  // namespace peel::analysis
