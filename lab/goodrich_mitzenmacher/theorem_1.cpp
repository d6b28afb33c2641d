// Theorem 1: well above the threshold listing fails with probability O(t^(-k+2)). The two steps of the proof
// as printed do not hold; with the usual bounds for binomial coefficients they do. Tables of three hashes
// fail often enough to see both: more often than the printed bound says, and as rarely as the theorem.
#include "peel/analysis/listing_failure.hpp"

#include "lab/goodrich_mitzenmacher/curves.hpp"
#include "lab/goodrich_mitzenmacher/experiments.hpp"
#include "lab/goodrich_mitzenmacher/setting.hpp"
#include "lab/trials.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>

namespace peel::lab::goodrich_mitzenmacher {

namespace {

using std::numbers::e;

// j of n keys with k cells each meet in only jk/2 of the m cells.
struct Chain {
  double n;
  double m;
  double j;
  double k;

  double cells() const { return j * k / 2; }
  double all_within() const { return std::pow(cells() / m, j * k); }

  // C(n,j) C(m,jk/2) (jk/2m)^(jk)
  double union_bound() const { return choose(n, j) * choose(m, cells()) * all_within(); }
  // (n/e)^j (2m/jk)^(jk/2) (jk/2m)^(jk)
  double printed_middle() const { return std::pow(n / e, j) * std::pow(m / cells(), cells()) * all_within(); }
  // n^j/m^(jk/2) (jke/m)^(jk/2) (e/j)^j
  double printed_right() const {
    return std::pow(n, j) / std::pow(m, cells()) * std::pow(j * k * e / m, cells()) * std::pow(e / j, j);
  }
  // C(a,b) <= (ae/b)^b, twice
  double corrected() const {
    return std::pow(n * e / j, j) * std::pow(m * e / cells(), cells()) * all_within();
  }

  static double choose(double a, double b) {
    return std::exp(std::lgamma(a + 1) - std::lgamma(b + 1) - std::lgamma(a - b + 1));
  }
};

// Two pairs with the same cells, in a table of two cells per key: what the proof comes down to.
constexpr HashCount kFewHashes{3};
constexpr double kCellsPerKey = 2;
Chain pairs_of(double keys) {
  return {keys, kCellsPerKey * keys, 2, static_cast<double>(kFewHashes.value)};
}

analysis::TableGeometry geometry(ItemCount keys, HashCount hashes) {
  return {CellCount(2 * keys.value), hashes, SegmentCount(hashes.value)};
}

struct ThreeHashesTrial {
  bool complete;
};

Finding measure_three_hashes(ItemCount keys, const RunOptions& options) {
  const IbltShape shape =
      shape_of(CellCount(2 * keys.value), CellArithmetic::wrapping_sums, CellChecks::none, {}, kFewHashes);
  const auto results = run_trials(options, keys.value, [&](Seed trial) {
    Iblt table = empty_table(shape, trial);
    const auto inserted = keys_from(trial.derive(kForKeys), 0, keys);
    require(table.insert(inserted, values_of(inserted)));
    return ThreeHashesTrial{table.consume().complete()};
  });
  const auto failed =
      static_cast<std::uint64_t>(std::ranges::count(results, false, &ThreeHashesTrial::complete));
  const auto failure = analysis::listing_failure(keys, geometry(keys, kFewHashes));
  return {.what = std::to_string(keys.value) + " keys, k=3, 2 cells per key: listings that fail, %",
          .observed = Estimate::proportion(failed, options.trials).in_percent(),
          .expected = 100 * failure.probability,
          .believed = Interval{100 * failure.least, 100 * failure.most}};
}

// The power of the number of keys with which small sets of keys without a cell of their own become rare.
Finding power_of_keys_in_failures(HashCount hashes) {
  constexpr ItemCount few{1'000'000};
  constexpr ItemCount many{10'000'000};
  const double ratio = analysis::expected_small_stopping_sets(many, geometry(many, hashes)) /
                       analysis::expected_small_stopping_sets(few, geometry(few, hashes));
  const double power = 2 - static_cast<double>(hashes.value);
  return {.what = "k=" + std::to_string(hashes.value) + ": power of the number of keys in the failures",
          .printed = Printed{"-k+2 = " + std::to_string(static_cast<int>(power)), Estimate::computed(power),
                             1e-3, Origin::derived},
          .expected = std::log10(ratio)};
}

std::vector<Finding> steps_of_the_proof() {
  constexpr Chain chain{1'000, 1'500, 2, 4};
  const std::string where = "n=1000, m=1500, j=2, k=4: ";
  return {{.what = where + "first step, left side over right side",
           .fact = "003.thm1.bound",
           .printed = Printed{"at most 1", Estimate::computed(1), 0, Origin::derived, Relation::at_most},
           .observed = Estimate::computed(chain.union_bound() / chain.printed_middle())},
          {.what = where + "second step, an equation, left side over right side",
           .fact = "003.thm1.bound",
           .printed = Printed{"1", Estimate::computed(1), 0, Origin::derived},
           .observed = Estimate::computed(chain.printed_middle() / chain.printed_right())},
          {.what = where + "left side over (ne/j)^j (2me/jk)^(jk/2) (jk/2m)^(jk)",
           .observed = Estimate::computed(chain.union_bound() / chain.corrected())}};
}

}  // namespace

Outcome theorem_1(const RunOptions& options) {
  constexpr std::array kKeyCounts = {25U, 50U, 100U, 200U, 400U};
  std::vector<Finding> findings = steps_of_the_proof();
  for (const std::uint64_t hashes : {3U, 4U, 5U})
    findings.push_back(power_of_keys_in_failures(HashCount(hashes)));

  plot::Series printed{"printed bound for two keys", plot::Source::printed, {}};
  plot::Series corrected{"corrected bound", plot::Source::theory, {}};
  plot::Series expected{"listing_failure", plot::Source::theory, {}};
  plot::Series observed{"observed", plot::Source::observed, {}};
  for (const std::uint64_t keys : kKeyCounts) {
    const auto x = static_cast<double>(keys);
    Finding& finding = findings.emplace_back(measure_three_hashes(ItemCount(keys), options));
    printed.points.push_back({x, 100 * pairs_of(x).printed_middle()});
    corrected.points.push_back({x, 100 * pairs_of(x).corrected()});
    expected.points.push_back({x, *finding.expected});
    if (finding.observed->value > 0) observed.points.push_back(percent_at(x, *finding.observed));
    if (keys != 100) continue;
    finding.fact = "003.thm1.bound";
    finding.printed =
        Printed{"at most " + std::to_string(printed.points.back().y),
                Estimate::computed(printed.points.back().y), 0, Origin::derived, Relation::at_most};
  }
  return {findings,
          {{"Theorem 1: three hashes, two cells per key",
            {"keys", plot::Scale::logarithmic},
            {"listings that fail, %", plot::Scale::logarithmic},
            {printed, corrected, expected, observed}}}};
}

}  // namespace peel::lab::goodrich_mitzenmacher
