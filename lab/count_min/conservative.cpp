// 10^7 draws of Zipf 1.1 over 10^7 keys, by both rules.
#include "peel/analysis/count_min_forecast.hpp"
#include "peel/frequency/count_min_sketch.hpp"

#include "lab/count_min/experiments.hpp"
#include "lab/stream_workload.hpp"
#include "lab/trials.hpp"
#include "lab/workload.hpp"

#include <algorithm>

namespace peel::lab::count_min {

namespace {

constexpr ItemCount kKeys(10'000'000);
constexpr CopyCount kCopies(10'000'000);

struct MeanExcess {
  double plain = 0, conservative = 0;
};

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

Estimate mean(const std::vector<MeanExcess>& trials, double (*number)(const MeanExcess&)) {
  std::vector<double> samples;
  std::ranges::transform(trials, std::back_inserter(samples), number);
  return Estimate::mean(samples);
}

}  // namespace

std::vector<Finding> conservative(const RunOptions& options) {
  const GridShape shape = require(GridShape::from({RowCount(5), ColumnCount(65'536), BitWidth(32)}));
  const analysis::Zipf law = require(analysis::Zipf::from({kKeys, 1.1}));
  const auto trials = run_trials(options, 0, [&](Seed seed) {
    const ZipfStream stream = zipf_stream(law, kCopies, seed.derive(0));
    return MeanExcess{mean_excess(stream, shape, CountMinRule::plain, seed.derive(1)),
                      mean_excess(stream, shape, CountMinRule::conservative, seed.derive(1))};
  });
  const double forecast = analysis::CountMinForecast(shape, law, kCopies).of_distinct_keys();
  return {
      {.what = "mean excess, plain rule",
       .printed = Printed{"20.3", Estimate::computed(20.3), 0.05, Origin::measured},
       .observed = mean(trials, [](const MeanExcess& trial) { return trial.plain; }),
       .expected = forecast,
       .believed = Interval{0.99 * forecast, 1.01 * forecast}},
      {.what = "mean excess, conservative rule",
       .printed = Printed{"10.6", Estimate::computed(10.6), 0.05, Origin::measured},
       .observed = mean(trials, [](const MeanExcess& trial) { return trial.conservative; })},
      {.what = "conservative / plain",
       .printed = Printed{"about 1/2", Estimate::computed(0.5), 0.05, Origin::measured},
       .observed = mean(trials, [](const MeanExcess& trial) { return trial.conservative / trial.plain; })}};
}

}  // namespace peel::lab::count_min
