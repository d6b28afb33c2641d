// Sizes of unions and intersections from filters alone, which the slides name as an application.
#include "peel/analysis/bloom_estimates.hpp"
#include "peel/membership/bloom_filter.hpp"

#include "lab/filter_workload.hpp"
#include "lab/maheshwari/experiments.hpp"
#include "lab/trials.hpp"
#include "lab/workload.hpp"

#include <string>

namespace peel::lab::maheshwari {

namespace {

// Two sets of so many keys, in filters of ten bits for each key and seven hashes.
constexpr std::uint64_t kItemsOfEachSet = 10'000;
constexpr std::uint64_t kShared[] = {0, 1'000, 2'500, 5'000, 7'500, 10'000};

// As estimated.
struct Sizes {
  double either, shared;
};

BloomFilter filter_of(std::span<const std::uint64_t> keys, Seed seed) {
  const FilterShape shape =
      filter_shape(FilterLayout::classic, CellCount(10 * kItemsOfEachSet), HashCount(7));
  BloomFilter filter = require(BloomFilter::make(shape, HashFamily::fast, seed));
  filter.insert(keys);
  return filter;
}

Sizes estimate(std::uint64_t shared, Seed seed) {
  const auto keys = keys_from(seed.derive(1), 0, ItemCount(2 * kItemsOfEachSet - shared));
  const std::span<const std::uint64_t> all(keys);
  const BloomFilter a = filter_of(all.first(kItemsOfEachSet), seed.derive(0)),
                    b = filter_of(all.last(kItemsOfEachSet), seed.derive(0));
  return {require(estimated_union(a, b)).items, require(estimated_intersection(a, b)).items};
}

void add_point(double truth, const Estimate& estimate, plot::Series& series) {
  series.points.push_back({truth, estimate.value, estimate.shown.low, estimate.shown.high});
}

}  // namespace

Outcome set_sizes(const RunOptions& options) {
  Outcome outcome;
  plot::Series truth{"both, in truth", plot::Source::theory, {}},
      both{"both, estimated", plot::Source::observed, {}},
      of_either{"either, in truth", plot::Source::theory, {}},
      either{"either, estimated", plot::Source::observed, {}};
  for (const std::uint64_t shared : kShared) {
    const auto trials = run_trials(options, shared, [=](Seed seed) { return estimate(shared, seed); });
    const auto intersection = static_cast<double>(shared),
               joined = static_cast<double>(2 * kItemsOfEachSet - shared);
    const Estimate observed_joined = Estimate::mean(numbers_of(trials, &Sizes::either)),
                   observed_both = Estimate::mean(numbers_of(trials, &Sizes::shared));
    const std::string of = ", " + std::to_string(shared) + " keys in both of 10,000";
    outcome.findings.push_back(
        {.what = "size of the union" + of, .observed = observed_joined, .expected = joined, .digits = 6});
    Finding intersected{.what = "size of the intersection" + of, .observed = observed_both, .digits = 6};
    // What is never below 0 is above it on average where the truth is 0.
    if (shared > 0) intersected.expected = intersection;
    outcome.findings.push_back(intersected);
    truth.points.push_back({intersection, intersection});
    of_either.points.push_back({intersection, joined});
    add_point(intersection, observed_both, both);
    add_point(intersection, observed_joined, either);
  }
  outcome.plots.push_back({.title = "Two sets of 10,000 keys, from filters of 100,000 bits",
                           .x = {.label = "keys in both sets"},
                           .y = {.label = "keys"},
                           .series = {of_either, either, truth, both}});
  return outcome;
}

}  // namespace peel::lab::maheshwari
