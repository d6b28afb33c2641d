// The example of 10/16, filters of other small sizes, and the bounds.
#include "peel/analysis/bloom_rate.hpp"

#include "lab/filter_workload.hpp"
#include "lab/maheshwari/experiments.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace peel::lab::maheshwari {

namespace {

struct Size {
  std::uint64_t hashes, items, cells;
};

std::string in_words(const Size& size) {
  return "k=" + std::to_string(size.hashes) + ", n=" + std::to_string(size.items) +
         ", m=" + std::to_string(size.cells);
}

FilterShape shape_of(const Size& size) {
  return filter_shape(FilterLayout::classic, CellCount(size.cells), HashCount(size.hashes));
}

double exact(const Size& size) {
  return analysis::false_positive_rate(shape_of(size), ItemCount(size.items));
}

double by_bloom(const Size& size) {
  return analysis::bloom_rate(CellCount(size.cells), HashCount(size.hashes), ItemCount(size.items));
}

Printed fraction(const char* text, double value) {
  return {text, Estimate::computed(value), 1e-15, Origin::derived};
}

}  // namespace

Outcome example(const RunOptions& options) {
  const Size size{.hashes = 2, .items = 1, .cells = 2};
  const FilterTrial trial{shape_of(size), ItemCount(size.items), ItemCount(4), 1000};
  const double set = analysis::bloom_rate(CellCount(2), HashCount(1), ItemCount(2));  // two throws
  return {{{.what = "probability of a false positive",
            .printed = fraction("10/16", 10.0 / 16),
            .observed = measured_rate(trial, options, 0),
            .expected = exact(size)},
           {.what = "p = 1-(1-1/m)^(kn)", .printed = fraction("3/4", 3.0 / 4), .expected = set},
           {.what = "Bloom's p^k", .printed = fraction("9/16", 9.0 / 16), .expected = by_bloom(size)}}};
}

Outcome exact_rate(const RunOptions& options) {
  constexpr std::array kSizes = {Size{2, 2, 4},  Size{2, 3, 8},    Size{3, 4, 16},
                                 Size{4, 4, 32}, Size{7, 10, 100}, Size{7, 100, 1000}};
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < kSizes.size(); ++i) {
    const Size& size = kSizes[i];
    const FilterTrial trial{shape_of(size), ItemCount(size.items), ItemCount(20), 1000};
    findings.push_back({.what = "p_{k,n,m}, " + in_words(size),
                        .observed = measured_rate(trial, options, i),
                        .expected = exact(size)});
    findings.push_back({.what = "p^k, " + in_words(size), .expected = by_bloom(size)});
  }
  return {findings};
}

Outcome bounds(const RunOptions&) {
  std::uint64_t sizes = 0, above = 0;
  for (std::uint64_t hashes = 2; hashes <= 4; ++hashes) {
    for (std::uint64_t items = 1; items <= 5; ++items) {
      for (std::uint64_t cells = 2; cells <= 11; ++cells) {
        ++sizes;
        above += exact({hashes, items, cells}) > by_bloom({hashes, items, cells}) ? 1U : 0U;
      }
    }
  }
  double constant = 0;
  for (const Size& size : {Size{7, 1000, 10'000}, {4, 1000, 8000}, {2, 500, 1000}, {4, 10'000, 80'000}}) {
    const analysis::RateBounds bound =
        analysis::rate_bounds(CellCount(size.cells), HashCount(size.hashes), ItemCount(size.items));
    if (bound.apply) constant = std::max(constant, (exact(size) / bound.lower - 1) / bound.excess);
  }
  return {{{.what = "share of 150 small sizes with p^k < p_{k,n,m}",
            .printed = Printed{"all", Estimate::computed(1), 0, Origin::derived},
            .expected = static_cast<double>(above) / static_cast<double>(sizes)},
           {.what = "constant in the O of the upper bound, largest of 4 sizes", .expected = constant}}};
}

}  // namespace peel::lab::maheshwari
