// Rates, the best number of hashes, and the list of addresses, a ten-thousandth of it where it is run.
#include "peel/analysis/bloom_plan.hpp"
#include "peel/analysis/bloom_rate.hpp"

#include "lab/filter_workload.hpp"
#include "lab/ra_miri/experiments.hpp"
#include "lab/workload.hpp"

#include <cmath>
#include <optional>
#include <string>

namespace peel::lab::ra_miri {

namespace {

constexpr std::uint64_t kItems = 10'000;

struct Filter {
  std::uint64_t cells;
  std::uint64_t hashes;
  std::uint64_t items = kItems;
  FilterLayout layout = FilterLayout::classic;
};

FilterShape shape_of(const Filter& filter) {
  return filter_shape(filter.layout, CellCount(filter.cells), HashCount(filter.hashes));
}

double exact(const Filter& filter) {
  return analysis::false_positive_rate(shape_of(filter), ItemCount(filter.items));
}

Estimate measured(const Filter& filter, const RunOptions& options, std::uint64_t purpose) {
  return measured_rate({shape_of(filter), ItemCount(filter.items), ItemCount(filter.items), 1}, options,
                       purpose);
}

Printed printed(const char* text, double rounding) {
  return {text, Estimate::computed(std::stod(text)), rounding, Origin::derived};
}

}  // namespace

Outcome one_hash(const RunOptions& options) {
  struct Row {
    const char* what;
    std::uint64_t cells;
    Printed printed;
    std::optional<Known> known = {};
  };
  const Row rows[] = {
      {"rate, m = 100 n", 100 * kItems, printed("0.0095", 0.00005),
       Known{Verdict::erratum, "a digit was dropped: it is 0.00995"}},
      {"rate, m = n", kItems, printed("0.632", 0.0005)},
      {"rate, m = n/10", kItems / 10, printed("0.9999", 0.0001)},
  };
  std::vector<Finding> findings;
  std::uint64_t purpose = 0;
  for (const Row& row : rows) {
    const Filter filter{.cells = row.cells, .hashes = 1};
    findings.push_back({.what = row.what,
                        .printed = row.printed,
                        .observed = measured(filter, options, purpose++),
                        .expected = exact(filter),
                        .known = row.known});
  }
  return {findings};
}

Outcome addresses(const RunOptions& options) {
  constexpr std::uint64_t kAddresses = 1'000'000'000, kScale = 10'000;
  std::vector<Finding> findings;
  for (const std::uint64_t hashes : {1U, 5U, 6U}) {
    const Filter whole{.cells = 8 * kAddresses, .hashes = hashes, .items = kAddresses};
    const Filter run{.cells = 8 * kAddresses / kScale, .hashes = hashes, .items = kAddresses / kScale};
    const std::string k = ", k=" + std::to_string(hashes);
    findings.push_back({.what = "rate of 10^9 addresses in 8 10^9 bits" + k, .expected = exact(whole)});
    findings.push_back({.what = "the same with a ten-thousandth of both" + k,
                        .observed = measured(run, options, hashes),
                        .expected = exact(run)});
  }
  return {findings};
}

Outcome best_hashes(const RunOptions& options) {
  const auto best = require(analysis::best_filter(
      {.cells = CellCount(90 * kItems), .items = ItemCount(kItems), .layout = FilterLayout::classic}));
  const double best_share = static_cast<double>(best.shape.hashes().value) / 90;
  const double ln2 = std::log(2.0);
  const Filter two_bits{.cells = 2 * kItems, .hashes = 6}, eight_bits{.cells = 8 * kItems, .hashes = 6};
  return {{{.what = "best k over m/n, at m = 90 n",
            .printed = printed("0.6931", 0.5 / 90),
            .expected = best_share},
           {.what = "best k over m/n, with 9/13 for ln 2",
            .printed = Printed{"9/13", Estimate::computed(9.0 / 13), 0.001, Origin::derived},
            .expected = ln2},
           {.what = "best k over m/n, as (1/2) ln 2",
            .printed = Printed{"(1/2) ln 2 = 9/13", Estimate::computed(ln2 / 2), 0.001, Origin::derived},
            .expected = ln2,
            .known = Known{Verdict::erratum, "the factor 1/2 does not belong there: 9/13 stands for ln 2"}},
           {.what = "(1/2)^(9/13)",
            .printed = printed("0.619223", 0.0000005),
            .expected = std::pow(0.5, 9.0 / 13),
            .known = Known{Verdict::erratum, "it is 0.618863, and m/n is its exponent and not a factor"}},
           {.what = "m/n-th root of the rate with the best k",
            .printed = printed("0.6185", 0.00005),
            .expected = std::pow(0.5, ln2)},
           {.what = "rate, m = 2 n, k = 6",
            .printed = printed("0.02", 0.005),
            .observed = measured(two_bits, options, 0),
            .expected = exact(two_bits),
            .known = Known{Verdict::erratum, "2 % takes 8 bits for each key, not 2"}},
           {.what = "rate, m = 8 n, k = 6",
            .observed = measured(eight_bits, options, 1),
            .expected = exact(eight_bits)}}};
}

Outcome sizes(const RunOptions& options) {
  std::vector<Finding> findings;
  std::uint64_t purpose = 0;
  for (const std::uint64_t bits : {4U, 8U, 12U}) {
    for (const std::uint64_t hashes : {2U, 4U, 6U, 8U}) {
      for (const FilterLayout layout : kFilterLayouts) {
        const Filter filter{.cells = bits * kItems, .hashes = hashes, .layout = layout};
        findings.push_back({.what = "rate, m = " + std::to_string(bits) + " n, k=" + std::to_string(hashes) +
                                    ", " + std::string(name_of(layout)),
                            .observed = measured(filter, options, purpose++),
                            .expected = exact(filter)});
      }
    }
  }
  return {findings};
}

Outcome ten_million(const RunOptions& options) {
  constexpr std::uint64_t kMany = 10'000'000;
  std::vector<Finding> findings;
  for (const FilterLayout layout : kFilterLayouts) {
    const Filter filter{.cells = 10 * kMany, .hashes = 6, .items = kMany, .layout = layout};
    const FilterTrial trial{shape_of(filter), ItemCount(kMany), ItemCount(kMany / 10), 1};
    findings.push_back({.what = "rate, n = 10^7, m = 10 n, k=6, " + std::string(name_of(layout)),
                        .observed = measured_rate(trial, options, findings.size()),
                        .expected = exact(filter)});
  }
  return {findings};
}

}  // namespace peel::lab::ra_miri
