// Grids that keep a promise. A number of columns is found by asking count_min_epsilon, not by rounding a
// quotient up: so the way there and the way back agree to the last bit, and an epsilon of 1/300 gets 600
// columns though 2 / (1/300) may come out above 600.
#include "peel/analysis/count_min.hpp"

#include "analysis/bisection.hpp"
#include "core/shortest.hpp"

#include <cmath>
#include <string>
#include <utility>

namespace peel::analysis {

namespace {

// What one row may have of the largest grid.
std::uint64_t most_columns(RowCount rows, BitWidth cell_bits) {
  return kMaxGridBytes / (cell_bits.value / 8) / rows.value;
}

Result<GridShape> fewest_columns(const CountMinPromise& promise, const GridSpec& any) {
  if (auto shape = GridShape::from(any); !shape) return shape;  // rows or width out of range
  const auto with_columns = [&](std::uint64_t columns) {
    return *GridShape::from({any.rows, ColumnCount(columns), any.cell_bits});
  };
  const auto fails = [&](std::uint64_t columns) {
    return count_min_epsilon(with_columns(columns), promise.delta) > promise.epsilon.value();
  };
  const std::uint64_t most = most_columns(any.rows, any.cell_bits);
  const double about = std::ceil(count_min_epsilon(with_columns(1), promise.delta) / promise.epsilon.value());
  const std::uint64_t guess = about < static_cast<double>(most) ? static_cast<std::uint64_t>(about) : most;
  const auto columns = fewest_near(guess, most, fails);
  if (!columns) {
    return failure(ErrorCode::limit_exceeded,
                   "an epsilon of " + shortest(promise.epsilon.value()) + " in " +
                       std::to_string(any.rows.value) + (any.rows.value == 1 ? " row" : " rows") +
                       " needs a grid of more than " + std::to_string(kMaxGridBytes) + " bytes");
  }
  return with_columns(*columns);
}

}  // namespace

Result<GridShape> slides_grid(const CountMinPromise& promise, BitWidth cell_bits) {
  std::uint64_t rows = 1;
  while (rows <= kMaxGridRows && slides_delta(RowCount(rows)) > promise.delta) ++rows;
  if (rows > kMaxGridRows) {
    return failure(ErrorCode::limit_exceeded, "a delta of " + shortest(promise.delta.value()) +
                                                  " needs more than " + std::to_string(kMaxGridRows) +
                                                  " rows");
  }
  return fewest_columns({promise.epsilon, slides_delta(RowCount(rows))},
                        {RowCount(rows), ColumnCount(1), cell_bits});
}

Result<GridShape> grid_of_rows(const CountMinPromise& promise, RowCount rows, BitWidth cell_bits) {
  return fewest_columns(promise, {rows, ColumnCount(1), cell_bits});
}

Result<GridShape> smallest_grid(const CountMinPromise& promise, BitWidth cell_bits) {
  auto best = grid_of_rows(promise, RowCount(kMaxGridRows), cell_bits);
  for (std::uint64_t rows = kMaxGridRows; rows >= 1; --rows) {
    auto shape = grid_of_rows(promise, RowCount(rows), cell_bits);
    if (shape && (!best || shape->cells() <= best->cells())) best = std::move(shape);
  }
  return best;
}

}  // namespace peel::analysis
