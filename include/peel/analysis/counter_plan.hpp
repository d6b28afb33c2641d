// The planner of invertible counters: from the number of distinct keys and what may go wrong to the table.
#pragma once

#include "peel/analysis/counter_failure.hpp"
#include "peel/analysis/counter_variant.hpp"
#include "peel/analysis/iblt_plan.hpp"
#include "peel/core/types.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace peel::analysis {

// What a counter is to count.
struct CounterDemand {
  ItemCount items;  // distinct keys, however often each
  ByteWidth key_width{8};
  // Copies inserted plus copies deleted, as an assumption: moment cells that hold more than they show are the
  // likelier to look right the larger the counts that are possible.
  CopyCount gross_total{std::uint64_t{1} << 40};
};

using CounterTargets = IbltTargets;

struct CounterPlan {
  CounterVariant variant;
  TableGeometry table;
  std::uint64_t bytes;        // of all cells
  double lines_per_copy;      // cache lines of 64 bytes that an insertion touches, on average
  ListingFailure incomplete;  // with the range in which it may be believed
  double wrong;
};

// For each number of hashes and each placement the table with the fewest cells that meets the targets, the
// smallest in bytes first. Moment counters are tried with 2 to 6 hashes partitioned, 2 to 4 coupled, standard
// ones with 3 to 8 (one key: 2) and 3 or 4, the others with 3 to 8 partitioned. A prediction that was not
// measured has to meet the target with the worse end of its range. Sub-tables for keys of 8 bytes have
// kQuotientCells cells or more. Empty if no table is large enough, for no items, or for keys of other than 1
// to 64 bytes.
std::vector<CounterPlan> counter_plans(const CounterDemand& demand, const CounterTargets& targets,
                                       CounterVariant variant);

// The one to use of a kind: among those at most 1/40 larger than the smallest, the one whose insertions touch
// the fewest cache lines.
std::optional<CounterPlan> plan_counter(const CounterDemand& demand, const CounterTargets& targets,
                                        CounterVariant variant);

// The same among standard and moment counters. The others are for those who ask for them: listing must try
// the ways to share out each cell's count, which takes long, or is given up, where keys come often.
std::optional<CounterPlan> plan_counter(const CounterDemand& demand, const CounterTargets& targets);

}  // namespace peel::analysis
