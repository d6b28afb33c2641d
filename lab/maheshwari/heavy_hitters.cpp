// The heap of the slides, as they describe it and with stale entries left out, beside certain counters.
#include "peel/frequency/heavy_hitters.hpp"

#include "peel/analysis/count_min.hpp"
#include "peel/frequency/count_min_heap.hpp"

#include "lab/maheshwari/experiments.hpp"
#include "lab/stream_workload.hpp"
#include "lab/trials.hpp"
#include "lab/workload.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace peel::lab::maheshwari {

namespace {

constexpr ItemCount kK(100), kHeapKeys(2000);
constexpr RowCount kHeapRows(5);
constexpr CopyCount kHeapCopies(20'000);
constexpr std::uint64_t kHeavy = kHeapCopies.value / kK.value;

// Keys by how often they came, in twentieths of n/k.
constexpr std::uint64_t kSteps = 30, kStepsOfOne = 20;
using ByFrequency = std::array<double, kSteps>;

// What is reported of one stream.
struct Report {
  double missing = 0;   // keys that came n/k times and are not there
  double smallest = 0;  // how often the least frequent one that is there came, in n/k
  double light = 0;     // share of all keys that are there, and came less than 2/3 of n/k times
  ByFrequency reported{};
};

struct Trial {
  Report cleaned, as_printed, counters;
  double largest_heap = 0;
  ByFrequency keys{};
};

void count(std::uint64_t copies, ByFrequency& keys) {
  const std::uint64_t step = copies * kStepsOfOne / kHeavy;
  if (copies > 0 && step < kSteps) keys[step] += 1;
}

Report report_on(const std::vector<HeavyItem>& items, const ZipfStream& stream) {
  Report report;
  std::uint64_t smallest = kHeapCopies.value, found = 0, light = 0;
  for (const HeavyItem& item : items) {
    const std::uint64_t copies = stream.counts[item.key];
    smallest = std::min(smallest, copies);
    found += copies >= kHeavy ? 1U : 0U;
    light += 3 * copies < 2 * kHeavy ? 1U : 0U;
    count(copies, report.reported);
  }
  const auto heavy = std::ranges::count_if(stream.counts, [](std::uint64_t n) { return n >= kHeavy; });
  report.missing = static_cast<double>(heavy) - static_cast<double>(found);
  report.smallest = static_cast<double>(smallest) / static_cast<double>(kHeavy);
  report.light = static_cast<double>(light) / static_cast<double>(kHeapKeys.value);
  return report;
}

Trial run(const analysis::Zipf& law, Seed seed) {
  const ZipfStream stream = zipf_stream(law, kHeapCopies, seed.derive(0));
  CountMinHeap heap = require(CountMinHeap::make(kK, kHeapRows, HashFamily::fast, seed.derive(1)));
  HeavyHitters counters = require(HeavyHitters::make(ItemCount(6 * kK.value), seed.derive(2)));
  Trial trial;
  for (std::size_t i = 0; i < stream.keys.size(); ++i) {
    heap.add(stream.keys[i]);
    if (i % 16 == 0)  // listing the heap takes longer than adding to it
      trial.largest_heap = std::max(trial.largest_heap, static_cast<double>(heap.heap().size()));
  }
  counters.add(stream.keys);
  trial.cleaned = report_on(heap.heavy(), stream);
  trial.as_printed = report_on(heap.heap(), stream);
  trial.counters = report_on(counters.heavy(kK), stream);
  for (const std::uint64_t copies : stream.counts) count(copies, trial.keys);
  return trial;
}

// The stream x, y, y, y ...: nobody enters after y, so x stays. How often it came, in n/k.
double stale_entry(Seed seed) {
  ZipfStream stream{std::vector<std::uint64_t>(kHeapCopies.value, 2), {0, 1, kHeapCopies.value - 1}};
  stream.keys[0] = 1;
  CountMinHeap heap = require(CountMinHeap::make(kK, kHeapRows, HashFamily::fast, seed));
  for (const std::uint64_t key : stream.keys) heap.add(key);
  return report_on(heap.heap(), stream).smallest;
}

// Of all streams.
double most_missing(const std::vector<Trial>& trials, Report Trial::*which) {
  return std::ranges::max(numbers_of(trials, [=](const Trial& trial) { return (trial.*which).missing; }));
}

double smallest(const std::vector<Trial>& trials, Report Trial::*which) {
  return std::ranges::min(numbers_of(trials, [=](const Trial& trial) { return (trial.*which).smallest; }));
}

// Streams of which a key is reported that came less than two thirds of n/k times.
Estimate share_with_light(const std::vector<Trial>& trials, Report Trial::*which) {
  const auto light =
      std::ranges::count_if(trials, [=](const Trial& trial) { return (trial.*which).light > 0; });
  return Estimate::proportion(static_cast<std::uint64_t>(light), trials.size());
}

Printed none() {
  return {"none", Estimate::computed(0), 0, Origin::derived};
}

Printed at_least_two_thirds() {
  return {">= 0.667", Estimate::computed(0.667), 0.0005, Origin::derived, Relation::at_least};
}

plot::Series share_reported(const std::string& name, plot::Source source, Report Trial::*which,
                            const std::vector<Trial>& trials) {
  plot::Series series{name, source, {}};
  for (std::size_t step = 0; step < kSteps; ++step) {
    std::uint64_t keys = 0, reported = 0;
    for (const Trial& trial : trials) {
      keys += static_cast<std::uint64_t>(trial.keys[step]);
      reported += static_cast<std::uint64_t>((trial.*which).reported[step]);
    }
    if (keys == 0) continue;
    const Estimate share = Estimate::proportion(reported, keys);
    series.points.push_back(
        {(static_cast<double>(step) + 0.5) / kStepsOfOne, share.value, share.shown.low, share.shown.high});
  }
  return series;
}

plot::Plot reported_by_frequency(const std::vector<Trial>& trials) {
  using enum plot::Source;
  return {.title = "Which keys are reported, k = 100, streams of 20,000 keys, Zipf 1",
          .x = {.label = "how often a key came, in n/k"},
          .y = {.label = "share of such keys that are reported", .low = 0.0, .high = 1.0},
          .series = {share_reported("heap as printed", observed, &Trial::as_printed, trials),
                     share_reported("heap, count >= n/k", observed, &Trial::cleaned, trials),
                     share_reported("600 certain counters", ours, &Trial::counters, trials)},
          .marks = {{"n/k - n/3k", 2.0 / 3}, {"n/k", 1}}};
}

}  // namespace

Outcome heavy_hitters(const RunOptions& options) {
  const analysis::Zipf law = require(analysis::Zipf::from({kHeapKeys, 1}));
  const auto trials = run_trials(options, 0, [&](Seed seed) { return run(law, seed); });
  const Rate epsilon = require(Rate::from(1 / (3.0 * static_cast<double>(kK.value))));
  const GridShape grid =
      require(analysis::slides_grid({epsilon, analysis::slides_delta(kHeapRows)}, BitWidth(32)));
  const auto columns = static_cast<double>(grid.columns().value);
  const auto k = static_cast<double>(kK.value);
  return {{{.what = "columns for epsilon = 1/3k, in k",
            .fact = "001.hh.b",
            .printed = Printed{"6", Estimate::computed(6), 0, Origin::derived},
            .expected = columns / k},
           {.what = "n/k - epsilon n, in n/k",
            .fact = "001.hh.frac",
            .printed = Printed{"0.667", Estimate::computed(0.667), 0.0005, Origin::derived},
            .expected = 1 - 2 / columns * k},
           {.what = "keys that came n/k times and are not in the heap, at most",
            .fact = "001.hh.recall",
            .printed = none(),
            .observed = Estimate::computed(most_missing(trials, &Trial::as_printed))},
           {.what = "keys that came n/k times and whose count is less, at most",
            .fact = "001.hh.recall",
            .printed = none(),
            .observed = Estimate::computed(most_missing(trials, &Trial::cleaned))},
           {.what = "least frequent key of the heap whose count is n/k or more, of all streams, in n/k",
            .fact = "001.hh.floor",
            .printed = at_least_two_thirds(),
            .observed = Estimate::computed(smallest(trials, &Trial::cleaned))},
           {.what = "least frequent key of the heap after one key came once, and then another only, in n/k",
            .fact = "001.hh.stale",
            .printed = at_least_two_thirds(),
            .observed = Estimate::computed(stale_entry(options.seed))},
           {.what = "least frequent key of the heap, of all streams, in n/k",
            .observed = Estimate::computed(smallest(trials, &Trial::as_printed))},
           {.what = "streams whose heap has a key that came less than 0.667 n/k times",
            .observed = share_with_light(trials, &Trial::as_printed)},
           {.what = "the same, of keys whose count is n/k or more",
            .observed = share_with_light(trials, &Trial::cleaned)},
           {.what = "share of keys whose count is n/k or more and that came less than 0.667 n/k times",
            .printed = at_most_two_to_the_minus(kHeapRows),
            .observed = Estimate::mean_share(
                numbers_of(trials, [](const Trial& trial) { return trial.cleaned.light; }), kHeapKeys.value)},
           {.what = "largest heap, in k",
            .fact = "001.hh.heapsize",
            .printed = Printed{"O(k), here <= 1.5 k", Estimate::computed(1.5), 0, Origin::derived,
                               Relation::at_most},
            .observed = Estimate::computed(std::ranges::max(
                numbers_of(trials, [=](const Trial& trial) { return trial.largest_heap / k; })))},
           {.what = "600 certain counters: keys that are not reported, at most",
            .observed = Estimate::computed(most_missing(trials, &Trial::counters)),
            .expected = 0},
           {.what = "600 certain counters: least frequent key, in n/k",
            .observed = Estimate::computed(smallest(trials, &Trial::counters))}},
          {reported_by_frequency(trials)}};
}

}  // namespace peel::lab::maheshwari
