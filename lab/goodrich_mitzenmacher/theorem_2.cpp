// Theorem 2: of n keys n^(1-b) are invalid. With ceil(1/b)+4 hash functions every valid key has three cells
// without an invalid key, and all of them are listed, with high probability as n grows.
#include "peel/analysis/peeling.hpp"

#include "lab/goodrich_mitzenmacher/experiments.hpp"
#include "lab/goodrich_mitzenmacher/poisoned_tables.hpp"

#include <cmath>
#include <string>

namespace peel::lab::goodrich_mitzenmacher {

namespace {

// n^(1-1/root) invalid keys in 2n cells: more than c_k of them per key for the k up to 8 that matter here.
PoisonedSetting setting_of(ItemCount keys, unsigned root) {
  const double invalid = std::pow(static_cast<double>(keys.value), 1 - 1.0 / root);
  return {keys, CellCount(2 * keys.value), ItemCount(static_cast<std::uint64_t>(std::llround(invalid))),
          HashCount(root + 4)};
}

double keys_with_few_clean_cells(const PoisonedSetting& setting) {
  const double clean = analysis::cell_empty_probability(setting.poisoned, setting.cells, setting.hashes);
  double few = 0;
  for (std::uint64_t i = 0; i < 3; ++i) {
    few += analysis::lost_count_probability(ItemCount(setting.hashes.value), ItemCount(i), clean);
  }
  return static_cast<double>(setting.valid().value) * few;
}

// n times P[k-2 or more of k cells are poisoned], each with probability about (k/2) n^(-b), is of the order
// n^(1-b(k-2)) = n^(-2b).
Finding power_of_keys_in_danger(unsigned root) {
  constexpr ItemCount few{10'000'000'000'000'000};
  constexpr ItemCount many{100 * few.value};
  constexpr double kLowerTerms = 1e-2;  // what they still make at these numbers of keys
  const double ratio =
      keys_with_few_clean_cells(setting_of(many, root)) / keys_with_few_clean_cells(setting_of(few, root));
  return {.what = "b = 1/" + std::to_string(root) + ", k = " + std::to_string(root + 4) +
                  ": power of n in the number of valid keys with fewer than 3 clean cells",
          .fact = "003.thm2",
          .observed = Estimate::computed(std::log10(ratio) / 2, kLowerTerms),
          .expected = -2.0 / root};
}

plot::Plot keys_in_danger() {
  plot::Plot plot{"Theorem 2: n^(1-b) of n keys are invalid",
                  {"keys", plot::Scale::logarithmic},
                  {"valid keys with fewer than 3 clean cells, expected", plot::Scale::logarithmic},
                  {}};
  for (const unsigned root : {2U, 3U, 4U}) {
    plot::Series& series = plot.series.emplace_back();
    series.name = "b = 1/" + std::to_string(root) + ", k = " + std::to_string(root + 4);
    series.source = plot::Source::theory;
    for (int power = 3; power <= 15; ++power) {
      const double keys = std::pow(10.0, power);
      const PoisonedSetting setting = setting_of(ItemCount(static_cast<std::uint64_t>(keys)), root);
      series.points.push_back({keys, keys_with_few_clean_cells(setting)});
    }
  }
  return plot;
}

}  // namespace

Outcome theorem_2(const RunOptions& options) {
  std::vector<Finding> findings;
  for (const unsigned root : {2U, 3U, 4U}) findings.push_back(power_of_keys_in_danger(root));
  for (const std::uint64_t keys : {300U, 1'000U, 3'000U, 10'000U, 30'000U}) {
    const PoisonedSetting setting = setting_of(ItemCount(keys), 2);
    const std::uint64_t complete = complete_recoveries(setting, options);
    findings.push_back({.what = std::to_string(keys) + " keys, " + std::to_string(setting.poisoned.value) +
                                " invalid, k = 6: trials that list all valid keys, %",
                        .observed = Estimate::proportion(complete, options.trials).in_percent()});
  }
  findings.back().printed = printed_with_high_probability();
  return {findings, {keys_in_danger()}};
}

}  // namespace peel::lab::goodrich_mitzenmacher
