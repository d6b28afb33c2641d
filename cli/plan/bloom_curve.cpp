#include "peel/analysis/bloom_plan.hpp"

#include "cli/numbers.hpp"
#include "cli/plan/curve_parts.hpp"
#include "cli/plan/curves.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string>

namespace peel::cli {

namespace {

constexpr std::size_t kFilterCurvePoints = 28;
// Rates of line-blocked filters with more hashes than this can take a second each. What the plan has was
// affordable.
constexpr std::uint64_t kMostQuickHashes = 18;

std::uint64_t most_hashes(const FilterShape& shape) {
  if (!shape.is_blocked()) return kMaxClassicHashes;
  return std::max(kMostQuickHashes, shape.hashes().value);
}

FilterShape with_hashes(const FilterShape& shape, std::uint64_t hashes) {
  return *FilterShape::from({.layout = shape.layout(), .cells = shape.cells(), .hashes = HashCount(hashes)});
}

double bits_per_key(const analysis::FilterLoad& load) {
  return static_cast<double>(load.cells.value) / static_cast<double>(load.items.value);
}

// Numbers of hashes that are the best for filters of other sizes, as multiples of this one. If there are
// many, some of them: a few hashes more or less make no difference then.
std::vector<std::uint64_t> hashes_around(const FilterShape& shape, Span sizes) {
  constexpr std::uint64_t kMostTried = 10;
  const std::uint64_t planned = shape.hashes().value;
  const auto scaled = [planned](double size) {
    return static_cast<std::uint64_t>(static_cast<double>(planned) * size);
  };
  const std::uint64_t most = std::min(scaled(sizes.high) + 1, most_hashes(shape));
  const std::uint64_t fewest = std::clamp<std::uint64_t>(scaled(sizes.low), 1, most);
  const std::uint64_t stride = 1 + (most - fewest) / kMostTried;
  std::vector<std::uint64_t> tried = {planned};
  for (std::uint64_t hashes = fewest; hashes <= most; hashes += stride) {
    if (hashes != planned && (hashes <= kMostQuickHashes || !shape.is_blocked())) tried.push_back(hashes);
  }
  return tried;
}

// The lowest rate of each load that one of the numbers of hashes yields.
std::vector<double> lowest_rates(const FilterShape& like, const std::vector<std::uint64_t>& hashes,
                                 const std::vector<analysis::FilterLoad>& loads) {
  std::vector<double> lowest(loads.size(), 1);
  for (const std::uint64_t tried : hashes) {
    const auto rates = analysis::false_positive_rates(with_hashes(like, tried), loads);
    std::ranges::transform(lowest, rates, lowest.begin(), [](double a, double b) { return std::min(a, b); });
  }
  return lowest;
}

plot::Series drawn(const FilterShape& shape, const std::string& more) {
  return {fmt::format("{}{}", name_of(shape.layout()), more), plot::Source::theory, {}};
}

std::string with_so_many(HashCount hashes) {
  return fmt::format(", {}", hashes.value == 1 ? "1 hash" : fmt::format("{} hashes", hashes.value));
}

// Filters of other sizes for the same keys. Each has the best number of hashes, unless that was given.
plot::Series against_bits(const PlannedFilter& plan, Span per_key, std::optional<HashCount> given) {
  const FilterShape& shape = plan.shape;
  const std::uint64_t block = cells_in_block(shape.layout(), shape.cell_bits());
  std::vector<analysis::FilterLoad> loads = {{shape.cells(), plan.items}};
  const double planned = bits_per_key(loads[0]);
  for (const double each : evenly_spaced(per_key, kFilterCurvePoints)) {
    // The plan may have fewer hashes than the best number, if that costs at most 1/100 of the bits. Closer
    // neighbours could be better.
    if (std::abs(each / planned - 1) < 0.02) continue;
    const auto bits = static_cast<std::uint64_t>(each * static_cast<double>(plan.items.value));
    const std::uint64_t blocks = std::max<std::uint64_t>(1, bits / block);
    if (blocks <= 8 * kMaxFilterBytes / block) loads.push_back({CellCount(blocks * block), plan.items});
  }
  const auto hashes = given ? std::vector{given->value}
                            : hashes_around(shape, {per_key.low / planned, per_key.high / planned});
  const std::vector<double> rates = lowest_rates(shape, hashes, loads);
  plot::Series series = drawn(shape, given ? with_so_many(*given) : "");
  series.points.push_back({bits_per_key(loads[0]), analysis::false_positive_rate(shape, plan.items)});
  for (std::size_t i = 1; i < loads.size(); ++i) series.points.push_back({bits_per_key(loads[i]), rates[i]});
  // A filter of another layout may be planned far outside, and one of whole blocks may have far more bits.
  std::erase_if(series.points, [&](const plot::Point& point) { return point.x > 1.01 * per_key.high; });
  put_in_order(series);
  return series;
}

// The same filter with other numbers of hashes.
plot::Series against_hashes(const PlannedFilter& plan, std::uint64_t most) {
  plot::Series series = drawn(plan.shape, "");
  for (std::uint64_t hashes = 1; hashes <= std::min(most, most_hashes(plan.shape)); ++hashes) {
    series.points.push_back({static_cast<double>(hashes),
                             analysis::false_positive_rate(with_hashes(plan.shape, hashes), plan.items)});
  }
  return series;
}

// The same filter with more or fewer keys in it.
plot::Series against_items(const PlannedFilter& plan, Span items) {
  std::vector<analysis::FilterLoad> loads;
  for (const double each : evenly_multiplied(items, kFilterCurvePoints))
    loads.push_back({plan.shape.cells(), ItemCount(static_cast<std::uint64_t>(std::max(1.0, each)))});
  loads.push_back({plan.shape.cells(), plan.items});
  const auto rates = analysis::false_positive_rates(plan.shape, loads);
  plot::Series series = drawn(plan.shape, with_so_many(plan.shape.hashes()));
  for (std::size_t i = 0; i < loads.size(); ++i)
    series.points.push_back({static_cast<double>(loads[i].items.value), rates[i]});
  put_in_order(series);
  return series;
}

// Other layouts may be so much better that the curve of the plan would be level beside them.
void show_down_to_plan(plot::Plot& plot) {
  const auto lowest_of = [](const plot::Series& series) {
    return std::ranges::min(series.points, {}, &plot::Point::y).y;
  };
  const double low = lowest_of(plot.series.front()) / 10;
  if (std::ranges::any_of(plot.series, [&](const auto& series) { return lowest_of(series) < low; }))
    plot.y.low = low;
}

}  // namespace

plot::Plot filter_curve(const PlannedFilters& filters) {
  const PlannedFilter& chosen = filters.chosen;
  const std::string keys = counted(chosen.items.value, "key");
  const std::string bits = counted(chosen.shape.cells().value, "bit");
  plot::Plot plot{
      .title = {}, .x = {.label = {}}, .y = {.label = "rate of false positives"}, .series = {}, .marks = {}};
  std::vector<PlannedFilter> all = {chosen};
  all.insert(all.end(), filters.others.begin(), filters.others.end());
  switch (filters.unknown) {
    case FilterUnknown::bits: {
      const double planned = bits_per_key({chosen.shape.cells(), chosen.items});
      plot.title = fmt::format("Filters for {}", keys);
      plot.x.label = "bits per key";
      for (const PlannedFilter& each : all)
        plot.series.push_back(against_bits(each, {0.6 * planned, 1.5 * planned}, filters.hashes));
      plot.marks = {{kThisPlan, planned}};
      break;
    }
    case FilterUnknown::rate: {
      plot.title = fmt::format("{} in a filter of {}", keys, bits);
      plot.x.label = "hashes";
      for (const PlannedFilter& each : all)
        plot.series.push_back(against_hashes(each, 2 * chosen.shape.hashes().value + 2));
      plot.marks = {{kThisPlan, static_cast<double>(chosen.shape.hashes().value)}};
      break;
    }
    case FilterUnknown::items: {
      const auto planned = static_cast<double>(std::max<std::uint64_t>(1, chosen.items.value));
      plot.title = fmt::format("Keys in a filter of {}", bits);
      plot.x = {.label = "keys in it", .scale = plot::Scale::logarithmic};
      for (const PlannedFilter& each : all)
        plot.series.push_back(against_items(each, {planned / 4, planned * 3}));
      plot.marks = {{kThisPlan, static_cast<double>(chosen.items.value)}};
    }
  }
  if (filters.rate) add_target(plot, filters.rate->value());
  show_probabilities(plot);
  show_down_to_plan(plot);
  return plot;
}

}  // namespace peel::cli
