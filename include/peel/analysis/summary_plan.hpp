// The planner of summaries: for a table that is given or planned, the smallest summary of each kind that
// keeps false positives and failures as rare as demanded. Rates and failures are those of
// analysis/summary_failure.hpp.
#pragma once

#include "peel/analysis/filter_shape.hpp"
#include "peel/analysis/single_filter_shape.hpp"
#include "peel/analysis/summary_failure.hpp"
#include "peel/core/result.hpp"
#include "peel/core/types.hpp"

#include <vector>

namespace peel::analysis {

struct SummaryDemand {
  Rate false_positives;  // of keys that are not in the table
  Rate failure;          // that any key of the table is sent to another sub-table than its own
};

struct InterpolationPlan {
  BitWidth bits;  // of a key's hash
  SummaryForecast forecast;
};

struct SingleFilterPlan {
  SingleFilterShape shape;
  SummaryForecast forecast;
};

struct MultipleFilterPlan {
  std::vector<FilterShape> shapes;  // classic filters, one for each sub-table
  SummaryForecast forecast;
};

// Each fails with `limit_exceeded` where no summary of its kind meets the demand: with 61 bits, or with 64
// hashes.
[[nodiscard]] Result<InterpolationPlan> plan_interpolation(const SummaryDemand& demand,
                                                           const FilledTable& table);
// The fewest cells; of filters at most 1/100 larger the one with the fewest hashes. Three cells share a byte
// where they tell at most five sub-tables apart, else a cell has three bits.
[[nodiscard]] Result<SingleFilterPlan> plan_single_filter(const SummaryDemand& demand,
                                                          const FilledTable& table);
// Failures are shared out among the filters in proportion to their keys, which takes the fewest bits.
[[nodiscard]] Result<MultipleFilterPlan> plan_multiple_filters(const SummaryDemand& demand,
                                                               const FilledTable& table);

// The same with counters of four bits, so that keys can be forgotten. Fails with `limit_exceeded` where that
// is more than a summary, or a filter, may have.
[[nodiscard]] Result<SingleFilterShape> counting_version(const SingleFilterShape& shape);
[[nodiscard]] Result<std::vector<FilterShape>> counting_version(const std::vector<FilterShape>& shapes);

}  // namespace peel::analysis
