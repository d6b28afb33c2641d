// The summaries of a planned multilevel table, as peel plan shows them.
#pragma once

#include "peel/analysis/summary_failure.hpp"
#include "peel/analysis/summary_plan.hpp"

#include "cli/output/json.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace peel::cli {

// Of summaries where no other was asked for.
inline constexpr double kUsualFailure = 1e-9;

// One kind. It is refused in a sentence where none of its kind is good enough.
struct PlannedSummary {
  std::string name;
  std::string parameters;  // in words
  Json parameters_as_json;
  analysis::SummaryForecast forecast;
  double saturated = 0;  // counters, of those that can forget
  std::string refusal;
};

struct TableSummaries {
  std::uint64_t items;
  std::vector<PlannedSummary> kinds;
};

TableSummaries table_summaries(const analysis::SummaryDemand& demand, const analysis::FilledTable& table);

std::string in_words(const TableSummaries& summaries);
Json as_json(const TableSummaries& summaries);

}  // namespace peel::cli
