#include "cli/plan/listing_curve.hpp"

#include "peel/invertible/placement.hpp"

#include "cli/numbers.hpp"
#include "cli/plan/curve_parts.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace peel::cli {

namespace {

// Curves begin where listing hardly ever succeeds, and end where it fails that much more rarely than was
// asked for, or in tables that much larger than planned, and behind the others that were planned.
constexpr double kListingCurveSurelyFails = 0.9, kListingCurveRarer = 100, kListingCurveLarger = 1.4,
                 kListingCurveMuchLarger = 2;

// How far right a table is drawn.
double place_of(const analysis::TableGeometry& table, const ListingTable& drawn, ItemCount items) {
  return static_cast<double>(table.cells.value * drawn.cell_width) / static_cast<double>(items.value);
}

// Where curves end in any case.
double last_place(const ListingTables& tables) {
  const auto planned = [&](const ListingTable& each) { return place_of(each.table, each, tables.items); };
  const double chosen = planned(tables.all.front());
  double last = kListingCurveLarger * chosen;
  for (const ListingTable& each : tables.all) {
    const double place = 1.05 * planned(each);
    if (place < kListingCurveMuchLarger * chosen) last = std::max(last, place);
  }
  return last;
}

plot::Series series_of(const ListingTable& drawn, const ListingTables& tables, Span heights) {
  plot::Series series{drawn.name, plot::Source::theory, {}};
  const std::uint64_t sub_tables = drawn.table.sub_tables.value;
  const auto resized = [&](std::uint64_t sub_cells) {
    return analysis::TableGeometry{CellCount(sub_cells * sub_tables), drawn.table.hashes,
                                   drawn.table.sub_tables, drawn.table.light};
  };
  const auto draw = [&](const analysis::TableGeometry& table) {
    series.points.push_back({place_of(table, drawn, tables.items), drawn.failure(table)});
  };
  const double last = last_place(tables);
  const double cells = last * static_cast<double>(tables.items.value) / static_cast<double>(drawn.cell_width);
  const auto most = static_cast<std::uint64_t>(std::min(cells, static_cast<double>(kMaxCells))) / sub_tables;
  for (const std::uint64_t sub_cells :
       sizes_down_to(heights, {drawn.fewest_sub_cells, std::max(drawn.fewest_sub_cells, most)},
                     [&](std::uint64_t tried) { return drawn.failure(resized(tried)); })) {
    draw(resized(sub_cells));
  }
  if (place_of(drawn.table, drawn, tables.items) <= last) draw(drawn.table);
  put_in_order(series);
  return series;
}

}  // namespace

plot::Plot listing_curve(const ListingTables& tables) {
  const ListingTable& chosen = tables.all.front();
  const double target = tables.incomplete.value();
  Span heights{target / kListingCurveRarer, std::max(kListingCurveSurelyFails, target)};
  // A plan may have more cells than this target asks for.
  const double planned = chosen.failure(chosen.table);
  if (planned > 0) heights.low = std::min(heights.low, planned / 3);
  plot::Plot plot{.title = {},
                  .x = {.label = {}},
                  .y = {.label = "probability that keys are left over"},
                  .series = {},
                  .marks = {{kThisPlan, place_of(chosen.table, chosen, tables.items)}}};
  for (const ListingTable& each : tables.all) plot.series.push_back(series_of(each, tables, heights));
  add_target(plot, target);
  show_probabilities(plot);
  return plot;
}

std::string in_words(const analysis::TableGeometry& table) {
  if (table.light.any()) {
    return fmt::format("{} or {} hashes, irregular", table.light.hashes.value, table.hashes.value);
  }
  std::string hashes = fmt::format("{} hashes", table.hashes.value);
  if (table.sub_tables.value == table.hashes.value) return hashes;
  return fmt::format("{}, {} segments", hashes, grouped(table.sub_tables.value));
}

}  // namespace peel::cli
