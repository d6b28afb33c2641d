// The paper's formulas and bounds, evaluated as printed beside what they should give. Where the right one is
// in analysis/ it comes from there.
#include "peel/analysis/counter_thresholds.hpp"
#include "peel/analysis/peeling.hpp"

#include "lab/ding_rauen/experiments.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

namespace peel::lab::ding_rauen {

namespace {

// A formula as it is printed has this value.
Printed evaluated(double value, double rounding, Relation relation = Relation::equal) {
  char text[32];
  std::snprintf(text, sizeof text, "%.5g", value);
  return {text, Estimate::computed(value), rounding, Origin::derived, relation};
}

// Theorem II.1 lacks the exponent h-1. What is left, x / (h (1 - e^-x)) for a two-core, has its infimum at 0.
Finding theorem_2_1() {
  constexpr double kNearZero = 1e-9;
  const double printed = kNearZero / (3 * -std::expm1(-kNearZero));
  return {.what = "Theorem II.1, two-core, h=3, keys per cell",
          .fact = "000.formula.theoremII1",
          .printed = evaluated(printed, kNearZero),
          .expected = analysis::core_threshold(3, 2)};
}

// The chance that half a cell gets at least two of n keys: the last factor has the exponent n-1, and not
// h(n-1)/2m.
Finding mini_bucket() {
  constexpr double h = 3, m = 10'000, n = 12'000;
  constexpr double each = h / (2 * m);
  const double none = std::pow(1 - each, n);
  const double printed = 1 - none - n * each * std::pow(1 - each, h * (n - 1) / (2 * m));
  return {.what = "half a cell gets two or more of 12,000 keys, m=10,000, h=3: chance",
          .fact = "000.formula.minibucket",
          .printed = evaluated(printed, 1e-9),
          .expected = 1 - none - n * each * std::pow(1 - each, n - 1)};
}

// Inclusion and exclusion over p_j = (1 - j/m)^(i h), where (i-1) h balls are meant: the first key comes to
// an empty table and is kept.
Finding first_key_is_kept() {
  constexpr double m = 10;
  constexpr int h = 3;
  double printed = 0.0;
  double ways = -1.0;  // (-1)^(j-1) C(h, j)
  for (int j = 1; j <= h; ++j) {
    ways *= -static_cast<double>(h - j + 1) / j;
    printed += ways * std::pow(1 - j / m, h);
  }
  return {.what = "the first key is kept, m=10, h=3: chance",
          .fact = "000.formula.pj",
          .printed = evaluated(printed, 1e-9),
          .expected = analysis::expected_kept_keys(ItemCount(1), CellCount(10), HashCount(h))};
}

// A geometric series that starts at i = 1, summed as if it started at 0.
Finding geometric_series() {
  const double ratio = std::exp(-3.0 / 10);
  double sum = 0.0;
  for (double term = ratio; term > 1e-18; term *= ratio) sum += term;
  return {.what = "sum over i >= 1 of e^(-ihj/m), h=3, j=1, m=10",
          .fact = "000.formula.sum",
          .printed = evaluated(1 / (1 - ratio), 1e-9),
          .expected = sum};
}

// The greatest difference between a sum and its closed form, for counts up to 199.
template <class Term, class Closed>
Finding identity(const std::string& what, const std::string& fact, Term term, Closed closed) {
  std::int64_t sum = 0;
  std::int64_t most = 0;
  for (std::int64_t count = 1; count < 200; ++count) {
    sum += term(count);
    most = std::max(most, std::abs(sum - closed(count)));
  }
  return {.what = what + ": greatest difference for counts below 200",
          .fact = fact,
          .printed = Printed{"identity", Estimate::computed(0), 0, Origin::derived},
          .expected = static_cast<double>(most)};
}

// Section IV-D: count (count+1) / 2 checks, each wrong with probability 1/S, S > count^2.
Finding checks_of_even_odd() {
  constexpr double count = 10;
  return {.what = "even-odd: bound on a wrong check, count=10, S=101",
          .fact = "000.S.count2",
          .printed = evaluated(0.5, 0, Relation::at_most),
          .expected = count * (count + 1) / 2 / (count * count + 1)};
}

// Section V-D: (N^3 + 5N) / 3 checks, S = N^3.
Finding checks_of_one_key() {
  constexpr double n = 10;
  return {.what = "one-key: bound on a wrong check, N=10, S=1000",
          .fact = "000.S.N3",
          .printed = evaluated(1.0 / 3, 0, Relation::at_most),
          .expected = (n * n * n + 5 * n) / 3 / (n * n * n)};
}

// Section III-C: the union bound m(m+1)/2S stays below m^(2-k) with S = m^k, whatever k is.
Finding hash_bits() {
  double most = 0.0;
  for (double m = 2; m <= 1e6; m *= 2) most = std::max(most, m * (m + 1) / 2 / (m * m));
  return {.what = "standard: union bound over m^(2-k), greatest for m from 2 on",
          .fact = "000.hash.bits",
          .printed = evaluated(1, 0, Relation::at_most),
          .expected = most};
}

}  // namespace

Outcome formulas(const RunOptions&) {
  return {{theorem_2_1(), mini_bucket(), first_key_is_kept(), geometric_series(),
           identity(
               "sum of i = count (count+1) / 2", "000.sum.square", [](std::int64_t i) { return i; },
               [](std::int64_t count) { return count * (count + 1) / 2; }),
           identity(
               "sum of i (i-1) + 2 = (count^3 + 5 count) / 3", "000.sum.cubic",
               [](std::int64_t i) { return i * (i - 1) + 2; },
               [](std::int64_t count) { return (count * count * count + 5 * count) / 3; }),
           checks_of_even_odd(), checks_of_one_key(), hash_bits()}};
}

}  // namespace peel::lab::ding_rauen
