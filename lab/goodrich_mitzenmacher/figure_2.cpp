// Figure 2: the share of trials that lose a valid key, against the number of keys with two values. Drawn and
// not printed; the text and Table 2 give it at some places.
#include "lab/goodrich_mitzenmacher/curves.hpp"
#include "lab/goodrich_mitzenmacher/experiments.hpp"
#include "lab/goodrich_mitzenmacher/poisoned_tables.hpp"

#include <optional>
#include <string>

namespace peel::lab::goodrich_mitzenmacher {

namespace {

struct PoisonedPlace {
  std::uint64_t poisoned;
  std::optional<std::uint64_t> incomplete = {};  // of the paper's trials, where it says it
};

struct PoisonedFigure {
  std::string name;
  ItemCount keys;
  CellCount cells;
  std::vector<PoisonedPlace> places;

  PoisonedSetting with(std::uint64_t poisoned) const { return {keys, cells, ItemCount(poisoned)}; }
};

double expected_incomplete(const PoisonedSetting& setting) {
  return 100 * (1 - setting.lost_probability(ItemCount(0)));
}

Outcome draw_poisoned(const PoisonedFigure& figure, const RunOptions& options) {
  std::vector<Finding> findings;
  plot::Series printed{"the paper's text and Table 2", plot::Source::printed, {}};
  plot::Series observed{"observed", plot::Source::observed, {}};
  for (const PoisonedPlace& place : figure.places) {
    const PoisonedSetting setting = figure.with(place.poisoned);
    const auto x = static_cast<double>(place.poisoned);
    const std::uint64_t incomplete = options.trials - complete_recoveries(setting, options);
    Finding& finding = findings.emplace_back();
    finding.what = std::to_string(place.poisoned) + " damaged keys: trials with incomplete recovery, %";
    finding.observed = Estimate::proportion(incomplete, options.trials).in_percent();
    finding.expected = expected_incomplete(setting);
    observed.points.push_back(percent_at(x, *finding.observed));
    if (!place.incomplete) continue;
    finding.printed = printed_share(std::to_string(*place.incomplete) + " of 20000", *place.incomplete);
    printed.points.push_back(percent_at(x, finding.printed->value));
  }
  const auto formula = theory_curve(
      "all cells of a valid key poisoned", {0, static_cast<double>(figure.places.back().poisoned), 41},
      [&](double x) { return expected_incomplete(figure.with(static_cast<std::uint64_t>(x))); });
  return {findings,
          {{figure.name,
            {"keys with several values"},
            {"trials with incomplete recovery, %", plot::Scale::linear, 0},
            {formula, observed, printed}}}};
}

}  // namespace

Outcome figure_2a(const RunOptions& options) {
  return draw_poisoned({"Figure 2(a), 10,000 keys",
                        kKeys,
                        kCells,
                        {{250}, {500, 4}, {750}, {1'000, 128}, {1'250}, {1'500}, {1'750}, {2'000, 3'299}}},
                       options);
}

Outcome figure_2b(const RunOptions& options) {
  return draw_poisoned({"Figure 2(b), 100,000 keys",
                        kManyKeys,
                        kManyCells,
                        {{5'000}, {7'500}, {10'000, 1'440}, {12'500}, {15'000}, {20'000}}},
                       options);
}

}  // namespace peel::lab::goodrich_mitzenmacher
