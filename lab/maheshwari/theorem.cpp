// The theorem on the exact rate: its sum of Stirling numbers beside every choice of hash values, its bounds.
#include "peel/analysis/bloom_rate.hpp"

#include "lab/maheshwari/experiments.hpp"
#include "lab/maheshwari/filter_size.hpp"
#include "lab/workload.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

namespace peel::lab::maheshwari {

namespace {

std::uint64_t power(std::uint64_t base, std::uint64_t exponent) {
  std::uint64_t product = 1;
  for (std::uint64_t i = 0; i < exponent; ++i) product *= base;
  return product;
}

// The numerator of the printed sum over m^(k(n+1)): sum over i of i^k i! C(m, i) S(kn, i). i! C(m, i) S(t, i)
// is the number of ways to throw t balls so that they hit exactly i of m bits: one more ball hits one of
// them, or one of the m - i others.
std::uint64_t by_stirling(const FilterSize& size) {
  std::vector<std::uint64_t> ways(size.cells + 1);
  ways[0] = 1;
  for (std::uint64_t thrown = 0; thrown < size.hashes * size.items; ++thrown) {
    for (std::uint64_t hit = size.cells; hit > 0; --hit)
      ways[hit] = hit * ways[hit] + (size.cells - hit + 1) * ways[hit - 1];
    ways[0] = 0;
  }
  std::uint64_t sum = 0;
  for (std::uint64_t hit = 1; hit <= size.cells; ++hit) sum += power(hit, size.hashes) * ways[hit];
  return sum;
}

// The same number, from every choice of the kn hash values: a query has set^k choices that affirm it.
std::uint64_t by_enumeration(const FilterSize& size) {
  const std::uint64_t throws = size.hashes * size.items, choices = power(size.cells, throws);
  std::uint64_t sum = 0;
  for (std::uint64_t choice = 0; choice < choices; ++choice) {
    std::uint64_t bits = 0;
    for (std::uint64_t i = 0, rest = choice; i < throws; ++i, rest /= size.cells)
      bits |= std::uint64_t{1} << rest % size.cells;
    sum += power(static_cast<std::uint64_t>(std::popcount(bits)), size.hashes);
  }
  return sum;
}

// As often as a double can tell.
bool is_rate(const FilterSize& size, std::uint64_t numerator) {
  const double rate =
      static_cast<double>(numerator) / static_cast<double>(power(size.cells, size.hashes * (size.items + 1)));
  return std::abs(rate - exact_rate_of(size)) <= 1e-13 * rate;
}

constexpr std::uint64_t kMostChoices = 600'000;

Finding stirling() {
  std::uint64_t sizes = 0, alike = 0;
  for (std::uint64_t cells = 1; cells <= 5; ++cells) {
    for (std::uint64_t hashes = 1; hashes <= 4; ++hashes) {
      for (std::uint64_t items = 1; items <= 4; ++items) {
        const FilterSize size{hashes, items, cells};
        if (power(cells, hashes * items) > kMostChoices) continue;
        const std::uint64_t numerator = by_enumeration(size);
        ++sizes;
        alike += by_stirling(size) == numerator && is_rate(size, numerator) ? 1U : 0U;
      }
    }
  }
  return {.what = "sizes up to k=4, n=4, m=5 whose sum is that of all hash values",
          .fact = "001.stirling.enumeration",
          .printed = Printed{"identity: all " + std::to_string(sizes),
                             Estimate::computed(static_cast<double>(sizes)), 0, Origin::derived},
          .observed = Estimate::computed(static_cast<double>(alike))};
}

Finding lower_bound() {
  std::uint64_t sizes = 0, above = 0;
  for (std::uint64_t hashes = 2; hashes <= 4; ++hashes) {
    for (std::uint64_t items = 1; items <= 5; ++items) {
      for (std::uint64_t cells = 2; cells <= 11; ++cells) {
        const FilterSize size{hashes, items, cells};
        ++sizes;
        above += exact_rate_of(size) > bloom_rate_of(size) ? 1U : 0U;
      }
    }
  }
  return {.what = "share of 150 small sizes with p^k < p_{k,n,m}",
          .fact = "001.bound.lower",
          .printed = Printed{"all", Estimate::computed(1), 0, Origin::derived},
          .expected = static_cast<double>(above) / static_cast<double>(sizes)};
}

analysis::RateBounds bounds_of(const FilterSize& size) {
  return analysis::rate_bounds(CellCount(size.cells), HashCount(size.hashes), ItemCount(size.items));
}

// How far the exact rate is above Bloom's, as a share of it.
double excess_of(const FilterSize& size) {
  return exact_rate_of(size) / bloom_rate_of(size) - 1;
}

Finding upper_bound() {
  double constant = 0;
  for (const FilterSize& size :
       {FilterSize{7, 1000, 10'000}, {4, 1000, 8000}, {2, 500, 1000}, {4, 10'000, 80'000}}) {
    if (bounds_of(size).apply) constant = std::max(constant, excess_of(size) / bounds_of(size).excess);
  }
  return {.what = "(p_{k,n,m} / p^k - 1) / the term of the O, largest of 4 sizes",
          .fact = "001.bound.upper",
          .printed = Printed{"O(.), here <= 1", Estimate::computed(1), 0, Origin::derived, Relation::at_most},
          .expected = constant};
}

plot::Plot by_size() {
  plot::Series bound{"term of the O in the upper bound", plot::Source::printed, {}},
      exact{"p_{k,n,m} / p^k - 1", plot::Source::theory, {}};
  for (std::uint64_t items = 1; items <= 1'000'000; items *= 10) {
    const FilterSize size{.hashes = 7, .items = items, .cells = 10 * items};
    const auto x = static_cast<double>(size.cells);
    exact.points.push_back({x, excess_of(size)});
    if (bounds_of(size).apply) bound.points.push_back({x, bounds_of(size).excess});
  }
  return {.title = "How far the exact rate is above Bloom's, k = 7, m = 10 n",
          .x = {.label = "bits m", .scale = plot::Scale::logarithmic},
          .y = {.label = "share of Bloom's rate", .scale = plot::Scale::logarithmic},
          .series = {bound, exact}};
}

}  // namespace

Outcome theorem(const RunOptions&) {
  return {{stirling(), lower_bound(), upper_bound()}, {by_size()}};
}

}  // namespace peel::lab::maheshwari
