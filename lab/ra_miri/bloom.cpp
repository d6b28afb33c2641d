// Rates of one hash and of the list of addresses, a ten-thousandth of it where it is run; then filters of
// practical sizes, also in blocks.
#include "lab/filter_workload.hpp"
#include "lab/ra_miri/experiments.hpp"
#include "lab/ra_miri/filter.hpp"

#include <string>

namespace peel::lab::ra_miri {

Outcome one_hash(const RunOptions& options) {
  struct Row {
    const char* fact;
    const char* what;
    std::uint64_t cells;
    Printed printed;
  };
  const Row rows[] = {
      {"002.pi.m100n", "rate, m = 100 n", 100 * kItems, derived("0.0095", 0.00005)},
      {"002.pi.mn", "rate, m = n", kItems, derived("0.632", 0.0005)},
      {"002.pi.m01n", "rate, m = n/10", kItems / 10, derived("0.9999", 0.0001)},
  };
  std::vector<Finding> findings;
  std::uint64_t purpose = 0;
  for (const Row& row : rows) {
    const Filter filter{.cells = row.cells, .hashes = 1};
    findings.push_back({.what = row.what,
                        .fact = row.fact,
                        .printed = row.printed,
                        .observed = measured_rate_of(filter, options, purpose++),
                        .expected = exact_rate_of(filter)});
  }
  findings.push_back({.what = "the cell that a query looks at",
                      .fact = "002.inS",
                      .slip = Slip{"inS(y): h(x) -> i", "inS(y): h(y) -> i"}});
  return {findings};
}

Outcome addresses(const RunOptions& options) {
  constexpr std::uint64_t kAddresses = 1'000'000'000, kScale = 10'000;
  std::vector<Finding> findings = {
      {.what = "units of memory",
       .fact = "002.email.bits",
       .slip = Slip{"20 bites for an address, 8 10^9 bites in all", "20 bytes, 8 10^9 bits"}}};
  for (const std::uint64_t hashes : {1U, 5U, 6U}) {
    const Filter whole{.cells = 8 * kAddresses, .hashes = hashes, .items = kAddresses};
    const Filter run{.cells = 8 * kAddresses / kScale, .hashes = hashes, .items = kAddresses / kScale};
    const std::string k = std::to_string(hashes);
    findings.push_back({.what = "rate of 10^9 addresses in 8 10^9 bits, k=" + k,
                        .fact = "002.email.fp.k" + k,
                        .expected = exact_rate_of(whole)});
    findings.push_back({.what = "the same with a ten-thousandth of both, k=" + k,
                        .observed = measured_rate_of(run, options, hashes),
                        .expected = exact_rate_of(run)});
  }
  return {findings};
}

namespace {

plot::Source source_of(FilterLayout layout) {
  return layout == FilterLayout::classic ? plot::Source::observed : plot::Source::ours;
}

// The rate by number of hashes: what is computed, for all of them, and what was measured.
plot::Plot by_hashes(std::uint64_t bits, const std::vector<plot::Series>& measured) {
  plot::Series exact{"classic, exact", plot::Source::theory, {}};
  for (std::uint64_t hashes = 1; hashes <= 12; ++hashes)
    exact.points.push_back(
        {static_cast<double>(hashes), exact_rate_of({.cells = bits * kItems, .hashes = hashes})});
  plot::Plot plot{.title = "Rate of false positives, " + std::to_string(bits) + " bits for each key",
                  .x = {.label = "hash functions k"},
                  .y = {.label = "share of other keys that are affirmed", .scale = plot::Scale::logarithmic},
                  .series = {exact},
                  .marks = {{"ln 2 m/n", kLn2 * static_cast<double>(bits)}}};
  plot.series.insert(plot.series.end(), measured.begin(), measured.end());
  return plot;
}

}  // namespace

Outcome sizes(const RunOptions& options) {
  Outcome outcome;
  std::uint64_t purpose = 0;
  for (const std::uint64_t bits : {4U, 8U, 12U}) {
    std::vector<plot::Series> measured;
    for (const FilterLayout layout : kFilterLayouts) {
      plot::Series& series = measured.emplace_back();
      series.name = std::string(name_of(layout)) + ", measured";
      series.source = source_of(layout);
      for (const std::uint64_t hashes : {2U, 4U, 6U, 8U}) {
        const Filter filter{.cells = bits * kItems, .hashes = hashes, .layout = layout};
        const Estimate rate = measured_rate_of(filter, options, purpose++);
        outcome.findings.push_back({.what = "rate, m = " + std::to_string(bits) + " n, k=" +
                                            std::to_string(hashes) + ", " + std::string(name_of(layout)),
                                    .observed = rate,
                                    .expected = exact_rate_of(filter)});
        series.points.push_back({static_cast<double>(hashes), rate.value, rate.shown.low, rate.shown.high});
      }
    }
    outcome.plots.push_back(by_hashes(bits, measured));
  }
  return outcome;
}

Outcome ten_million(const RunOptions& options) {
  constexpr std::uint64_t kMany = 10'000'000;
  std::vector<Finding> findings;
  for (const FilterLayout layout : kFilterLayouts) {
    const Filter filter{.cells = 10 * kMany, .hashes = 6, .items = kMany, .layout = layout};
    const FilterTrial trial{shape_of(filter), ItemCount(kMany), ItemCount(kMany / 10), 1};
    findings.push_back({.what = "rate, n = 10^7, m = 10 n, k=6, " + std::string(name_of(layout)),
                        .observed = measured_rate(trial, options, findings.size()),
                        .expected = exact_rate_of(filter)});
  }
  return {findings};
}

}  // namespace peel::lab::ra_miri
