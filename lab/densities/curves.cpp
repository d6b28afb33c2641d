// Figure 1's axes: the share of tables that list, against cells per key. And the points of such curves that
// matter most, found by analysis and tried by listing.
#include "lab/goodrich_mitzenmacher/curves.hpp"

#include "peel/analysis/iblt_plan.hpp"
#include "peel/analysis/peeling.hpp"

#include "lab/densities/experiments.hpp"
#include "lab/densities/listed_share.hpp"

#include <array>
#include <cmath>
#include <initializer_list>
#include <string>
#include <utility>

namespace peel::lab::densities {

namespace {

using goodrich_mitzenmacher::percent_at;
using goodrich_mitzenmacher::PlotRange;
using goodrich_mitzenmacher::theory_curve;

constexpr ItemCount kTenThousand{10'000};
constexpr ItemCount kHundredThousand{100'000};
constexpr ItemCount kMillion{1'000'000};

CellCount cells_for(ItemCount keys, double cells_per_key) {
  return CellCount(static_cast<std::uint64_t>(std::llround(cells_per_key * static_cast<double>(keys.value))));
}

// The curves of some kinds of tables with one number of keys, on the paper's axes and on ours.
class Figure {
 public:
  Figure(const std::string& name, ItemCount keys) : keys_(keys) {
    const plot::Axis cells{"cells"};
    keys_listed_ = {
        name + ": keys listed", cells, {"keys listed on average, %", plot::Scale::linear, 0, 100}, {}};
    tables_listed_ = {name + ": tables that list completely",
                      cells,
                      {"tables listed completely, %", plot::Scale::linear, 0, 100},
                      {}};
  }

  // One curve, at some densities in rising order.
  void trace(const Kind& kind, std::initializer_list<double> cells_per_key, const RunOptions& options) {
    plot::Series keys{kind.name(), kind.source(), {}};
    plot::Series tables = keys;
    for (const double density : cells_per_key) {
      const ListedShare listed = measure(kind, cells_for(keys_, density), keys_, options, findings_);
      const auto cells = static_cast<double>(listed.cells.value);
      keys.points.push_back(percent_at(cells, listed.keys));
      tables.points.push_back(percent_at(cells, listed.complete));
    }
    const PlotRange range{tables.points.front().x, tables.points.back().x};
    keys_listed_.series.push_back(keys);
    tables_listed_.series.push_back(tables);
    tables_listed_.series.push_back(theory_curve(kind.name() + ", predicted", range, [&](double cells) {
      const CellCount whole(static_cast<std::uint64_t>(std::llround(cells)));
      return 100 * (1 - analysis::listing_failure(keys_, kind.geometry(whole)).probability);
    }));
  }

  // The paper's k = 5, where its Figure 1 rises: the place that the others are measured by.
  void mark_the_papers_threshold() {
    const plot::Mark mark{"the paper's threshold, k = 5",
                          analysis::cells_per_key_threshold(5) * static_cast<double>(keys_.value)};
    keys_listed_.marks.push_back(mark);
    tables_listed_.marks.push_back(mark);
  }

  Outcome outcome() && { return {std::move(findings_), {keys_listed_, tables_listed_}}; }

 private:
  ItemCount keys_;
  std::vector<Finding> findings_;
  plot::Plot keys_listed_;
  plot::Plot tables_listed_;
};

}  // namespace

Outcome ten_thousand_keys(const RunOptions& options) {
  Figure figure("Figure 1(a) with other tables, 10,000 keys", kTenThousand);
  figure.trace(coupled(4, 43), {1.10, 1.13, 1.15, 1.16, 1.17, 1.18, 1.19, 1.20, 1.22}, options);
  figure.trace(partitioned(3), {1.19, 1.21, 1.22, 1.225, 1.23, 1.25}, options);
  figure.trace(partitioned(4), {1.26, 1.28, 1.29, 1.295, 1.3, 1.31, 1.32}, options);
  figure.trace(partitioned(5), {1.38, 1.40, 1.42, 1.425, 1.43, 1.44, 1.46}, options);
  figure.mark_the_papers_threshold();
  return std::move(figure).outcome();
}

Outcome hundred_thousand_keys(const RunOptions& options) {
  Figure figure("Figure 1(b) with other tables, 100,000 keys", kHundredThousand);
  figure.trace(coupled(4, 92), {1.06, 1.08, 1.09, 1.095, 1.10, 1.105, 1.125}, options);
  figure.trace(partitioned(3), {1.20, 1.22, 1.225, 1.23}, options);
  figure.trace(partitioned(4), {1.27, 1.29, 1.295, 1.3}, options);
  figure.trace(partitioned(5), {1.40, 1.42, 1.425, 1.43, 1.44}, options);
  figure.mark_the_papers_threshold();
  return std::move(figure).outcome();
}

Outcome half_and_99_percent(const RunOptions& options) {
  constexpr std::array kKinds = {partitioned(3), partitioned(4), coupled(3, 18),
                                 coupled(4, 24), coupled(4, 43), coupled(4, 64)};
  std::vector<Finding> findings;
  for (const Kind& kind : kKinds) {
    for (const double failure : {0.5, 0.01}) {
      measure(kind, analysis::fewest_cells(kTenThousand, kind.hashes, kind.sub_tables, *Rate::from(failure)),
              kTenThousand, options, findings);
    }
  }
  return {findings};
}

Outcome plans(const RunOptions& options) {
  const Rate failure = *Rate::from(1e-2);
  std::vector<Finding> findings;
  plot::Series observed{"planned tables", plot::Source::ours, {}};
  plot::Series predicted{"as the plan says", plot::Source::theory, {}};
  for (const std::uint64_t keys : {10U, 30U, 100U, 300U, 1'000U, 3'000U, 10'000U}) {
    const auto plan = analysis::plan_iblt(ItemCount(keys), {failure, analysis::suggested_wrong(failure)},
                                          analysis::PurityCounts::unit);
    measure({plan->table.hashes, plan->table.sub_tables, plan->table.light}, plan->table.cells,
            ItemCount(keys), options, findings);
    Finding& finding = findings.back();
    finding.what = std::to_string(keys) + " keys, " + finding.what;
    const Estimate& listed = *finding.observed;
    const auto x = static_cast<double>(keys);
    observed.points.push_back({x, 100 - listed.value, 100 - listed.shown.high, 100 - listed.shown.low});
    predicted.points.push_back({x, 100 - *finding.expected});
  }
  return {findings,
          {{"Tables planned to fail once in a hundred",
            {"keys", plot::Scale::logarithmic},
            {"tables that do not list, %", plot::Scale::linear, 0},
            {predicted, observed}}}};
}

Outcome hundred_thousand_in_115(const RunOptions& options) {
  std::vector<Finding> findings;
  measure(coupled(4, 60), cells_for(kHundredThousand, 1.15), kHundredThousand, options, findings);
  return {findings};
}

Outcome million_in_110(const RunOptions& options) {
  std::vector<Finding> findings;
  measure(coupled(4, 131), cells_for(kMillion, 1.10), kMillion, options, findings);
  return {findings};
}

}  // namespace peel::lab::densities
