// One trial of most experiments: a multilevel table is filled, its summary told of every item, and then asked
// for all items and for some that are absent.
#pragma once

#include "peel/analysis/multilevel_shape.hpp"
#include "peel/core/types.hpp"
#include "peel/hashing/seed.hpp"
#include "peel/tables/table_summary.hpp"

#include "lab/statistics.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace peel::lab::kirsch_mitzenmacher {

struct Filling {
  // Items that come to each sub-table; behind the last, those that found no place.
  std::array<std::uint32_t, kMaxSubTables + 1> reach{};
  std::uint32_t failures = 0;         // items that the summary sends to another sub-table than their own
  std::uint32_t false_positives = 0;  // absent items that it sends anywhere
  std::uint32_t crises = 0;
};

Filling fill(const MultilevelShape& shape, ItemCount items, Seed trial);

struct SummaryTrial {
  const MultilevelShape& shape;
  ItemCount items;
  ItemCount absent;
  const TableSummary& empty;
};
Filling fill_with_summary(const SummaryTrial& setting, Seed trial);
// With hash values of the authors' generator.
Filling fill_with_rand48(const SummaryTrial& setting, Seed trial);

// What all fillings of an experiment say. Failures of one table have cells in common, so that tables are the
// samples; where hardly any has one, items are.
Estimate mean_failures(std::span<const Filling> fillings, ItemCount items);
Estimate false_positive_rate(std::span<const Filling> fillings, ItemCount absent);
Estimate mean_reach(std::span<const Filling> fillings, SubTable table);
// The share of tables in which it happened.
Estimate any_failure(std::span<const Filling> fillings);
Estimate any_crisis(std::span<const Filling> fillings);

}  // namespace peel::lab::kirsch_mitzenmacher
