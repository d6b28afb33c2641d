// What differs between two folders as they are now. Both are walked at the same time, and the files whose
// sizes leave it open are read and compared byte by byte. Link peel::sources.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/change.hpp"
#include "peel/reconcile/report.hpp"
#include "peel/reconcile/terms.hpp"
#include "peel/reconcile/watch.hpp"
#include "peel/sources/folder_reading.hpp"

#include <string>
#include <vector>

namespace peel::sources {

struct FolderReport {
  reconcile::Report report = {};
  // Sentences about what could not be read, those of the left folder first. If there are any, the report has
  // Gap::unreadable.
  std::vector<std::string> troubles = {};
};

// The rows of the changes: the key is the path of an entry, the other columns are what counts of it.
reconcile::Terms terms_of_folders(const FolderReading& reading);

// Hands on what is certain: removed, changed and moved entries, then added ones, each in the order of their
// paths. A folder that moved as a whole is one change. Fails with `io` if one of the two is no folder that
// can be opened, with `invalid_argument` for a pattern that is none, and as the watch and the sink do.
Result<FolderReport> compare_folders(const std::string& left, const std::string& right,
                                     const FolderReading& reading, reconcile::ChangeSink& sink,
                                     reconcile::Watch& watch);

}  // namespace peel::sources
