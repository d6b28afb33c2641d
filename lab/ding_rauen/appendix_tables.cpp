// Whole tables with the hash functions of the appendix. The library accepts a key only in a cell where it
// goes to, which the paper's code does not ask; that makes up for most of their weakness.
#include "peel/analysis/counter_thresholds.hpp"

#include "lab/ding_rauen/appendix_hashes.hpp"
#include "lab/ding_rauen/critical_load.hpp"
#include "lab/ding_rauen/experiments.hpp"
#include "lab/ding_rauen/threshold_plot.hpp"
#include "lab/trials.hpp"

#include <algorithm>
#include <memory>
#include <string>

namespace peel::lab::ding_rauen {

namespace {

bool lists_with_appendix(const CounterSpec& spec, const ListingEffort& effort, Hash4 form,
                         const Multiset& inserted, Seed trial) {
  const CounterShape shape = require(CounterShape::from(spec));
  const ItemHashing hashing(std::make_shared<AppendixHash>(shape.placement().sub_table_cells(), form, trial));
  return lists_with(hashing, shape, effort, inserted);
}

// If 32 divides the size of the sub-tables, half of three of them is never addressed. With xor in hash4, so
// that nothing else goes wrong.
Finding base_32_table(CellCount cells, double expected, const RunOptions& options) {
  CounterSpec spec = cells_of(CounterVariant::one_key, HashCount(4));
  spec.cells = cells;
  const auto results = run_trials(options, cells.value, [&](Seed trial) {
    const Multiset inserted = paper_multiset(trial.derive(0));
    return lists_with_appendix(spec, {}, Hash4::mixed, inserted, trial.derive(1)) ? 1 : 0;
  });
  const auto listed = static_cast<std::uint64_t>(std::ranges::count(results, 1));
  return {
      .what = "one-key, h=4, sub-tables of " + std::to_string(cells.value / 4) + " cells: trials listed, %",
      .fact = "000.code.base32.demo",
      .observed = Estimate::proportion(listed, options.trials).in_percent(),
      .expected = expected};
}

}  // namespace

Outcome base_32(const RunOptions& options) {
  constexpr std::uint64_t kSubTables = 4;
  return {{base_32_table(CellCount(kSubTables * 2272), 0, options),
           base_32_table(CellCount(kSubTables * 2268), 100, options)}};
}

// At 96 % of the threshold, where strong functions list nearly always. From h = 6 on there is a sub-table
// whose function is the key itself: averages of keys of one cell go to that cell, too, and pass the own-cell
// test.
Outcome appendix_hashes(const RunOptions& options) {
  std::vector<Finding> findings;
  plot::Plot plot{.title = "Even-odd counters with the appendix' hash functions and the own-cell test",
                  .x = {.label = "hash functions, h"},
                  .y = {.label = "trials listed, %", .low = 0, .high = 100},
                  .series = {}};
  for (const Hash4 form : {Hash4::printed, Hash4::mixed}) {
    const std::string name = form == Hash4::printed ? "hash4 as printed" : "hash4 with xor";
    plot::Series series{name, plot::Source::observed, {}};
    for (unsigned h = 3; h <= 7; ++h) {
      CounterSpec spec = cells_of(CounterVariant::even_odd, HashCount(h));
      spec.cells = cells_for_load(0.96 * analysis::even_odd_threshold(h));
      const auto results = run_trials(options, 10 * static_cast<std::uint64_t>(form) + h, [&](Seed trial) {
        const Multiset inserted = paper_multiset(trial.derive(0));
        return lists_with_appendix(spec, {}, form, inserted, trial.derive(1)) ? 1 : 0;
      });
      const auto listed = static_cast<std::uint64_t>(std::ranges::count(results, 1));
      findings.push_back({.what = "even-odd, " + name + ", h=" + std::to_string(h) +
                                  ", 96 % of the threshold: trials listed, %",
                          .observed = Estimate::proportion(listed, options.trials).in_percent()});
      if (form == Hash4::mixed) {
        findings.back().expected = 100;
        findings.back().believed = Interval{95, 100};
      }
      series.points.push_back(point_of(h, *findings.back().observed));
    }
    plot.series.push_back(series);
  }
  return {findings, {plot}};
}

}  // namespace peel::lab::ding_rauen
