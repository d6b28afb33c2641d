// 10^7 draws of Zipf 1.1 over 10^7 keys, in grids of three sizes, and by both rules in the middle one.
#include "peel/analysis/count_min.hpp"
#include "peel/analysis/count_min_forecast.hpp"
#include "peel/frequency/count_min_sketch.hpp"

#include "lab/count_min/experiments.hpp"
#include "lab/stream_workload.hpp"
#include "lab/trials.hpp"
#include "lab/workload.hpp"

#include <string>
#include <utility>

namespace peel::lab::count_min {

namespace {

constexpr ItemCount kKeys(10'000'000);
constexpr CopyCount kCopies(10'000'000);

// Of the plain rule in all sizes, of the conservative one in the middle.
struct MeanExcess {
  double narrow = 0, plain = 0, wide = 0, conservative = 0;
};

GridShape five_rows(ColumnCount columns) {
  return require(GridShape::from({RowCount(5), columns, BitWidth(32)}));
}

// Over the different keys of the stream.
double mean_excess(const ZipfStream& stream, const GridShape& shape, CountMinRule rule, Seed seed) {
  CountMinSketch sketch = require(CountMinSketch::make(shape, rule, HashFamily::fast, seed));
  sketch.add(stream.keys);
  std::uint64_t excess = 0, distinct = 0;
  for (std::uint64_t key = 1; key < stream.counts.size(); ++key) {
    if (stream.counts[key] == 0) continue;
    ++distinct;
    excess += sketch.bounds(key).upper - stream.counts[key];
  }
  return static_cast<double>(excess) / static_cast<double>(distinct);
}

// As a prototype of ours measured it.
struct Figure {
  const char* text;
  double value;
  double rounding;
};

Printed measured(const Figure& figure) {
  return {figure.text, Estimate::computed(figure.value), figure.rounding, Origin::measured};
}

Estimate mean(const std::vector<MeanExcess>& trials, double (*number)(const MeanExcess&)) {
  return Estimate::mean(numbers_of(trials, number));
}

// Findings of the plain rule, by columns; and the conservative one in the middle size.
plot::Plot by_columns(const std::vector<GridShape>& shapes, const std::vector<Finding>& findings) {
  plot::Series bound{"bound of the mean, n / b", plot::Source::printed, {}},
      forecast{"forecast", plot::Source::theory, {}}, plain{"plain", plot::Source::observed, {}},
      conservative{"conservative", plot::Source::ours, {}};
  const auto point = [](double x, const Estimate& estimate) {
    return plot::Point{x, estimate.value, estimate.shown.low, estimate.shown.high};
  };
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const auto columns = static_cast<double>(shapes[i].columns().value);
    bound.points.push_back({columns, analysis::expected_excess(shapes[i], kCopies)});
    forecast.points.push_back({columns, *findings[i].expected});
    plain.points.push_back(point(columns, *findings[i].observed));
  }
  conservative.points.push_back(
      point(static_cast<double>(shapes[1].columns().value), *findings[shapes.size()].observed));
  return {.title = "Count-Min in 5 rows, 10^7 draws of Zipf 1.1",
          .x = {.label = "columns b", .scale = plot::Scale::logarithmic},
          .y = {.label = "mean excess of an answer, copies", .scale = plot::Scale::logarithmic},
          .series = {bound, forecast, plain, conservative}};
}

}  // namespace

Outcome conservative(const RunOptions& options) {
  const GridShape narrow = five_rows(ColumnCount(4096)), middle = five_rows(ColumnCount(65'536)),
                  wide = five_rows(ColumnCount(1 << 20));
  const analysis::Zipf law = require(analysis::Zipf::from({kKeys, 1.1}));
  const auto trials = run_trials(options, 0, [&](Seed seed) {
    const ZipfStream stream = zipf_stream(law, kCopies, seed.derive(0));
    return MeanExcess{mean_excess(stream, narrow, CountMinRule::plain, seed.derive(1)),
                      mean_excess(stream, middle, CountMinRule::plain, seed.derive(1)),
                      mean_excess(stream, wide, CountMinRule::plain, seed.derive(1)),
                      mean_excess(stream, middle, CountMinRule::conservative, seed.derive(1))};
  });
  const auto plain = [&](const GridShape& shape, Printed printed, double (*number)(const MeanExcess&)) {
    const double forecast = analysis::CountMinForecast(shape, law, kCopies).of_distinct_keys();
    return Finding{.what = "mean excess, " + std::to_string(shape.columns().value) + " columns",
                   .printed = std::move(printed),
                   .observed = mean(trials, number),
                   .expected = forecast,
                   .believed = Interval{0.99 * forecast, 1.01 * forecast}};
  };
  const std::vector<Finding> findings = {
      plain(narrow, measured({"634", 634, 0.5}), [](const MeanExcess& trial) { return trial.narrow; }),
      plain(middle, measured({"20.3", 20.3, 0.05}), [](const MeanExcess& trial) { return trial.plain; }),
      plain(wide, measured({"0.13", 0.13, 0.005}), [](const MeanExcess& trial) { return trial.wide; }),
      {.what = "the same of 65536 columns, conservative update",
       .printed = measured({"10.6", 10.6, 0.05}),
       .observed = mean(trials, [](const MeanExcess& trial) { return trial.conservative; })},
      {.what = "conservative / plain",
       .printed = measured({"about 1/2", 0.5, 0.05}),
       .observed = mean(trials, [](const MeanExcess& trial) { return trial.conservative / trial.plain; })}};
  return {findings, {by_columns({narrow, middle, wide}, findings)}};
}

}  // namespace peel::lab::count_min
