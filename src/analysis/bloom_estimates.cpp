#include "peel/analysis/bloom_estimates.hpp"

#include <cmath>
#include <limits>

namespace peel::analysis {

namespace {

constexpr ItemEstimate kUnknown{std::numeric_limits<double>::infinity(),
                                std::numeric_limits<double>::infinity()};

}  // namespace

ItemEstimate estimated_items(const FilterShape& shape, CellCount set) {
  const auto cells = static_cast<double>(shape.cells().value);
  const auto hashes = static_cast<double>(shape.hashes().value);
  if (set.value >= shape.cells().value) return kUnknown;
  if (set.value == 0) return {0, 0};
  const double throws = std::log1p(-static_cast<double>(set.value) / cells) / std::log1p(-1 / cells);
  const double load = throws / cells;
  return {throws / hashes, std::sqrt(cells * (std::expm1(load) - load)) / hashes};
}

ItemEstimate estimated_items(const FilterShape& shape, std::span<const std::uint64_t> blocks_by_set) {
  const auto hashes = shape.hashes().value;
  const auto lanes = shape.lanes();
  const auto lane_cells = static_cast<double>(shape.lane_cells());
  const auto cells = static_cast<double>(shape.block_cells());
  // ln of the probability that one key leaves a cell of its block untouched.
  const double untouched = static_cast<double>(hashes / lanes) * std::log1p(-1 / lane_cells) +
                           std::log1p(-static_cast<double>(hashes % lanes) / cells);
  double items = 0, variance = 0;
  for (std::size_t set = 1; set < blocks_by_set.size(); ++set) {
    const auto blocks = static_cast<double>(blocks_by_set[set]);
    if (blocks == 0) continue;
    if (set >= shape.block_cells()) return kUnknown;
    const double keys = std::log1p(-static_cast<double>(set) / cells) / untouched;
    const double load = keys * static_cast<double>(hashes) / cells;
    items += blocks * keys;
    variance += blocks * cells * (std::expm1(load) - load);
  }
  return {items, std::sqrt(variance) / static_cast<double>(hashes)};
}

double rate_given(const FilterShape& shape, CellCount set) {
  return std::pow(static_cast<double>(set.value) / static_cast<double>(shape.cells().value),
                  static_cast<double>(shape.hashes().value));
}

double rate_given(const FilterShape& shape, std::span<const std::uint8_t> set) {
  const auto lanes = shape.lanes();
  const auto full_rounds = shape.hashes().value / lanes, in_last = shape.hashes().value % lanes;
  const auto share = [&](std::uint64_t lane) {
    return static_cast<double>(set[lane % lanes]) / static_cast<double>(shape.lane_cells());
  };
  double full = 1;
  for (std::uint64_t lane = 0; lane < lanes; ++lane) full *= std::pow(share(lane), full_rounds);
  if (in_last == 0) return full;
  double last = 0;
  for (std::uint64_t start = 0; start < lanes; ++start) {
    double round = 1;
    for (std::uint64_t i = 0; i < in_last; ++i) round *= share(start + i);
    last += round;
  }
  return full * last / static_cast<double>(lanes);
}

}  // namespace peel::analysis
