// Files whose names were passed on: a and b that changed places, log.1 that became log.2 when a new log.1
// came. Both trees have something at these paths, so the comparison calls them changed; here it is seen that
// their contents are in RIGHT already, under the name of another one.
#pragma once

#include "peel/core/result.hpp"

#include "cli/tree_sync/tree_work.hpp"
#include "sources/tree/content_reader.hpp"

namespace peel::cli {

// Turns files that are replaced or added into moved ones where RIGHT has a file with the same bytes that is
// replaced or removed. Reads only files with a like one of the same size. What cannot be read stays as it is.
// Fails with `limit_exceeded` after the deadline of the watch.
Result<void> find_renamed_files(const TreePair& trees, sources::tree::ReadingWatch& watch, TreeWork& work);

}  // namespace peel::cli
