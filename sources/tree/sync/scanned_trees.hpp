// The two folders of a sync, walked, without what the sync leaves alone.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/watch.hpp"

#include "sources/tree/exclude_rules.hpp"
#include "sources/tree/sync/set_apart.hpp"
#include "sources/tree/sync/sync_trouble.hpp"
#include "sources/tree/sync/tree_work.hpp"
#include "sources/tree/tree_entry.hpp"
#include "sources/tree/tree_scan.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace peel::sources::tree {

struct ScannedTrees {
  TreeScan left;
  TreeScan right;
  std::vector<TreeEntry> leftovers = {};  // in RIGHT, of syncs that were killed
  SetApart apart = {};

  TreePair pair() { return {left, right}; }
  // What could not be read, and what was refused.
  void add_troubles_to(std::vector<SyncTrouble>& troubles) const;
};

// The folders of a sync, and what is left out of both.
struct SyncedFolders {
  std::string left;
  std::string right;
  ExcludeRules excludes = {};
};

enum class RightSide : std::uint8_t { there, missing };

// A RIGHT that is missing has no entries and no open root. Fails as TreeScan::of does, and with
// `invalid_argument` if the folders are not apart.
Result<ScannedTrees> scan_for_sync(const SyncedFolders& folders, RightSide right, reconcile::Watch& watch);

}  // namespace peel::sources::tree
