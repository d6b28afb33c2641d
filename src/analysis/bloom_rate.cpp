#include "peel/analysis/bloom_rate.hpp"

#include "analysis/block_rates.hpp"
#include "analysis/classic_rate.hpp"

#include <cmath>
#include <optional>

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
  const FilterLoad load{shape.cells(), items};
  return false_positive_rates(shape, {&load, 1}).front();
}

std::vector<double> false_positive_rates(const FilterShape& like, std::span<const FilterLoad> loads) {
  std::optional<BlockRates> blocks;
  if (like.is_blocked()) blocks.emplace(BlockForm{like.lanes(), like.lane_cells(), like.hashes()});
  std::vector<double> rates;
  for (const FilterLoad& load : loads) {
    rates.push_back(blocks ? blocks->rate(BlockCount(load.cells.value / like.block_cells()), load.items)
                           : classic_rate(load.cells, like.hashes(), load.items));
  }
  return rates;
}

RateBounds rate_bounds(CellCount cells, HashCount hashes, ItemCount items) {
  const double p = share_set(cells, hashes, items);
  const auto k = static_cast<double>(hashes.value), m = static_cast<double>(cells.value);
  const double excess = k / p * std::sqrt((std::log(m) - 2 * k * std::log(p)) / m);
  return {std::pow(p, k), excess, hashes.value >= 2 && excess < 1};
}

}  // namespace peel::analysis
