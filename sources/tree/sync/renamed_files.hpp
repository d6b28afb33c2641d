// Files whose names were passed on: a and b that changed places, log.1 that became log.2 when a new log.1
// came. Both trees have something at these paths, so the comparison calls them changed; but RIGHT has their
// contents already, under the names of others.
#pragma once

#include "peel/core/result.hpp"

#include "sources/tree/reading_watch.hpp"
#include "sources/tree/sync/tree_work.hpp"

namespace peel::sources::tree {

// Turns files that are replaced or added into moved ones where RIGHT has a file with the same bytes that is
// replaced or removed. Reads only files that have a possible partner of the same size. What cannot be read
// stays as it is. Fails as the watch does.
Result<void> find_renamed_files(const TreePair& trees, ReadingWatch& watch, TreeWork& work);

}  // namespace peel::sources::tree
