#include "peel/tables/known_summary.hpp"

namespace peel {

namespace {

template <class Summary, class... Others>
Result<KnownSummary> first_that_fits(const TableSummary& summary) {
  if (const auto* const found = dynamic_cast<const Summary*>(&summary)) return KnownSummary(found);
  if constexpr (sizeof...(Others) > 0) return first_that_fits<Others...>(summary);
  return failure(ErrorCode::unsupported, "a summary of the caller's own: accepted are those of peel");
}

}  // namespace

Result<KnownSummary> known_summary(const TableSummary& summary) {
  return first_that_fits<InterpolationSummary, SingleFilterSummary, MultipleFilterSummary,
                         CountingSingleFilterSummary, CountingMultipleFilterSummary>(summary);
}

}  // namespace peel
