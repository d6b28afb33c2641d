#include "peel/analysis/count_min.hpp"

#include "cli/numbers.hpp"
#include "cli/plan/curve_parts.hpp"
#include "cli/plan/curves.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>
#include <string>

namespace peel::cli {

namespace {

constexpr std::size_t kGridCurvePoints = 20;
// Excess is told as a share of so many copies: analysis/ counts them.
constexpr std::uint64_t kCopies = std::uint64_t{1} << 52;

std::string in_rows(RowCount rows) {
  return counted(rows.value, "row");
}

plot::Point promise_of(const GridShape& shape, Rate delta) {
  return {static_cast<double>(shape.bytes()), analysis::count_min_epsilon(shape, delta)};
}

// Grids of so many rows.
plot::Series against_bytes(const GridShape& shape, Span bytes, Rate delta) {
  plot::Series series{in_rows(shape.rows()), plot::Source::theory, {}};
  const double column_bytes = static_cast<double>(shape.rows().value * shape.cell_bits().value) / 8;
  for (const double each : evenly_multiplied(bytes, kGridCurvePoints)) {
    const auto columns = static_cast<std::uint64_t>(std::max(1.0, each / column_bytes));
    const auto grid = GridShape::from({shape.rows(), ColumnCount(columns), shape.cell_bits()});
    if (grid) series.points.push_back(promise_of(*grid, delta));
  }
  put_in_order(series);
  return series;
}

plot::Plot room_for_a_promise(const PlannedGrid& grid) {
  const auto planned = static_cast<double>(grid.shape.bytes());
  plot::Plot plot{
      .title = fmt::format("Answers further off in at most {:.3g} of all cases", grid.delta.value()),
      .x = {.label = "bytes", .scale = plot::Scale::logarithmic},
      .y = {.label = "epsilon: excess as a share of all copies", .scale = plot::Scale::logarithmic},
      .series = {},
      .marks = {{kThisPlan, planned}}};
  const Span bytes{planned / 4, planned * 4};
  plot.series.push_back(against_bytes(grid.shape, bytes, grid.delta));
  plot.series[0].points.insert(plot.series[0].points.begin(), promise_of(grid.shape, grid.delta));
  put_in_order(plot.series[0]);
  std::set<std::uint64_t> others = {1, 2};
  if (grid.smallest) others.insert(grid.smallest->rows().value);
  others.erase(grid.shape.rows().value);
  for (const std::uint64_t rows : others) {
    const auto other = GridShape::from({RowCount(rows), ColumnCount(1), grid.shape.cell_bits()});
    plot.series.push_back(against_bytes(*other, bytes, grid.delta));
  }
  add_target(plot, grid.epsilon->value());
  return plot;
}

// How often an answer is so far off.
plot::Series against_excess(const GridShape& shape, Span shares) {
  plot::Series series{
      fmt::format("{} of {}", in_rows(shape.rows()), counted(shape.columns().value, "column")),
      plot::Source::theory,
      {}};
  for (const double share : evenly_multiplied(shares, kGridCurvePoints)) {
    const auto excess = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(kCopies)));
    series.points.push_back({share, analysis::excess_probability(shape, CopyCount(kCopies), {excess})});
  }
  return series;
}

plot::Plot promises_of_a_grid(const PlannedGrid& grid) {
  const GridShape& shape = grid.shape;
  const double mean = 1 / static_cast<double>(shape.columns().value);
  const double planned = analysis::count_min_epsilon(shape, grid.delta);
  plot::Plot plot{.title = fmt::format("What {} bytes of counters promise", grouped(shape.bytes())),
                  .x = {.label = "excess as a share of all copies", .scale = plot::Scale::logarithmic},
                  .y = {.label = "probability of that or more, at most", .scale = plot::Scale::logarithmic},
                  .series = {},
                  .marks = {{kThisPlan, planned}}};
  const Span shares{std::min(mean, grid.mean_excess.value_or(mean)), std::max(planned, mean) * 8};
  plot.series.push_back(against_excess(shape, shares));
  plot.series[0].points.push_back({planned, grid.delta.value()});
  put_in_order(plot.series[0]);
  // As many counters in fewer rows and in more.
  for (const std::uint64_t rows : {shape.rows().value / 2, shape.rows().value * 2}) {
    if (rows == 0) continue;
    const auto other =
        GridShape::from({RowCount(rows), ColumnCount(shape.cells().value / rows), shape.cell_bits()});
    if (other) plot.series.push_back(against_excess(*other, shares));
  }
  if (grid.mean_excess) plot.marks.push_back({"mean, by Zipf's law", *grid.mean_excess});
  return plot;
}

}  // namespace

plot::Plot grid_curve(const PlannedGrid& grid) {
  return grid.epsilon ? room_for_a_promise(grid) : promises_of_a_grid(grid);
}

}  // namespace peel::cli
