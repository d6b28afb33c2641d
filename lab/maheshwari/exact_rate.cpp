// The exact rate beside Bloom's and beside filters: sixteen sizes, and a small filter with ever more hashes.
#include "peel/analysis/bloom_rate.hpp"

#include "lab/filter_workload.hpp"
#include "lab/maheshwari/experiments.hpp"
#include "lab/maheshwari/filter_size.hpp"

#include <array>
#include <string>

namespace peel::lab::maheshwari {

namespace {

struct RateRow {
  const char* fact;
  FilterSize size;
};

constexpr std::array kRateRows = {
    RateRow{"001.grid.k2.n1.m2", {2, 1, 2}},           RateRow{"001.grid.k2.n1.m3", {2, 1, 3}},
    RateRow{"001.grid.k2.n2.m4", {2, 2, 4}},           RateRow{"001.grid.k2.n3.m8", {2, 3, 8}},
    RateRow{"001.grid.k3.n2.m8", {3, 2, 8}},           RateRow{"001.grid.k3.n4.m16", {3, 4, 16}},
    RateRow{"001.grid.k4.n4.m32", {4, 4, 32}},         RateRow{"001.grid.k2.n8.m32", {2, 8, 32}},
    RateRow{"001.grid.k3.n8.m32", {3, 8, 32}},         RateRow{"001.grid.k5.n10.m64", {5, 10, 64}},
    RateRow{"001.grid.k7.n10.m100", {7, 10, 100}},     RateRow{"001.grid.k3.n50.m256", {3, 50, 256}},
    RateRow{"001.dp.k7.n100.m1000", {7, 100, 1000}},   RateRow{"001.dp.k7.n1000.m10000", {7, 1000, 10'000}},
    RateRow{"001.dp.k4.n1000.m8000", {4, 1000, 8000}}, RateRow{"001.dp.k10.n500.m8000", {10, 500, 8000}}};

// Small filters differ in how many of their bits are set, so many of them are asked, each a few times.
FilterTrial trial_of(const FilterSize& size) {
  const std::uint64_t filters = size.items < 100 ? 500 : 20;
  return {shape_of(size), ItemCount(size.items), ItemCount(10'000 / filters), filters};
}

// Two keys in sixteen bits: here Bloom's rate is visibly too low, and the more so the more hashes.
plot::Plot by_hashes(const RunOptions& options) {
  plot::Series exact{"exact", plot::Source::theory, {}}, bloom{"Bloom's p^k", plot::Source::printed, {}},
      observed{"filters", plot::Source::observed, {}};
  for (std::uint64_t hashes = 1; hashes <= kMostPlottedHashes; ++hashes) {
    const FilterSize size{.hashes = hashes, .items = 2, .cells = 16};
    const auto x = static_cast<double>(hashes);
    const Estimate rate = measured_rate(trial_of(size), options, kRateRows.size() + hashes);
    exact.points.push_back({x, exact_rate_of(size)});
    bloom.points.push_back({x, bloom_rate_of(size)});
    observed.points.push_back({x, rate.value, rate.shown.low, rate.shown.high});
  }
  return {.title = "Rate of false positives, n = 2 keys in m = 16 bits",
          .x = {.label = "hash functions k"},
          .y = {.label = "share of other keys that are affirmed"},
          .series = {bloom, exact, observed}};
}

}  // namespace

Outcome exact_rate(const RunOptions& options) {
  Outcome outcome;
  for (std::size_t i = 0; i < kRateRows.size(); ++i) {
    const FilterSize& size = kRateRows[i].size;
    outcome.findings.push_back({.what = "p_{k,n,m}, " + in_words(size),
                                .fact = kRateRows[i].fact,
                                .observed = measured_rate(trial_of(size), options, i),
                                .expected = exact_rate_of(size)});
    outcome.findings.push_back({.what = "p^k, " + in_words(size), .expected = bloom_rate_of(size)});
  }
  outcome.plots.push_back(by_hashes(options));
  return outcome;
}

static_assert(kExactRateSeries == kRateRows.size() + kMostPlottedHashes);

}  // namespace peel::lab::maheshwari
