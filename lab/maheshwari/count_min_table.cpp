// The worked example of Count-Min, cell by cell: the stream x, y, y.
#include "peel/frequency/count_min_sketch.hpp"

#include "lab/maheshwari/experiments.hpp"
#include "lab/maheshwari/plain_sketch.hpp"

#include <array>
#include <string>

namespace peel::lab::maheshwari {

namespace {

Printed exactly(const char* text, double value) {
  return {text, Estimate::computed(value), 0, Origin::derived};
}

// The slides count columns from 1.
constexpr std::array<std::uint64_t, 3> kColumnsOfX = {3 - 1, 8 - 1, 5 - 1};
constexpr std::array<std::uint64_t, 3> kColumnsOfY = {6 - 1, 8 - 1, 1 - 1};

using Table = std::array<std::array<std::uint64_t, 10>, 3>;
constexpr Table kAfterX = {{{0, 0, 1}, {0, 0, 0, 0, 0, 0, 0, 1}, {0, 0, 0, 0, 1}}};
constexpr Table kAfterXy = {{{0, 0, 1, 0, 0, 1}, {0, 0, 0, 0, 0, 0, 0, 2}, {1, 0, 0, 0, 1}}};
constexpr Table kAfterXyy = {{{0, 0, 1, 0, 0, 2}, {0, 0, 0, 0, 0, 0, 0, 3}, {2, 0, 0, 0, 1}}};

double cells_as_in(const Table& table, const CountMinSketch& sketch) {
  double same = 0;
  for (std::uint64_t row = 0; row < table.size(); ++row) {
    for (std::uint64_t column = 0; column < table[row].size(); ++column)
      same += sketch.counter(RowCount(row), ColumnCount(column)) == table[row][column] ? 1 : 0;
  }
  return same;
}

}  // namespace

Outcome cms_table(const RunOptions&) {
  CountMinSketch sketch = plain_sketch(RowCount(3), ColumnCount(10), Seed(0));
  const auto same_cells = [&](const char* when, const Table& table) {
    return Finding{.what = std::string("cells as printed after ").append(when),
                   .fact = "001.cms.table",
                   .printed = exactly("all 30", 30),
                   .observed = Estimate::computed(cells_as_in(table, sketch))};
  };
  std::vector<Finding> findings;
  sketch.add(Columns{kColumnsOfX});
  findings.push_back(same_cells("x", kAfterX));
  sketch.add(Columns{kColumnsOfY});
  findings.push_back(same_cells("x, y", kAfterXy));
  sketch.add(Columns{kColumnsOfY});
  findings.push_back(same_cells("x, y, y", kAfterXyy));
  const auto answer = [&](std::span<const std::uint64_t> columns) {
    return Estimate::computed(static_cast<double>(sketch.bounds(Columns{columns}).upper));
  };
  findings.push_back({.what = "f_x, whose truth is 1",
                      .fact = "001.cms.estimates",
                      .observed = answer(kColumnsOfX),
                      .expected = 1});
  findings.push_back({.what = "f_y, whose truth is 2",
                      .fact = "001.cms.estimates",
                      .observed = answer(kColumnsOfY),
                      .expected = 2});
  return {findings};
}

}  // namespace peel::lab::maheshwari
