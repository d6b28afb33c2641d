// Our own: the smallest summaries, by the library's planner, that make no more mistakes than the paper's do
// for the same table. The paper did not optimise its parameters, and says so.
#include "peel/analysis/summary_plan.hpp"

#include "lab/kirsch_mitzenmacher/experiments.hpp"
#include "lab/kirsch_mitzenmacher/setting.hpp"
#include "lab/workload.hpp"

namespace peel::lab::kirsch_mitzenmacher {

namespace {

analysis::SummaryDemand as_good_as(const analysis::SummaryForecast& paper) {
  return {require(Rate::from(paper.false_positive_rate)), require(Rate::from(paper.failure))};
}

void compare(const std::string& what, const analysis::SummaryForecast& paper,
             const analysis::SummaryForecast& planned, std::vector<Finding>& findings) {
  findings.push_back({.what = what + ": bytes of the paper's", .expected = real(paper.bytes), .digits = 7});
  findings.push_back({.what = what + ": bytes of the planner's, as rarely wrong",
                      .expected = real(planned.bytes),
                      .digits = 7});
  findings.push_back({.what = what + ": failure probability of the planner's", .expected = planned.failure});
}

}  // namespace

Outcome plans(const RunOptions&) {
  std::vector<Finding> findings;
  const auto add = [&](const ForecastTable& table, const std::string& size, CellCount cells,
                       const std::vector<FilterShape>& filters) {
    const auto sf =
        analysis::single_filter_forecast(single_filter(cells, kPaperHashes, table.shape), table.filled());
    compare(size + " items, single filter", sf,
            require(analysis::plan_single_filter(as_good_as(sf), table.filled())).forecast, findings);
    const auto mbf = analysis::multiple_filter_forecast(filters, table.filled());
    compare(size + " items, multiple filters", mbf,
            require(analysis::plan_multiple_filters(as_good_as(mbf), table.filled())).forecast, findings);
    compare(size + " items, multiple filters as rarely wrong as the single one", mbf,
            require(analysis::plan_multiple_filters(as_good_as(sf), table.filled())).forecast, findings);
  };
  add(table_of_10k(), "10k", kPaperCells10k, paper_filters_10k());
  add(table_of_100k(), "100k", kPaperCells100k, mended_filters_100k());
  return {findings};
}

}  // namespace peel::lab::kirsch_mitzenmacher
