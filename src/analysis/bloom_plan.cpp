#include "peel/analysis/bloom_plan.hpp"

#include "peel/analysis/bloom_rate.hpp"

#include "analysis/bisection.hpp"
#include "analysis/block_rates.hpp"
#include "analysis/classic_rate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace peel::analysis {

namespace {

// Plans with one hash more are tried until so many in a row were no better.
constexpr int kWorseFiltersTried = 3;

// Filters of one layout and number of hashes, of any size. A unit is what they grow by: a cell, or a block.
class FilterFamily {
 public:
  explicit FilterFamily(const FilterShape& smallest)
      : smallest_(smallest), unit_(smallest.is_blocked() ? smallest.block_cells() : 1) {
    if (smallest.is_blocked())
      blocks_.emplace(BlockForm{smallest.lanes(), smallest.lane_cells(), smallest.hashes()});
  }

  double rate(std::uint64_t units, ItemCount items) {
    if (blocks_) return blocks_->rate(BlockCount(units), items);
    return classic_rate(CellCount(units), smallest_.hashes(), items);
  }

  std::uint64_t most_units() const { return kMaxFilterBytes / smallest_.cell_bits().value * 8 / unit_; }
  std::uint64_t units_of(CellCount cells) const { return cells.value / unit_; }
  FilterShape with_units(std::uint64_t units) const {
    return *FilterShape::from({.layout = smallest_.layout(),
                               .cells = CellCount(units * unit_),
                               .hashes = smallest_.hashes(),
                               .cell_bits = smallest_.cell_bits()});
  }

  // Where Bloom's formula would have it.
  std::uint64_t guessed_units(ItemCount items, Rate rate) const {
    const auto hashes = static_cast<double>(smallest_.hashes().value);
    const double share_set = std::pow(rate.value(), 1 / hashes);
    const double cells =
        -1 / std::expm1(std::log1p(-share_set) / (hashes * static_cast<double>(items.value)));
    return whole(cells / static_cast<double>(unit_), most_units());
  }
  std::uint64_t guessed_items(CellCount cells, Rate rate) const {
    const auto hashes = static_cast<double>(smallest_.hashes().value);
    const double share_set = std::pow(rate.value(), 1 / hashes);
    return whole(std::log1p(-share_set) / std::log1p(-1 / static_cast<double>(cells.value)) / hashes,
                 std::numeric_limits<std::uint64_t>::max() / 2);
  }

 private:
  static std::uint64_t whole(double number, std::uint64_t most) {
    if (!(number < static_cast<double>(most))) return most;
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(number));
  }

  FilterShape smallest_;
  std::uint64_t unit_;
  std::optional<BlockRates> blocks_;
};

Result<FilterFamily> family_of(FilterLayout layout, BitWidth cell_bits, HashCount hashes) {
  const auto shape = FilterShape::from({.layout = layout,
                                        .cells = CellCount(cells_in_block(layout, cell_bits)),
                                        .hashes = hashes,
                                        .cell_bits = cell_bits});
  if (!shape) return failure(shape.error());
  return FilterFamily(*shape);
}

// The smallest of the family that meets the demand, if any does.
std::optional<FilterPlan> smallest_filter(FilterFamily& family, const FilterDemand& demand) {
  const auto units = fewest_near(
      family.guessed_units(demand.items, demand.rate), family.most_units(),
      [&](std::uint64_t tried) { return family.rate(tried, demand.items) > demand.rate.value(); });
  if (!units) return std::nullopt;
  return FilterPlan{family.with_units(*units), family.rate(*units, demand.items)};
}

std::uint64_t most_hashes(FilterLayout layout) {
  return layout == FilterLayout::classic ? kMaxClassicHashes : kMaxBlockedHashes;
}

}  // namespace

Result<FilterPlan> plan_filter(const FilterDemand& demand) {
  if (demand.items.value == 0)
    return failure(ErrorCode::invalid_argument, "0 items: a filter is planned for 1 or more");
  const auto too_large = failure(ErrorCode::limit_exceeded,
                                 "no " + std::string(name_of(demand.layout)) + " filter of at most " +
                                     std::to_string(kMaxFilterBytes) + " bytes affirms so few others");
  if (demand.rate.value() < kLowestFilterRate) return too_large;
  std::vector<FilterPlan> plans;
  std::uint64_t fewest_cells = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t first = demand.hashes ? demand.hashes->value : 1;
  const std::uint64_t last = demand.hashes ? first : most_hashes(demand.layout);
  int in_vain = 0;
  for (std::uint64_t hashes = first; hashes <= last && in_vain < kWorseFiltersTried; ++hashes) {
    auto family = family_of(demand.layout, demand.cell_bits, HashCount(hashes));
    if (!family) return failure(family.error());
    const auto plan = smallest_filter(*family, demand);
    if (!plan) continue;
    plans.push_back(*plan);
    const std::uint64_t cells = plan->shape.cells().value;
    in_vain = cells < fewest_cells ? 0 : in_vain + 1;
    fewest_cells = std::min(fewest_cells, cells);
  }
  if (plans.empty()) return too_large;
  return *std::ranges::find_if(plans, [&](const FilterPlan& plan) {
    return plan.shape.cells().value - fewest_cells <= fewest_cells / 100;
  });
}

Result<FilterPlan> best_filter(const FilterRoom& room) {
  std::optional<FilterPlan> best;
  int in_vain = 0;
  for (std::uint64_t hashes = 1; hashes <= most_hashes(room.layout) && in_vain < kWorseFiltersTried;
       ++hashes) {
    const auto shape = FilterShape::from({.layout = room.layout,
                                          .cells = room.cells,
                                          .hashes = HashCount(hashes),
                                          .cell_bits = room.cell_bits});
    if (!shape) return failure(shape.error());
    const double rate = false_positive_rate(*shape, room.items);
    const bool is_better = !best || rate < best->rate;
    if (is_better) best.emplace(FilterPlan{*shape, rate});
    in_vain = is_better ? 0 : in_vain + 1;
  }
  return *best;
}

Result<FilterCapacity> roomiest_filter(const FilterLimits& limits) {
  std::optional<FilterCapacity> best;
  int in_vain = 0;
  for (std::uint64_t hashes = 1; hashes <= most_hashes(limits.layout) && in_vain < kWorseFiltersTried;
       ++hashes) {
    const auto shape = FilterShape::from({.layout = limits.layout,
                                          .cells = limits.cells,
                                          .hashes = HashCount(hashes),
                                          .cell_bits = limits.cell_bits});
    if (!shape) return failure(shape.error());
    const ItemCount items = capacity_of(*shape, limits.rate);
    const bool is_better = !best || items > best->items;
    if (is_better) best.emplace(FilterCapacity{*shape, items});
    in_vain = is_better || items == ItemCount(0) ? 0 : in_vain + 1;
  }
  return *best;
}

ItemCount capacity_of(const FilterShape& shape, Rate rate) {
  auto family = *family_of(shape.layout(), shape.cell_bits(), shape.hashes());
  const std::uint64_t units = family.units_of(shape.cells());
  const auto is_too_much = [&](std::uint64_t items) {
    return family.rate(units, ItemCount(items)) > rate.value();
  };
  const auto fewest_too_many =
      fewest_near(family.guessed_items(shape.cells(), rate), std::numeric_limits<std::uint64_t>::max() / 2,
                  [&](std::uint64_t items) { return !is_too_much(items); });
  return ItemCount(*fewest_too_many - 1);
}

}  // namespace peel::analysis
