// The best number of hashes, what it costs to miss it, and the slides' two accounts of it.
#include "peel/analysis/bloom_plan.hpp"
#include "peel/analysis/bloom_rate.hpp"

#include "lab/ra_miri/experiments.hpp"
#include "lab/ra_miri/filter.hpp"
#include "lab/workload.hpp"

#include <algorithm>
#include <cmath>

namespace peel::lab::ra_miri {

namespace {

// The (m/n)-th root of Bloom's rate depends on kn/m alone. So k = 1 tells it for all k, and the number of
// keys in place of k may be any real number, nearly.
constexpr std::uint64_t kManyCells = 1'000'000;

double root_of_rate(std::uint64_t items) {
  const double share = static_cast<double>(items) / static_cast<double>(kManyCells);
  return std::pow(analysis::bloom_rate(CellCount(kManyCells), HashCount(1), ItemCount(items)), share);
}

// Where it is smallest, as kn/m: it falls, and then rises.
std::uint64_t best_items() {
  std::uint64_t low = 1, high = 2 * kManyCells;
  while (low < high) {
    const std::uint64_t middle = (low + high) / 2;
    if (root_of_rate(middle) <= root_of_rate(middle + 1)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

// The slides' g(k) = ln f(k) for m/n bits, and its derivative as printed.
struct LogRate {
  double bits;
  double at(double k) const { return k * std::log(1 - std::exp(-k / bits)); }
  double printed_derivative(double k) const {
    const double unset = std::exp(-k / bits);
    return std::log(1 - unset) + k * unset / (bits * (1 - unset));
  }
};

double largest_difference_of_derivatives() {
  constexpr double kStep = 1e-5;
  double largest = 0;
  for (const double bits : {2.0, 8.0, 20.0}) {
    const LogRate g{bits};
    for (double k = 0.5; k <= 2 * bits; k += 0.25) {
      const double numerical = (g.at(k + kStep) - g.at(k - kStep)) / (2 * kStep);
      largest = std::max(largest, std::abs(numerical - g.printed_derivative(k)));
    }
  }
  return largest;
}

Printed formula(const char* text, double value, double rounding) {
  return {text, Estimate::computed(value), rounding, Origin::derived};
}

std::vector<Finding> printed_formulas() {
  const std::uint64_t best = best_items();
  const double share = static_cast<double>(best) / static_cast<double>(kManyCells), root = root_of_rate(best);
  const auto eight_bits = require(analysis::best_filter(
      {.cells = CellCount(8 * kItems), .items = ItemCount(kItems), .layout = FilterLayout::classic}));
  return {{.what = "best k over m/n",
           .fact = "002.kopt",
           .printed = derived("0.6931", 0.0001),
           .expected = share},
          {.what = "best k over m/n, with 9/13 for ln 2",
           .fact = "002.kopt.913",
           .printed = formula("9/13", 9.0 / 13, 0.001),
           .expected = share},
          {.what = "best k over m/n, as (1/2) ln 2",
           .fact = "002.kopt.half",
           .printed = formula("(1/2) ln 2 = 9/13", kLn2 / 2, 0.001),
           .expected = share},
          {.what = "best k at m = 8 n",
           .fact = "002.caption.k",
           .printed = formula("ln 2 n/m", kLn2 / 8, 0.5),
           .expected = static_cast<double>(eight_bits.shape.hashes().value)},
          {.what = "(1/2)^(9/13)",
           .fact = "002.p0.base",
           .printed = derived("0.619223", 0.0000005),
           .expected = std::pow(0.5, 9.0 / 13)},
          {.what = "lowest rate at m = 8 n, as a multiple of m/n",
           .fact = "002.p0.form",
           .printed = formula("0.619223 m/n", 0.619223 * 8, 0),
           .expected = std::pow(root, 8)},
          {.what = "(m/n)-th root of the lowest rate",
           .fact = "002.f0",
           .printed = derived("0.6185", 0.00005),
           .expected = root},
          {.what = "printed dg/dk against a numerical derivative, largest difference",
           .fact = "002.derivative",
           .printed = formula("0", 0, 1e-6),
           .expected = largest_difference_of_derivatives()}};
}

}  // namespace

Outcome best_hashes(const RunOptions& options) {
  std::vector<Finding> findings = printed_formulas();
  const auto measured = [&](const char* what, const char* fact, const Filter& filter) {
    return Finding{.what = what,
                   .fact = fact,
                   .observed = measured_rate_of(filter, options, findings.size()),
                   .expected = exact_rate_of(filter)};
  };
  findings.push_back(measured("rate, m = 2 n, k = 6", "002.c2k6", {.cells = 2 * kItems, .hashes = 6}));
  findings.back().printed = derived("0.02", 0.005);
  findings.push_back(measured("rate, m = 8 n, k = 6", "002.c8k6", {.cells = 8 * kItems, .hashes = 6}));
  findings.push_back(measured("rate, m = 8 n, k = 6, and not Pr[T[i] = 0], both called p", "002.notation.fp",
                              {.cells = 8 * kItems, .hashes = 6}));
  const double unset = 1 - analysis::bloom_rate(CellCount(8 * kItems), HashCount(1), ItemCount(6 * kItems));
  findings.back().printed = formula("p = e^(-kn/m)", unset, 0);
  findings.push_back(measured("rate, m = 2 n, k = 1", "002.c2.best", {.cells = 2 * kItems, .hashes = 1}));
  findings.push_back(measured("rate, m = 2 n, k = 2", "002.c2.best", {.cells = 2 * kItems, .hashes = 2}));
  findings.push_back({.what = "lowest rate at m = 2 n, were k any number",
                      .fact = "002.c2.best",
                      .expected = std::pow(root_of_rate(best_items()), 2)});
  return {findings};
}

}  // namespace peel::lab::ra_miri
