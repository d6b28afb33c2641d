// Tables filled key by key: how often all keys have a place, and what an insertion costs, by load. Beside
// them the library's own table of buckets, filled to 0.95.
#include "peel/analysis/cuckoo.hpp"
#include "peel/tables/cuckoo_pair.hpp"
#include "peel/tables/cuckoo_table.hpp"

#include "lab/ra_miri/experiments.hpp"
#include "lab/trials.hpp"
#include "lab/workload.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace peel::lab::ra_miri {

namespace {

constexpr SlotCount kSlotsOfATable(5'000);
constexpr std::uint64_t kAllSlots = 2 * kSlotsOfATable.value;
constexpr std::uint64_t kMostKeys = kAllSlots * 54 / 100;
constexpr std::uint64_t kKeysOfAStep = kAllSlots / 100;  // costs are kept for each hundredth of the load
constexpr std::size_t kSteps = kMostKeys / kKeysOfAStep;

struct Filling {
  std::uint64_t placed;                // keys, until the first that had no place
  std::array<double, kSteps> moved{};  // entries, for the keys of each step that is complete
};

Filling fill(Seed seed) {
  CuckooPair<std::uint64_t, char> table(kSlotsOfATable,
                                        keyed_pair_functions<std::uint64_t>(kSlotsOfATable, seed.derive(1)),
                                        {.displacements = 4 * kSlotsOfATable.value, .rehashes = 0});
  Filling filling{};
  for (; filling.placed < kMostKeys; ++filling.placed) {
    const PairInsertion done = table.insert_or_assign(key_at(seed.derive(0), filling.placed), 'x');
    if (done.outcome != PairPlaced::inserted) break;
    filling.moved[filling.placed / kKeysOfAStep] += static_cast<double>(done.displacements);
  }
  return filling;
}

// Keys that a table of buckets with as many slots takes before it stashes one, or grows.
std::uint64_t fill_buckets(Seed seed) {
  constexpr std::uint64_t kRoom = kAllSlots * 95 / 100;
  CuckooTable<std::uint64_t, std::uint64_t> table({HashFamily::fast, seed.derive(1)}, ItemCount(kRoom));
  for (std::uint64_t i = 0; i < kRoom; ++i) {
    table.insert_or_assign(key_at(seed.derive(0), i), i);
    if (table.stashed().value > 0 || table.growths() > 0) return i;
  }
  return kRoom;
}

double load_of(std::uint64_t keys) {
  return static_cast<double>(keys) / static_cast<double>(kAllSlots);
}

analysis::CuckooPairLoad pair_load(std::uint64_t keys) {
  return {ItemCount(keys), BucketCount(kSlotsOfATable.value)};
}

// Of all tables, those that had no place for one of the first keys.
Estimate share_crowded(const std::vector<std::uint64_t>& placed, std::uint64_t keys) {
  const auto crowded = std::ranges::count_if(placed, [=](std::uint64_t n) { return n < keys; });
  return Estimate::proportion(static_cast<std::uint64_t>(crowded), placed.size());
}

plot::Point point(double x, const Estimate& estimate) {
  return {x, estimate.value, estimate.shown.low, estimate.shown.high};
}

Finding place_for_all(std::uint64_t keys, const std::vector<std::uint64_t>& placed) {
  const Estimate crowded = share_crowded(placed, keys);
  const Estimate all{1 - crowded.value,
                     {1 - crowded.shown.high, 1 - crowded.shown.low},
                     {1 - crowded.judged.high, 1 - crowded.judged.low}};
  Finding finding{
      .what = "tables with a place for all keys, load " + std::to_string(load_of(keys)).substr(0, 5),
      .observed = all,
      .expected = 1 - require(analysis::exact_rehash_probability(pair_load(keys)))};
  if (keys < kSlotsOfATable.value) {
    finding.fact = "002.load.half";
    finding.printed =
        Printed{"1 - O(1/m)", Estimate::computed(1 - analysis::rehash_probability(pair_load(keys))), 0,
                Origin::derived, Relation::at_least};
  }
  return finding;
}

plot::Plot rehashes_by_load(const std::vector<std::uint64_t>& placed,
                            const std::vector<std::uint64_t>& in_buckets) {
  plot::Series exact{"two tables, exact", plot::Source::theory, {}},
      observed{"two tables", plot::Source::observed, {}}, buckets{"buckets of four", plot::Source::ours, {}},
      forecast{"buckets of four, forecast", plot::Source::theory, {}};
  for (std::uint64_t percent = 30; percent <= 60; percent += 2) {
    const std::uint64_t keys = kAllSlots * percent / 100;
    exact.points.push_back({load_of(keys), require(analysis::exact_rehash_probability(pair_load(keys)))});
    if (keys <= kMostKeys) observed.points.push_back(point(load_of(keys), share_crowded(placed, keys)));
  }
  for (std::uint64_t percent = 30; percent <= 95; percent += 5)
    buckets.points.push_back(
        point(load_of(kAllSlots * percent / 100), share_crowded(in_buckets, kAllSlots * percent / 100)));
  for (std::uint64_t tenths = 900; tenths < 1000; tenths += 5) {
    const double load = static_cast<double>(tenths) / 1000;
    const auto keys = ItemCount(kAllSlots * tenths / 1000);
    forecast.points.push_back(
        {load, require(analysis::cuckoo_forecast({keys, SlotCount(4), load})).rehash_probability});
  }
  return {.title = "Cuckoo tables of 10,000 slots",
          .x = {.label = "load, keys by slots", .low = 0.3, .high = 1.0},
          .y = {.label = "probability that a key has no place", .low = 0.0, .high = 1.0},
          .series = {exact, observed, forecast, buckets},
          .marks = {{"0.5", 0.5}, {"threshold of four slots", analysis::cuckoo_threshold(SlotCount(4))}}};
}

// The mean of entries moved for one key of a step, over tables that had a place for all of its keys.
Estimate moved_in(std::size_t step, const std::vector<Filling>& fillings) {
  std::vector<double> means;
  for (const Filling& filling : fillings) {
    if (filling.placed >= (step + 1) * kKeysOfAStep)
      means.push_back(filling.moved[step] / static_cast<double>(kKeysOfAStep));
  }
  return Estimate::mean(means);
}

// 1 + 1/eps with m = (1 + eps) n.
double printed_cost(double load) {
  return 1 / (1 - 2 * load);
}

double middle_of(std::size_t step) {
  return (static_cast<double>(step) + 0.5) / 100;
}

plot::Plot moves_by_load(const std::vector<Filling>& fillings) {
  plot::Series bound{"1 + 1/eps", plot::Source::printed, {}},
      observed{"two tables", plot::Source::observed, {}},
      buckets{"buckets of four, shortest chain", plot::Source::ours, {}};
  for (std::size_t step = 4; middle_of(step) < 0.5; ++step) {
    bound.points.push_back({middle_of(step), printed_cost(middle_of(step))});
    observed.points.push_back(point(middle_of(step), moved_in(step, fillings)));
  }
  for (double load = 0.3; load < 0.96; load += 0.05) {
    const auto forecast = require(analysis::cuckoo_forecast({ItemCount(100'000'000), SlotCount(4), load}));
    if (forecast.cost) buckets.points.push_back({load, forecast.cost->kicks});
  }
  return {.title = "What one insertion costs",
          .x = {.label = "load, keys by slots", .low = 0.0, .high = 1.0},
          .y = {.label = "entries moved", .scale = plot::Scale::logarithmic, .low = 0.001, .high = 100.0},
          .series = {bound, observed, buckets},
          .marks = {{"0.5", 0.5}}};
}

}  // namespace

Outcome cuckoo_load(const RunOptions& options) {
  const auto fillings = run_trials(options, 0, fill);
  const auto in_buckets = run_trials(options, 1, fill_buckets);
  std::vector<std::uint64_t> placed;
  std::ranges::transform(fillings, std::back_inserter(placed), &Filling::placed);
  Outcome outcome;
  for (const std::uint64_t thousandths : {400U, 450U, 480U, 490U, 495U, 500U, 505U, 510U, 520U})
    outcome.findings.push_back(place_for_all(kAllSlots * thousandths / 1000, placed));
  for (const std::size_t step : {std::size_t{24}, std::size_t{39}, std::size_t{44}}) {
    outcome.findings.push_back(
        {.what = "entries moved for a key, load " + std::to_string(middle_of(step)).substr(0, 5),
         .printed = Printed{"<= 1 + 1/eps", Estimate::computed(printed_cost(middle_of(step))), 0,
                            Origin::derived, Relation::at_most},
         .observed = moved_in(step, fillings)});
  }
  outcome.findings.push_back({.what = "ours, buckets of four: tables with a place for all keys, load 0.95",
                              .observed = Estimate::proportion(
                                  static_cast<std::uint64_t>(std::ranges::count_if(
                                      in_buckets, [](std::uint64_t n) { return n == kAllSlots * 95 / 100; })),
                                  in_buckets.size())});
  outcome.plots = {rehashes_by_load(placed, in_buckets), moves_by_load(fillings)};
  return outcome;
}

}  // namespace peel::lab::ra_miri
