// A difference is listed cell by cell, and the cells that it took are counted.
#include "peel/analysis/iblt_plan.hpp"
#include "peel/analysis/rateless.hpp"
#include "peel/invertible/rateless_decoder.hpp"

#include "lab/rateless/experiments.hpp"
#include "lab/trials.hpp"

#include <array>
#include <string>
#include <vector>

namespace peel::lab::rateless {

namespace {

constexpr std::array<std::uint64_t, 10> kDifferences = {1, 2, 5, 10, 20, 50, 100, 1'000, 5'000, 10'000};

struct Published {
  double items;
  double cells;  // for each item
};

// The means in the result files of the authors of [Yang et al. 2024].
constexpr std::array<Published, 9> kPublished = {{{2, 1.59},
                                                  {5, 1.755},
                                                  {10, 1.72},
                                                  {20, 1.63},
                                                  {50, 1.52},
                                                  {100, 1.45},
                                                  {1'000, 1.38},
                                                  {10'000, 1.36},
                                                  {100'000, 1.35}}};

double cells_for_each(RatelessForm form, std::uint64_t items, Seed seed) {
  const auto shape = RatelessShape::from({.form = form, .check_bits = BitWidth(64)});
  const KeyHasher hashing(HashFamily::fast, seed);
  std::vector<std::uint64_t> keys(items);
  for (std::uint64_t i = 0; i < items; ++i) keys[i] = i;
  RatelessDecoder decoder(*shape, hashing);
  for (std::uint64_t end = items + items / 2 + 100;; end *= 4) {
    auto cells = RatelessCells::empty(*shape, hashing, {decoder.received(), end});
    (void)cells->insert(keys);
    while (decoder.received() < end) {
      (void)decoder.take(*cells->part({decoder.received(), decoder.received() + 1}));
      if (decoder.outcome() == RatelessOutcome::complete)
        return static_cast<double>(decoder.received()) / static_cast<double>(items);
    }
  }
}

plot::Series sized_tables() {
  plot::Series series{"our sized tables, one failure in 1000", plot::Source::theory, {}};
  const Rate failure = *Rate::from(1e-3);
  for (const std::uint64_t items : kDifferences) {
    const auto plan = analysis::plan_iblt(ItemCount(items), {failure, analysis::suggested_wrong(failure)},
                                          analysis::PurityCounts::unit);
    if (items < 5 || !plan) continue;
    series.points.push_back({static_cast<double>(items),
                             static_cast<double>(plan->table.cells.value) / static_cast<double>(items)});
  }
  return series;
}

}  // namespace

Outcome cells_per_difference(const RunOptions& options) {
  Outcome outcome;
  plot::Plot plot{"Cells that list a difference",
                  {"differing items", plot::Scale::logarithmic},
                  {"cells for each, mean", plot::Scale::linear, 1},
                  {}};
  plot::Series published{"regular, published", plot::Source::printed, {}};
  for (const Published& point : kPublished) published.points.push_back({point.items, point.cells});
  plot.series.push_back(published);
  std::uint64_t purpose = 0;
  for (const RatelessForm form : {RatelessForm::regular, RatelessForm::irregular}) {
    plot::Series observed{std::string(name_of(form)), plot::Source::ours, {}};
    for (const std::uint64_t items : kDifferences) {
      const std::vector<double> needed =
          run_trials(options, purpose++, [&](Seed seed) { return cells_for_each(form, items, seed); });
      const Estimate mean = Estimate::mean(needed);
      const double expected =
          analysis::rateless_forecast(form, ItemCount(items)).mean / static_cast<double>(items);
      outcome.findings.push_back({.what = std::string(name_of(form)) + ", " + std::to_string(items) +
                                          " differing items: cells for each",
                                  .observed = mean,
                                  .expected = expected,
                                  // The forecast was measured itself.
                                  .believed = Interval{expected * 0.985, expected * 1.015}});
      observed.points.push_back({static_cast<double>(items), mean.value, mean.shown.low, mean.shown.high});
    }
    plot.series.push_back(observed);
  }
  plot.series.push_back(sized_tables());
  outcome.plots.push_back(plot);
  return outcome;
}

}  // namespace peel::lab::rateless
