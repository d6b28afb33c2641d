// The planner of invertible tables: from the number of keys and what may go wrong to the table.
#pragma once

#include "peel/analysis/listing_failure.hpp"
#include "peel/analysis/wrong_listing.hpp"
#include "peel/core/types.hpp"

#include <optional>
#include <vector>

namespace peel::analysis {

struct IbltTargets {
  Rate incomplete;  // at most this share of listings ends with keys left over, which listing notices
  Rate wrong;       // at most this share lists a key that is not there, which nobody notices
};

// A wrong listing is to be a hundred times rarer than an incomplete one, and never more than one in a
// million.
Rate suggested_wrong(Rate incomplete);

struct IbltPlan {
  TableGeometry table;
  BitWidth check_bits;        // a multiple of 8
  ListingFailure incomplete;  // with the range in which it may be believed
  double wrong;
};

// For each number of hashes and each placement the table with the fewest cells that meets the targets, the
// smallest table first. Coupled tables are tried with 3 and 4 hashes, irregular ones with the densest light
// keys from 100 items on. A prediction that was not measured has
// to meet the target with the worse end of its range. Empty if no table is large enough, or for no items.
std::vector<IbltPlan> iblt_plans(ItemCount items, const IbltTargets& targets, PurityCounts counts);

// The one to use: among those at most 1/40 larger than the smallest, the one with the fewest hashes, since
// every key costs as many cells of memory traffic. Of an irregular table the hashes of heavy keys count,
// since an update goes through as many places for every key.
std::optional<IbltPlan> plan_iblt(ItemCount items, const IbltTargets& targets, PurityCounts counts);

}  // namespace peel::analysis
