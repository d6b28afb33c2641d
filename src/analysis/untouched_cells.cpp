#include "analysis/untouched_cells.hpp"

#include <algorithm>
#include <cmath>

namespace peel::analysis {

namespace {

// The probability that the last round, of r lanes from a random one on, visits two lanes so far apart.
double both_in_last(std::uint64_t last, std::uint64_t lanes, std::uint64_t apart) {
  const auto starts = [&](std::uint64_t distance) { return last > distance ? last - distance : 0; };
  return static_cast<double>(starts(apart) + starts(lanes - apart)) / static_cast<double>(lanes);
}

}  // namespace

UntouchedCells::UntouchedCells(const FilterShape& shape) : cells_(static_cast<double>(shape.cells().value)) {
  const auto hashes = static_cast<double>(shape.hashes().value);
  if (!shape.is_blocked()) {
    // k throws at one cell each: none touches two cells.
    const double touched = 1 / cells_, odds = touched / (1 - touched);
    ln_untouched_ = hashes * std::log1p(-touched);
    others_ = {{1, -ln_untouched_}, {cells_ - 1, hashes * std::log1p(-odds * odds)}};
    return;
  }
  const std::uint64_t lanes = shape.lanes(), last = shape.hashes().value % lanes;
  const std::uint64_t whole_rounds = shape.hashes().value / lanes;
  const auto blocks = static_cast<double>(shape.blocks());
  const auto rounds = static_cast<double>(whole_rounds);
  const double in_lane = 1 / static_cast<double>(shape.lane_cells());  // chance of a cell in its lane
  const double visited = static_cast<double>(last) / static_cast<double>(lanes);
  // Of a key that is in the block.
  const double left = std::pow(1 - in_lane, rounds) * (1 - visited * in_lane);
  const double touched = (1 - left) / blocks;
  ln_untouched_ = std::log1p(-touched);
  const auto ln_ratio = [&](double neither) {
    const double both = 1 - 2 * left + neither;
    return std::log1p((both / blocks - touched * touched) / ((1 - touched) * (1 - touched)));
  };
  const double lane_cells = 1 / in_lane;
  others_ = {{1, -ln_untouched_},
             {lane_cells - 1, ln_ratio(std::pow(1 - 2 * in_lane, rounds) * (1 - 2 * visited * in_lane))},
             {cells_ - static_cast<double>(shape.block_cells()), ln_ratio(2 * left - 1)}};
  for (std::uint64_t apart = 1; apart < lanes; ++apart) {
    const double both = both_in_last(last, lanes, apart);
    const double in_last = 1 - 2 * visited * in_lane + both * in_lane * in_lane;
    others_.push_back({lane_cells, ln_ratio(std::pow(1 - in_lane, 2 * rounds) * in_last)});
  }
}

double UntouchedCells::items(CellCount set) const {
  return std::log1p(-static_cast<double>(set.value) / cells_) / ln_untouched_;
}

double UntouchedCells::covariance(double shared_items) const {
  double sum = 0;
  for (const Others& others : others_)
    if (others.cells > 0) sum += others.cells * std::expm1(shared_items * others.ln_ratio);
  return std::max(0.0, sum / (cells_ * ln_untouched_ * ln_untouched_));
}

}  // namespace peel::analysis
