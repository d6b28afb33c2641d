// The slides' example, one key in two bits by two hashes: row by row, and its sum beside Bloom's.
#include "peel/analysis/bloom_estimates.hpp"
#include "peel/analysis/bloom_rate.hpp"
#include "peel/membership/bloom_filter.hpp"

#include "lab/filter_workload.hpp"
#include "lab/maheshwari/experiments.hpp"
#include "lab/trials.hpp"
#include "lab/workload.hpp"

#include <array>
#include <string>
#include <vector>

namespace peel::lab::maheshwari {

namespace {

constexpr CellCount kCells(2);
constexpr HashCount kHashes(2);
constexpr ItemCount kExampleItems(1);
constexpr std::uint64_t kFilters = 1000;  // for each trial

// How many filters have only the first bit set, only the second, both.
using Configurations = std::array<double, 3>;

// Both throws of a key hit one bit, the other, or either one of them and then the other.
struct ExampleRow {
  const char* bits;
  Printed product;
  double probability;
  CellCount set;
};

Printed fraction(const char* text, double value) {
  return {text, Estimate::computed(value), 1e-15, Origin::derived};
}

Configurations shares_of_configurations(const FilterShape& shape, Seed seed) {
  Configurations shares{};
  for (std::uint64_t i = 0; i < kFilters; ++i) {
    BloomFilter filter = require(BloomFilter::make(shape, HashFamily::fast, seed.derive(i)));
    filter.insert(i);
    shares[filter.words()[0] - 1] += 1.0 / kFilters;
  }
  return shares;
}

}  // namespace

Outcome example(const RunOptions& options) {
  const FilterShape shape = filter_shape(FilterLayout::classic, kCells, kHashes);
  const auto configurations =
      run_trials(options, 1, [&](Seed seed) { return shares_of_configurations(shape, seed); });
  const double set = analysis::bloom_rate(kCells, HashCount(1), ItemCount(2));  // two throws
  std::vector<Finding> findings = {
      {.what = "probability of a false positive",
       .fact = "001.example.exact",
       .printed = fraction("10/16", 10.0 / 16),
       .observed = measured_rate({shape, kExampleItems, ItemCount(4), kFilters}, options, 0),
       .expected = analysis::false_positive_rate(shape, kExampleItems)},
      {.what = "p = 1-(1-1/m)^(kn)",
       .fact = "001.example.p",
       .printed = fraction("3/4", 3.0 / 4),
       .expected = set},
      {.what = "Bloom's p^k",
       .fact = "001.example.bloom",
       .printed = fraction("9/16", 9.0 / 16),
       .expected = analysis::bloom_rate(kCells, kHashes, kExampleItems)}};
  const std::array rows = {ExampleRow{"10", fraction("1/4 x 1/4", 1.0 / 16), 1.0 / 4, CellCount(1)},
                           ExampleRow{"01", fraction("1/4 x 1/4", 1.0 / 16), 1.0 / 4, CellCount(1)},
                           ExampleRow{"11", fraction("1/2 x 1", 1.0 / 2), 1.0 / 2, CellCount(2)}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<double> shares;
    for (const Configurations& of_trial : configurations) shares.push_back(of_trial[i]);
    const double affirmed = analysis::rate_given(shape, rows[i].set);
    findings.push_back({.what = std::string("B = ") + rows[i].bits + ", and a false positive",
                        .fact = "001.example.table",
                        .printed = rows[i].product,
                        .observed = Estimate::mean_share(shares, kFilters).times(affirmed),
                        .expected = rows[i].probability * affirmed});
  }
  return {findings};
}

}  // namespace peel::lab::maheshwari
