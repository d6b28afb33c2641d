// Tables with summaries of every kind, for tests.
#pragma once

#include "peel/tables/interpolation_summary.hpp"
#include "peel/tables/summarised_table.hpp"

#include "support/table_models.hpp"
#include "support/table_summaries.hpp"

#include <memory>
#include <utility>
#include <vector>

namespace peel::test {

inline std::unique_ptr<TableSummary> interpolation(BitWidth bits) {
  return owned(InterpolationSummary::make(bits, ItemCount(200)));
}

// Every kind, and of some one that is far too small and misleads many keys.
inline std::vector<SummaryCase> summary_cases() {
  std::vector<SummaryCase> cases = filter_summary_cases();
  cases.push_back({"Interpolation", [] { return interpolation(BitWidth(61)); }});
  cases.push_back({"FewBits", [] { return interpolation(BitWidth(8)); }});
  cases.push_back({"FewCells", [] {
                     return owned(SingleFilterSummary::make(single_filter_shape(
                         CellCount(200), HashCount(2), SegmentCount(5), CellPacking::three_bits)));
                   }});
  cases.push_back({"FewCounters", [] {
                     return owned(CountingSingleFilterSummary::make(single_filter_shape(
                         CellCount(60), HashCount(3), SegmentCount(5), CellPacking::counters)));
                   }});
  return cases;
}

constexpr Deletions kCounting = {};
constexpr Deletions kLazy = {.rule = DeletionRule::lazy, .most_deleted = ItemCount(40)};

template <class Hash>
using Summarised = SummarisedTable<std::uint64_t, std::uint64_t, Hash>;

// Crowded with 150 keys: many are at level 2 and above.
inline const MultilevelShape& crowded_shape() {
  static const MultilevelShape shape = multilevel_shape({BucketCount(160), BucketCount(60), BucketCount(30)});
  return shape;
}

template <class Hash>
Summarised<Hash> table_with(std::unique_ptr<TableSummary> summary, const Hash& hash, Deletions deletions,
                            const MultilevelShape& shape = crowded_shape()) {
  return value_of(Summarised<Hash>::make(shape, hash, std::move(summary), deletions));
}

}  // namespace peel::test
