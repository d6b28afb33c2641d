// Which of peel's own summaries is behind a TableSummary: for those who need more than its promises, to save
// it or to look into it.
#pragma once

#include "peel/core/result.hpp"
#include "peel/tables/interpolation_summary.hpp"
#include "peel/tables/multiple_filter_summary.hpp"
#include "peel/tables/single_filter_summary.hpp"
#include "peel/tables/table_summary.hpp"

#include <variant>

namespace peel {

// Points to the summary itself.
using KnownSummary =
    std::variant<const InterpolationSummary*, const SingleFilterSummary*, const MultipleFilterSummary*,
                 const CountingSingleFilterSummary*, const CountingMultipleFilterSummary*>;

// Fails with `unsupported` for a summary of the caller's own.
[[nodiscard]] Result<KnownSummary> known_summary(const TableSummary& summary);

}  // namespace peel
