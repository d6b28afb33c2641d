#include "lab/filter_workload.hpp"

#include "peel/membership/bloom_filter.hpp"

#include "lab/trials.hpp"
#include "lab/workload.hpp"

#include <algorithm>
#include <memory>
#include <span>

namespace peel::lab {

namespace {

std::uint64_t false_positives(const FilterTrial& trial, Seed seed) {
  BloomFilter filter = require(BloomFilter::make(trial.shape, HashFamily::fast, seed.derive(0)));
  const Seed keys = seed.derive(1);
  filter.insert(keys_from(keys, 0, trial.items));
  const auto queries = keys_from(keys, trial.items.value, trial.queries);
  const auto found = std::make_unique<bool[]>(queries.size());
  filter.contains(queries, std::span(found.get(), queries.size()));
  return static_cast<std::uint64_t>(std::count(found.get(), found.get() + queries.size(), true));
}

}  // namespace

FilterShape filter_shape(FilterLayout layout, CellCount cells, HashCount hashes) {
  const std::uint64_t block = cells_in_block(layout, BitWidth(1));
  const CellCount whole((cells.value + block - 1) / block * block);
  return require(FilterShape::from({.layout = layout, .cells = whole, .hashes = hashes}));
}

Estimate measured_rate(const FilterTrial& trial, const RunOptions& options, std::uint64_t purpose) {
  const std::uint64_t of_each = trial.queries.value * trial.filters;
  const auto shares = run_trials(options, purpose, [&](Seed seed) {
    std::uint64_t affirmed = 0;
    for (std::uint64_t i = 0; i < trial.filters; ++i) affirmed += false_positives(trial, seed.derive(i));
    return static_cast<double>(affirmed) / static_cast<double>(of_each);
  });
  return Estimate::mean_share(shares, of_each);
}

}  // namespace peel::lab
