// The worked example of Count-Min cell by cell, its claims on random streams, and the hardest stream.
#include "peel/analysis/count_min.hpp"

#include "peel/frequency/count_min_sketch.hpp"

#include "lab/maheshwari/experiments.hpp"
#include "lab/stream_workload.hpp"
#include "lab/trials.hpp"
#include "lab/workload.hpp"

#include <array>
#include <string>

namespace peel::lab::maheshwari {

Printed at_most_two_to_the_minus(RowCount rows) {
  const double bound = analysis::slides_delta(rows).value();
  return {"<= 2^-" + std::to_string(rows.value), Estimate{bound, {0, bound}, {0, bound}}, 0, Origin::derived};
}

namespace {

CountMinSketch empty_sketch(RowCount rows, ColumnCount columns, Seed seed) {
  const GridShape shape = require(GridShape::from({rows, columns, BitWidth(32)}));
  return require(CountMinSketch::make(shape, CountMinRule::plain, HashFamily::fast, seed));
}

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

struct Setting {
  const char* name;
  double epsilon;
  std::uint64_t rows;
  double exponent;
};

constexpr ItemCount kValues(400);
constexpr CopyCount kCopies(5000);

// Of all values, those whose answer is too small, and those that exceed the truth by epsilon n or more.
struct Wrong {
  double below = 0, beyond = 0;
};

Wrong wrong_answers(const Setting& setting, const analysis::Zipf& law, Seed seed) {
  const auto columns = static_cast<std::uint64_t>(2 / setting.epsilon + 0.5);
  CountMinSketch sketch = empty_sketch(RowCount(setting.rows), ColumnCount(columns), seed.derive(0));
  const ZipfStream stream = zipf_stream(law, kCopies, seed.derive(1));
  sketch.add(stream.keys);
  const double too_much = setting.epsilon * static_cast<double>(kCopies.value);
  Wrong wrong;
  for (std::uint64_t value = 1; value <= kValues.value; ++value) {
    const std::uint64_t answer = sketch.bounds(value).upper, truth = stream.counts[value];
    if (answer < truth) wrong.below += 1;
    if (answer >= truth && static_cast<double>(answer - truth) >= too_much) wrong.beyond += 1;
  }
  return wrong;
}

}  // namespace

Outcome cms_table(const RunOptions&) {
  CountMinSketch sketch = empty_sketch(RowCount(3), ColumnCount(10), Seed(0));
  const auto same_cells = [&](const char* when, const Table& table) {
    return Finding{.what = std::string("cells as printed after ").append(when),
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
  findings.push_back({.what = "f_x, whose truth is 1", .observed = answer(kColumnsOfX), .expected = 1});
  findings.push_back({.what = "f_y, whose truth is 2", .observed = answer(kColumnsOfY), .expected = 2});
  return {findings};
}

Outcome cms_worst(const RunOptions& options) {
  constexpr std::uint64_t kSketches = 20, kQueries = 50, kCopiesOfEach = 7;
  std::vector<Finding> findings;
  for (const std::uint64_t rows : {1U, 3U}) {
    for (const std::uint64_t items : {2U, 5U, 10U, 50U, 100U}) {
      const auto shares = run_trials(options, findings.size(), [&](Seed seed) {
        std::uint64_t beyond = 0;
        for (std::uint64_t i = 0; i < kSketches; ++i) {
          CountMinSketch sketch = empty_sketch(RowCount(rows), ColumnCount(2 * items), seed.derive(i));
          for (std::uint64_t item = 0; item < items; ++item) sketch.add(item, CopyCount(kCopiesOfEach));
          for (std::uint64_t query = 0; query < kQueries; ++query)
            beyond += sketch.bounds(items + query).upper >= kCopiesOfEach ? 1U : 0U;
        }
        return static_cast<double>(beyond) / (kSketches * kQueries);
      });
      const GridShape shape =
          require(GridShape::from({RowCount(rows), ColumnCount(2 * items), BitWidth(32)}));
      findings.push_back(
          {.what = "Pr[error >= eps n], eps = 1/" + std::to_string(items) + ", r = " + std::to_string(rows),
           .printed = at_most_two_to_the_minus(shape.rows()),
           .observed = Estimate::mean_share(shares, kSketches * kQueries),
           .expected = analysis::collision_probability(shape, ItemCount(items))});
    }
  }
  return {findings};
}

Outcome cms_claim(const RunOptions& options) {
  constexpr std::array kSettings = {Setting{"eps = 0.1, r = 1, Zipf 0", 0.1, 1, 0},
                                    Setting{"eps = 0.1, r = 3, Zipf 0", 0.1, 3, 0},
                                    Setting{"eps = 0.1, r = 1, Zipf 1", 0.1, 1, 1},
                                    Setting{"eps = 0.02, r = 2, Zipf 1", 0.02, 2, 1},
                                    Setting{"eps = 0.02, r = 4, Zipf 1.2", 0.02, 4, 1.2},
                                    Setting{"eps = 0.05, r = 5, Zipf 0.8", 0.05, 5, 0.8}};
  std::vector<Finding> findings;
  double below = 0;
  for (const Setting& setting : kSettings) {
    const analysis::Zipf law = require(analysis::Zipf::from({kValues, setting.exponent}));
    const auto wrong =
        run_trials(options, findings.size(), [&](Seed seed) { return wrong_answers(setting, law, seed); });
    std::vector<double> shares;
    for (const Wrong& of_stream : wrong) {
      below += of_stream.below;
      shares.push_back(of_stream.beyond / static_cast<double>(kValues.value));
    }
    findings.push_back({.what = std::string("Pr[error >= eps n], ").append(setting.name),
                        .printed = at_most_two_to_the_minus(RowCount(setting.rows)),
                        .observed = Estimate::mean_share(shares, kValues.value)});
  }
  findings.push_back({.what = "answers below the truth, in all streams",
                      .printed = exactly("none", 0),
                      .observed = Estimate::computed(below)});
  return {findings};
}

}  // namespace peel::lab::maheshwari
