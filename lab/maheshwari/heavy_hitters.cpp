// The heap of the slides, as they describe it and with stale entries left out, beside certain counters.
#include "peel/frequency/heavy_hitters.hpp"

#include "peel/analysis/count_min.hpp"
#include "peel/frequency/count_min_heap.hpp"

#include "lab/maheshwari/experiments.hpp"
#include "lab/stream_workload.hpp"
#include "lab/trials.hpp"
#include "lab/workload.hpp"

#include <algorithm>

namespace peel::lab::maheshwari {

namespace {

constexpr ItemCount kK(100), kValues(2000);
constexpr RowCount kRows(5);
constexpr CopyCount kCopies(20'000);
constexpr std::uint64_t kHeavy = kCopies.value / kK.value;

// What is reported of one stream.
struct Report {
  double missing = 0;   // keys that came n/k times and are not there
  double smallest = 0;  // how often the least frequent one that is there came, in n/k
  double light = 0;     // share of all keys that are there, and came less than 2/3 of n/k times
};

struct Trial {
  Report cleaned, as_printed, counters;
  double largest_heap = 0;
};

Report report_on(const std::vector<HeavyItem>& items, const ZipfStream& stream) {
  Report report;
  std::uint64_t smallest = kCopies.value, found = 0, light = 0;
  for (const HeavyItem& item : items) {
    const std::uint64_t count = stream.counts[item.key];
    smallest = std::min(smallest, count);
    found += count >= kHeavy ? 1U : 0U;
    light += 3 * count < 2 * kHeavy ? 1U : 0U;
  }
  const auto heavy = std::ranges::count_if(stream.counts, [](std::uint64_t n) { return n >= kHeavy; });
  report.missing = static_cast<double>(heavy) - static_cast<double>(found);
  report.smallest = static_cast<double>(smallest) / static_cast<double>(kHeavy);
  report.light = static_cast<double>(light) / static_cast<double>(kValues.value);
  return report;
}

Trial run(const analysis::Zipf& law, Seed seed) {
  const ZipfStream stream = zipf_stream(law, kCopies, seed.derive(0));
  CountMinHeap heap = require(CountMinHeap::make(kK, kRows, HashFamily::fast, seed.derive(1)));
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
  return trial;
}

// The stream x, y, y, y ...: nobody enters after y, so x stays. How often it came, in n/k.
double stale_entry(Seed seed) {
  ZipfStream stream{std::vector<std::uint64_t>(kCopies.value, 2), {0, 1, kCopies.value - 1}};
  stream.keys[0] = 1;
  CountMinHeap heap = require(CountMinHeap::make(kK, kRows, HashFamily::fast, seed));
  for (const std::uint64_t key : stream.keys) heap.add(key);
  return report_on(heap.heap(), stream).smallest;
}

// Over all streams.
Trial worst_of(const std::vector<Trial>& trials) {
  Trial worst = trials.front();
  for (const Trial& trial : trials) {
    for (Report Trial::*which : {&Trial::cleaned, &Trial::as_printed, &Trial::counters}) {
      (worst.*which).missing = std::max((worst.*which).missing, (trial.*which).missing);
      (worst.*which).smallest = std::min((worst.*which).smallest, (trial.*which).smallest);
    }
    worst.largest_heap = std::max(worst.largest_heap, trial.largest_heap);
  }
  return worst;
}

Printed none() {
  return {"none", Estimate::computed(0), 0, Origin::derived};
}

// The claim is a lower bound: every number above agrees with it.
Printed at_least_two_thirds() {
  return {">= 0.667", Estimate{2.0 / 3, {2.0 / 3, 1}, {2.0 / 3, 1}}, 0.0005, Origin::derived};
}

}  // namespace

Outcome heavy_hitters(const RunOptions& options) {
  const analysis::Zipf law = require(analysis::Zipf::from({kValues, 1}));
  const auto trials = run_trials(options, 0, [&](Seed seed) { return run(law, seed); });
  const Trial worst = worst_of(trials);
  std::vector<double> light;
  for (const Trial& trial : trials) light.push_back(trial.cleaned.light);
  const Rate epsilon = require(Rate::from(1 / (3.0 * static_cast<double>(kK.value))));
  const GridShape grid =
      require(analysis::slides_grid({epsilon, analysis::slides_delta(kRows)}, BitWidth(32)));
  const double columns = static_cast<double>(grid.columns().value);
  return {{{.what = "columns for epsilon = 1/3k, in k",
            .printed = Printed{"6", Estimate::computed(6), 0, Origin::derived},
            .expected = columns / static_cast<double>(kK.value)},
           {.what = "n/k - epsilon n, in n/k",
            .printed = Printed{"0.667", Estimate::computed(0.667), 0.0005, Origin::derived},
            .expected = 1 - 2 / columns * static_cast<double>(kK.value)},
           {.what = "keys that came n/k times and are not reported, at most",
            .printed = none(),
            .observed = Estimate::computed(worst.as_printed.missing)},
           {.what = "least frequent key of the heap, in n/k",
            .observed = Estimate::computed(worst.as_printed.smallest)},
           {.what = "the same of a key that came once, and then another only",
            .printed = at_least_two_thirds(),
            .observed = Estimate::computed(stale_entry(options.seed)),
            .known = Known{Verdict::erratum,
                           "entries leave only when others enter, so stale ones are left at the end"}},
           {.what = "least frequent key whose count is n/k or more, in n/k",
            .observed = Estimate::computed(worst.cleaned.smallest)},
           {.what = "share of keys that are such and came less than 0.667 n/k times",
            .printed = at_most_two_to_the_minus(kRows),
            .observed = Estimate::mean_share(light, kValues.value)},
           {.what = "largest heap, in k",
            .observed = Estimate::computed(worst.largest_heap / static_cast<double>(kK.value))},
           {.what = "600 certain counters: keys that are not reported, at most",
            .observed = Estimate::computed(worst.counters.missing),
            .expected = 0},
           {.what = "600 certain counters: least frequent key, in n/k",
            .observed = Estimate::computed(worst.counters.smallest)}}};
}

}  // namespace peel::lab::maheshwari
