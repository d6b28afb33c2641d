// Figure 1: listing around the threshold. The curve is drawn and not printed, so most points are notes; from
// its upper end on the text gives numbers. The paper made 200,000 trials more at one point of each curve.
#include "peel/analysis/listing_failure.hpp"
#include "peel/analysis/partial_listing.hpp"
#include "peel/analysis/peeling.hpp"

#include "lab/goodrich_mitzenmacher/curves.hpp"
#include "lab/goodrich_mitzenmacher/experiments.hpp"
#include "lab/goodrich_mitzenmacher/listed_tables.hpp"

#include <optional>
#include <string>
#include <utility>

namespace peel::lab::goodrich_mitzenmacher {

namespace {

struct ListingPlace {
  std::uint64_t cells;
  std::string fact = "";
  std::optional<std::uint64_t> failures = {};  // of the paper's trials, where the text says it
};

struct ListingFigure {
  std::string name;
  ItemCount keys;
  Finding threshold;
  std::vector<ListingPlace> places;
};

Finding threshold(ItemCount keys, std::string fact, const char* printed, double rounding) {
  return {.what = "threshold, cells",
          .fact = std::move(fact),
          .printed = Printed{printed, Estimate::computed(std::stod(printed)), rounding, Origin::derived},
          .expected = analysis::cells_per_key_threshold(5) * static_cast<double>(keys.value),
          .digits = 6};
}

// Both vertical axes: the paper's, and one on which analysis/ knows what tables of this size do.
struct Plots {
  plot::Plot keys;
  plot::Plot trials;
};

Plots empty_plots(const ListingFigure& figure) {
  const auto keys = static_cast<double>(figure.keys.value);
  const PlotRange range{static_cast<double>(figure.places.front().cells),
                        static_cast<double>(figure.places.back().cells)};
  const std::vector<plot::Mark> marks = {{"threshold", keys * analysis::cells_per_key_threshold(5)}};
  const plot::Axis cells{"cells"};
  return {{figure.name + ": keys listed",
           cells,
           {"keys listed on average, %", plot::Scale::linear, 0, 100},
           {theory_curve("in the limit of large tables", range,
                         [&](double m) { return 100 * analysis::partial_listing(5, keys / m); })},
           marks},
          {figure.name + ": tables that list completely",
           cells,
           {"trials listed completely, %", plot::Scale::linear, 0, 100},
           {theory_curve("for this number of keys", range,
                         [&](double m) {
                           const CellCount whole(static_cast<std::uint64_t>(m));
                           return 100 * (1 - analysis::listing_failure(figure.keys,
                                                                       {whole, kHashes, SegmentCount(5)})
                                                 .probability);
                         })},
           marks}};
}

Outcome draw_listing(const ListingFigure& figure, const RunOptions& options) {
  std::vector<Finding> findings = {figure.threshold};
  plot::Series printed{"the paper's text", plot::Source::printed, {}};
  plot::Series keys{"observed", plot::Source::observed, {}};
  plot::Series trials = keys;
  for (const ListingPlace& place : figure.places) {
    const ListedTables tables = fill_and_list(figure.keys, CellCount(place.cells), options);
    const auto x = static_cast<double>(place.cells);
    Finding& complete = findings.emplace_back(complete_trials(tables));
    complete.fact = place.fact;
    if (place.failures) {
      complete.printed = printed_all_but(*place.failures, kPaperTrials);
      printed.points.push_back(percent_at(x, complete.printed->value));
    }
    trials.points.push_back(percent_at(x, tables.complete));
    keys.points.push_back(percent_at(x, tables.listed));
    Finding& listed = findings.emplace_back(keys_listed(tables));
    // A fact that reproduces is one of complete trials, which alone are printed.
    if (!place.failures) listed.fact = place.fact;
  }
  Plots plots = empty_plots(figure);
  plots.keys.series.push_back(keys);
  plots.trials.series.insert(plots.trials.series.end(), {trials, printed});
  return {findings, {plots.keys, plots.trials}};
}

Outcome further_trials(ItemCount keys, CellCount cells, const char* fact, const RunOptions& options) {
  Finding complete = complete_trials(fill_and_list(keys, cells, options));
  complete.fact = fact;
  complete.printed = printed_all_but(0, kPaperTrials + kFurtherTrials);
  return {{complete}};
}

}  // namespace

Outcome figure_1a(const RunOptions& options) {
  return draw_listing({"Figure 1(a), 10,000 keys",
                       kKeys,
                       threshold(kKeys, "003.thr.10k", "14250", 5),
                       {{13'500},
                        {13'800},
                        {14'000, "003.peel.10k.14000"},
                        {14'100},
                        {14'150},
                        {14'200, "003.peel.10k.14200"},
                        {14'250, "003.peel.10k.14250"},
                        {14'300, "003.peel.10k.14300"},
                        {14'350},
                        {14'400, "003.peel.10k.14400"},
                        {14'500, "003.peel.10k.14500", 2},
                        {14'600, "", 0},
                        {15'000, "", 0}}},
                      options);
}

Outcome figure_1b(const RunOptions& options) {
  return draw_listing({"Figure 1(b), 100,000 keys",
                       kManyKeys,
                       threshold(kManyKeys, "003.thr.100k", "142500", 50),
                       {{135'000},
                        {140'000},
                        {141'500},
                        {142'000, "003.peel.100k.142000"},
                        {142'250},
                        {142'500, "003.peel.100k.142500"},
                        {142'750},
                        {143'000, "003.peel.100k.143000"},
                        {144'000, "", 0},
                        {150'000, "", 0}}},
                      options);
}

Outcome cells_14600(const RunOptions& options) {
  return further_trials(kKeys, CellCount(14'600), "003.peel.10k.14600", options);
}

Outcome cells_144000(const RunOptions& options) {
  return further_trials(kManyKeys, CellCount(144'000), "003.peel.100k.144000", options);
}

}  // namespace peel::lab::goodrich_mitzenmacher
