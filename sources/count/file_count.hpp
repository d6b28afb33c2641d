// Counting a file that can be read again by digests, and finding their texts in a second pass.
//
// Two texts with one digest are noticed by the other half of their hashes, of 128 bits in all.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/watch.hpp"
#include "peel/sources/count_file.hpp"

#include "sources/line_source.hpp"

namespace peel::sources {

// For a file with a size. It outlives what is returned.
Result<Counted> count_by_digests(LineSource& file, const CountRequest& request, reconcile::Watch& watch);

}  // namespace peel::sources
