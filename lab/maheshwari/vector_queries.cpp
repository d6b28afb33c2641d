// The last slide's queries on a vector that a stream adds up: ranges, inner products, and counts that may
// fall, by the median. The slides promise nothing in numbers; the bounds are the library's own.
#include "peel/analysis/count_min.hpp"
#include "peel/analysis/signed_sketch.hpp"
#include "peel/frequency/count_min_sketch.hpp"
#include "peel/frequency/range_sketch.hpp"
#include "peel/frequency/signed_sketch.hpp"

#include "lab/maheshwari/experiments.hpp"
#include "lab/maheshwari/plain_sketch.hpp"
#include "lab/stream_workload.hpp"
#include "lab/trials.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace peel::lab::maheshwari {

namespace {

constexpr ItemCount kVectorValues(4'000);
constexpr BitWidth kKeyBits(12);
constexpr CopyCount kVectorCopies(10'000);
constexpr RowCount kVectorRows(3);
constexpr ColumnCount kColumns(200);
constexpr std::uint64_t kVectorQueries = 100;

// Of the answers of one trial.
struct VectorAnswers {
  double below = 0;   // the truth
  double beyond = 0;  // the bounds, a share of all
  double error = 0;   // on average
};

ZipfStream stream_of(Seed seed) {
  return zipf_stream(require(analysis::Zipf::from({kVectorValues, 0.8})), kVectorCopies, seed);
}

VectorAnswers ranges(Seed seed) {
  const ZipfStream stream = stream_of(seed.derive(0));
  const GridShape grid = require(GridShape::from({kVectorRows, kColumns, BitWidth(32)}));
  RangeSketch sketch(require(RangeShape::from(grid, kKeyBits)), HashFamily::fast, seed.derive(1));
  require(sketch.add(stream.keys));
  VectorAnswers answers;
  for (std::uint64_t i = 0; i < kVectorQueries; ++i) {
    const std::uint64_t a = 1 + key_at(seed.derive(2), 2 * i) % kVectorValues.value,
                        b = 1 + key_at(seed.derive(2), 2 * i + 1) % kVectorValues.value;
    const auto first = stream.counts.begin() + static_cast<std::ptrdiff_t>(std::min(a, b)),
               last = stream.counts.begin() + static_cast<std::ptrdiff_t>(std::max(a, b)) + 1;
    const std::uint64_t truth = std::accumulate(first, last, std::uint64_t{0});
    const CountBounds bounds = sketch.range({.first = std::min(a, b), .last = std::max(a, b)});
    answers.below += bounds.upper < truth ? 1 : 0;
    answers.beyond += bounds.lower > truth ? 1.0 / kVectorQueries : 0;
    answers.error += (static_cast<double>(bounds.upper) - static_cast<double>(truth)) / kVectorQueries;
  }
  return answers;
}

double dot(const ZipfStream& a, const ZipfStream& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.counts.size(); ++i)
    sum += static_cast<double>(a.counts[i]) * static_cast<double>(b.counts[i]);
  return sum;
}

// One product for each trial; its error in n m.
VectorAnswers product(Seed seed) {
  const ZipfStream first = stream_of(seed.derive(0)), second = stream_of(seed.derive(1));
  CountMinSketch a = plain_sketch(kVectorRows, kColumns, seed.derive(2)),
                 b = plain_sketch(kVectorRows, kColumns, seed.derive(2));
  a.add(first.keys);
  b.add(second.keys);
  const InnerProduct answer = require(inner_product(a, b));
  const double truth = dot(first, second), upper = static_cast<double>(answer.upper);
  const auto n = static_cast<double>(kVectorCopies.value);
  return {upper < truth ? 1.0 : 0.0, static_cast<double>(answer.lower) > truth ? 1.0 : 0.0,
          (upper - truth) / n / n};
}

// The second stream is taken from the first, so that counts are of both signs.
VectorAnswers medians(Seed seed) {
  const ZipfStream added = stream_of(seed.derive(0)), taken = stream_of(seed.derive(1));
  const GridShape grid = require(GridShape::from({kVectorRows, kColumns, BitWidth(64)}));
  SignedSketch sketch = require(SignedSketch::make(grid, HashFamily::fast, seed.derive(2)));
  require(sketch.add(added.keys));
  for (const std::uint64_t key : taken.keys) require(sketch.add(key, CountChange{-1}));
  std::vector<std::uint64_t> asked(kVectorValues.value);
  std::iota(asked.begin(), asked.end(), std::uint64_t{1});
  std::vector<SignedBounds> bounds(asked.size());
  sketch.bounds(asked, bounds);
  VectorAnswers answers;
  const auto values = static_cast<double>(kVectorValues.value);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const std::int64_t truth =
        static_cast<std::int64_t>(added.counts[asked[i]]) - static_cast<std::int64_t>(taken.counts[asked[i]]);
    answers.below += bounds[i].estimate < truth ? 1 / values : 0;
    answers.beyond += bounds[i].lower > truth || bounds[i].upper < truth ? 1 / values : 0;
    answers.error += static_cast<double>(bounds[i].estimate - truth) / values;
  }
  return answers;
}

Estimate mean(const std::vector<VectorAnswers>& trials, double VectorAnswers::*which) {
  return Estimate::mean(numbers_of(trials, which));
}

Estimate share(const std::vector<VectorAnswers>& trials, std::uint64_t of_each) {
  return Estimate::mean_share(numbers_of(trials, &VectorAnswers::beyond), of_each);
}

Finding none_below(const char* what, const std::vector<VectorAnswers>& trials) {
  return {.what = what, .observed = mean(trials, &VectorAnswers::below), .expected = 0};
}

Finding seldom_beyond(const char* what, const Estimate& observed, double allowed) {
  return {.what = what,
          .printed = Printed{"<= the stated risk", Estimate::computed(allowed), 0, Origin::derived,
                             Relation::at_most},
          .observed = observed};
}

}  // namespace

Outcome vector_queries(const RunOptions& options) {
  const auto of_ranges = run_trials(options, 0, ranges);
  const auto of_products = run_trials(options, 1, product);
  const auto of_medians = run_trials(options, 2, medians);
  const double delta = analysis::slides_delta(kVectorRows).value();
  const GridShape grid = require(GridShape::from({kVectorRows, kColumns, BitWidth(64)}));
  return {
      {none_below("range: answers below the truth", of_ranges),
       seldom_beyond("range: answers beyond the margin of the library", share(of_ranges, kVectorQueries),
                     delta),
       {.what = "range: mean excess, copies of 10,000", .observed = mean(of_ranges, &VectorAnswers::error)},
       none_below("inner product: answers below the truth", of_products),
       seldom_beyond("inner product: answers 2 n m / b or more too large", share(of_products, 1), delta),
       {.what = "inner product: mean excess, in n m", .observed = mean(of_products, &VectorAnswers::error)},
       seldom_beyond("counts of both signs: medians outside of the library's bounds",
                     share(of_medians, kVectorValues.value), analysis::signed_failure(grid)),
       {.what = "counts of both signs: mean error of the median, with signs",
        .observed = mean(of_medians, &VectorAnswers::error),
        .expected = 0}}};
}

}  // namespace peel::lab::maheshwari
