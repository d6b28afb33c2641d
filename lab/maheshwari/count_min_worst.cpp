// The hardest stream for Count-Min: 1/eps items that came eps n times each. One of them in the counter of a
// key is enough to put the answer off by eps n.
#include "peel/analysis/count_min.hpp"

#include "lab/maheshwari/experiments.hpp"
#include "lab/maheshwari/plain_sketch.hpp"
#include "lab/trials.hpp"

#include <array>
#include <string>

namespace peel::lab::maheshwari {

namespace {

constexpr std::uint64_t kSketches = 20, kAbsentQueries = 50, kCopiesOfEach = 7;

struct Instance {
  const char* fact;
  std::uint64_t items;
};
constexpr std::array kInstances = {Instance{"001.cms.worst.eps1_2", 2}, Instance{"001.cms.worst.eps1_5", 5},
                                   Instance{"001.cms.worst.eps1_10", 10},
                                   Instance{"001.cms.worst.eps1_50", 50},
                                   Instance{"001.cms.worst.eps1_100", 100}};

// Shares of keys that never came and whose answer is eps n or more, and more than eps n.
struct TooLarge {
  double or_equal = 0, strictly = 0;
};

TooLarge too_large(RowCount rows, std::uint64_t items, Seed seed) {
  TooLarge share;
  for (std::uint64_t i = 0; i < kSketches; ++i) {
    CountMinSketch sketch = plain_sketch(rows, ColumnCount(2 * items), seed.derive(i));
    for (std::uint64_t item = 0; item < items; ++item) sketch.add(item, CopyCount(kCopiesOfEach));
    for (std::uint64_t query = 0; query < kAbsentQueries; ++query) {
      const std::uint64_t answer = sketch.bounds(items + query).upper;
      share.or_equal += answer >= kCopiesOfEach ? 1.0 / (kSketches * kAbsentQueries) : 0;
      share.strictly += answer > kCopiesOfEach ? 1.0 / (kSketches * kAbsentQueries) : 0;
    }
  }
  return share;
}

struct Measured {
  Estimate or_equal, strictly;
};

Measured measure(RowCount rows, std::uint64_t items, const RunOptions& options) {
  const auto shares =
      run_trials(options, 1000 * rows.value + items, [&](Seed seed) { return too_large(rows, items, seed); });
  std::vector<double> or_equal, strictly;
  for (const TooLarge& share : shares) {
    or_equal.push_back(share.or_equal);
    strictly.push_back(share.strictly);
  }
  return {Estimate::mean_share(or_equal, kSketches * kAbsentQueries),
          Estimate::mean_share(strictly, kSketches * kAbsentQueries)};
}

// With two items in four columns, the step of the proof speaks of an event that is seven times rarer than
// that of the claim: both items in the key's counter.
Finding markov(const Measured& of_two, double expected) {
  return {.what = "Pr[X >= eps n], where the step of the proof has X > eps n; eps = 1/2, r = 1",
          .fact = "001.cms.markov",
          .printed = Printed{"Pr[X > eps n] = 1/16", Estimate::computed(1.0 / 16), 0, Origin::derived},
          .observed = of_two.or_equal,
          .expected = expected};
}

}  // namespace

Outcome cms_worst(const RunOptions& options) {
  Outcome outcome;
  plot::Plot& plot = outcome.plots.emplace_back();
  plot.title = "Count-Min on 1/eps items of equal frequency, b = 2/eps columns";
  plot.x = {.label = "items, 1/eps", .scale = plot::Scale::logarithmic};
  plot.y = {.label = "probability of an error of eps n or more", .low = 0.0};
  for (const RowCount rows : {RowCount(1), RowCount(3)}) {
    const std::string r = ", r = " + std::to_string(rows.value);
    plot::Series bound{"bound 2^-r" + r, plot::Source::printed, {}},
        exact{"exact" + r, plot::Source::theory, {}}, observed{"sketches" + r, plot::Source::observed, {}};
    for (const Instance& instance : kInstances) {
      const Measured measured = measure(rows, instance.items, options);
      const GridShape shape = require(GridShape::from({rows, ColumnCount(2 * instance.items), BitWidth(32)}));
      const double expected = analysis::collision_probability(shape, ItemCount(instance.items));
      const bool of_one_row = rows.value == 1;
      outcome.findings.push_back({.what = "Pr[error >= eps n], eps = 1/" + std::to_string(instance.items) + r,
                                  .fact = of_one_row ? instance.fact : "",
                                  .printed = at_most_two_to_the_minus(rows),
                                  .observed = measured.or_equal,
                                  .expected = expected});
      if (of_one_row && instance.items == 2) {
        outcome.findings.push_back(markov(measured, expected));
        outcome.findings.push_back(
            {.what = "Pr[X > eps n]; eps = 1/2, r = 1", .observed = measured.strictly, .expected = 1.0 / 16});
      }
      const auto x = static_cast<double>(instance.items);
      bound.points.push_back({x, analysis::slides_delta(rows).value()});
      exact.points.push_back({x, expected});
      observed.points.push_back(
          {x, measured.or_equal.value, measured.or_equal.shown.low, measured.or_equal.shown.high});
    }
    plot.series.insert(plot.series.end(), {bound, exact, observed});
  }
  return outcome;
}

}  // namespace peel::lab::maheshwari
