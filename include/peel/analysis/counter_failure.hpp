// How often listing an invertible counter leaves keys over.
#pragma once

#include "peel/analysis/counter_variant.hpp"
#include "peel/analysis/listing_failure.hpp"
#include "peel/core/types.hpp"

namespace peel::analysis {

// Standard and moment counters are tables whose cells show one key or two: listing_failure. The other cells
// were not measured. Theirs is the failure of a standard table of the same size at the same distance below
// its threshold, as a share of it; the believed range is that of 3 % more or less keys. Keys that are kept
// are the first that came. Other cells than standard and moment ones are for partitioned tables of 3 to 8
// hashes; anything else yields NaN.
ListingFailure counter_listing_failure(ItemCount n, const TableGeometry& table, CounterVariant variant);

}  // namespace peel::analysis
