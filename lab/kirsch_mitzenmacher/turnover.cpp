// What the paper leaves to later work: for each item that is erased another one comes, so that the load never
// changes. An item that was passed on stays where it is, so sub-tables beyond the first get fuller than when
// a table is filled, and analysis::multilevel_turnover says how full.
#include "peel/analysis/multilevel_turnover.hpp"
#include "peel/tables/multilevel_table.hpp"

#include "lab/kirsch_mitzenmacher/experiments.hpp"
#include "lab/kirsch_mitzenmacher/living_items.hpp"
#include "lab/kirsch_mitzenmacher/setting.hpp"
#include "lab/trials.hpp"

#include <algorithm>
#include <array>

namespace peel::lab::kirsch_mitzenmacher {

namespace {

using TurnoverTable = MultilevelTable<std::uint64_t, std::uint8_t>;
// Of all items, on average: e^-10 of them are as old as the table.
constexpr std::uint64_t kLivesToSettle = 10;

// Buckets are taken as independent of each other, which gives a little too much: 2 % for 1,000 items.
constexpr double kLeastOfIndependent = 0.95;

struct Turned {
  std::array<std::uint32_t, kMaxSubTables> items{};  // at each level, in the end
  std::uint32_t crises = 0;                          // of all insertions after the first lives
};

// The state to which the table comes is reached in `before` lives; crises are counted in those after it.
struct Course {
  const MultilevelShape& shape;
  ItemCount items;
  std::uint64_t before = kLivesToSettle;
  std::uint64_t after = 0;
};

Turned turn(const Course& course, Seed trial) {
  TurnoverTable table(course.shape, KeyedHash<std::uint64_t>(HashFamily::fast, trial.derive(0)));
  LivingItems items(course.items, trial.derive(1));
  for (const std::uint64_t key : items.keys()) table.insert_or_assign(key, 0);
  items.live(course.before, table);
  const std::uint64_t before = table.crises();
  items.live(course.after, table);
  Turned turned;
  turned.crises = static_cast<std::uint32_t>(table.crises() - before);
  table.for_each_slot([&](std::uint64_t, Level level) { ++turned.items[level.table().value]; });
  return turned;
}

Estimate mean_items(std::span<const Turned> all, SubTable table, ItemCount items) {
  std::vector<double> shares;
  shares.reserve(all.size());
  for (const Turned& each : all) shares.push_back(each.items[table.value] / real(items.value));
  return Estimate::mean_share(shares, items.value).times(real(items.value));
}

}  // namespace

Outcome turnover(const RunOptions& options) {
  const ForecastTable& table = table_of_10k();
  const auto forecast = analysis::multilevel_turnover(table.shape, table.items);
  const auto turned = run_trials(options, 0, [&](Seed trial) {
    return turn({table.shape, table.items}, trial);
  });
  plot::Plot plot{.title = "Items at each level, of 10,000: filled once, and when items come and go",
                  .x = {.label = "sub-table"},
                  .y = {.label = "items, on average", .scale = plot::Scale::logarithmic, .low = 0.01},
                  .series = {{"filled once", plot::Source::theory, {}},
                             {"turnover, Erlang's formula", plot::Source::theory, {}},
                             {"turnover, seen after ten lives", plot::Source::observed, {}}}};
  std::vector<Finding> findings;
  const auto filled = table.forecast.items();
  for (std::uint64_t i = 0; i < table.shape.sub_tables(); ++i) {
    const Estimate seen = mean_items(turned, SubTable(i), table.items);
    findings.push_back({.what = "items in T" + std::to_string(i + 1) + " after ten lives",
                        .observed = seen,
                        .expected = forecast.items[i]});
    plot.series[0].points.push_back({real(i + 1), filled[i].stay});
    plot.series[1].points.push_back({real(i + 1), forecast.items[i]});
    if (seen.value > 0) plot.series[2].points.push_back(plotted(real(i + 1), seen));
  }
  findings.push_back({.what = "crises for each insertion, in turnover", .expected = forecast.crises});
  findings.push_back({.what = "crises when the table is filled once, for each insertion",
                      .expected = table.forecast.crisis / real(table.items.value)});
  return {findings, {plot}};
}

Outcome turnover_crises(const RunOptions& options) {
  constexpr ItemCount items{2'000};
  plot::Plot plot{.title = "Crises of 2,000 items that come and go, in the paper's proportions",
                  .x = {.label = "slots for each item"},
                  .y = {.label = "crises for each insertion", .scale = plot::Scale::logarithmic},
                  .series = {{"turnover, Erlang's formula", plot::Source::theory, {}},
                             {"turnover, seen", plot::Source::observed, {}},
                             {"filled once, exact", plot::Source::theory, {}}}};
  for (double slots = 1.5; slots <= 6; slots += 0.25) {
    const MultilevelShape shape = paper_proportions(items, slots);
    plot.series[0].points.push_back({slots, analysis::multilevel_turnover(shape, items).crises});
    const auto filled = analysis::multilevel_forecast(shape, items);
    plot.series[2].points.push_back({slots, filled.of.back().mean() / real(items.value)});
  }
  std::vector<Finding> findings;
  for (const double slots : {1.5, 2.0, 2.5, 3.0}) {
    const MultilevelShape shape = paper_proportions(items, slots);
    const auto turned = run_trials(options, static_cast<std::uint64_t>(100 * slots), [&](Seed trial) {
      return turn({shape, items, kLivesToSettle, kLivesToSettle}, trial);
    });
    std::vector<double> shares;
    for (const Turned& each : turned) shares.push_back(each.crises / real(kLivesToSettle * items.value));
    const Estimate seen = Estimate::mean_share(shares, kLivesToSettle * items.value);
    const double expected = analysis::multilevel_turnover(shape, items).crises;
    findings.push_back({.what = decimal(slots, 2) + " slots for each item: crises for each insertion",
                        .observed = seen,
                        .expected = expected,
                        .believed = Interval{kLeastOfIndependent * expected, expected}});
    if (seen.value > 0) plot.series[1].points.push_back(plotted(slots, seen));
  }
  return {findings, {plot}};
}

}  // namespace peel::lab::kirsch_mitzenmacher
