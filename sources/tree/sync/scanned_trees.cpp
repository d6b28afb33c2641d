#include "sources/tree/sync/scanned_trees.hpp"

#include "sources/tree/scan_both.hpp"
#include "sources/tree/sync/folders_apart.hpp"
#include "sources/tree/sync/leftovers.hpp"

#include <utility>

namespace peel::sources::tree {

namespace {

TreeScan nothing_at(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return {std::move(path), FileDescriptor::borrowed(-1)};
}

Result<TwoScans> scan_left_alone(const SyncedFolders& folders, reconcile::Watch& watch) {
  WalkWatch walk(watch);
  const auto shown = walk.show();
  auto left = TreeScan::of(folders.left, folders.excludes, &walk);
  if (!left) return failure(left.error());
  return TwoScans{std::move(*left), nothing_at(folders.right)};
}

// Files with the names of temporary ones are no content. In LEFT they are refused. In RIGHT they are
// leftovers, unless the process that writes them still runs.
void take_temporaries_out(ScannedTrees& trees) {
  const std::vector<TreeEntry> namesakes = take_temporaries(trees.left);
  trees.leftovers = take_temporaries(trees.right);
  trees.apart = set_apart(trees.pair());
  for (const TreeEntry& entry : namesakes) {
    trees.apart.refused.push_back(
        {trees.left.spoken(entry.path) +
             " is not copied, since temporary files of a sync have such names; accepted is another name",
         true});
  }
  std::erase_if(trees.leftovers, [&trees](const TreeEntry& entry) {
    const pid_t process = process_of_temporary(base_name(entry.path));
    if (!is_running(process)) return false;
    trees.apart.refused.push_back({trees.right.spoken(entry.path) + " is left alone, since process " +
                                   std::to_string(process) +
                                   " may be writing it; run it again when that has ended"});
    return true;
  });
}

}  // namespace

void ScannedTrees::add_troubles_to(std::vector<SyncTrouble>& troubles) const {
  for (const TreeScan* scan : {&left, &right}) {
    for (const TreeTrouble& trouble : scan->troubles) troubles.push_back({trouble.sentence});
  }
  troubles.insert(troubles.end(), apart.refused.begin(), apart.refused.end());
}

Result<ScannedTrees> scan_for_sync(const SyncedFolders& folders, RightSide right, reconcile::Watch& watch) {
  auto scans = right == RightSide::missing ? scan_left_alone(folders, watch)
                                           : scan_both(folders.left, folders.right, folders.excludes, watch);
  if (!scans) return failure(scans.error());
  ScannedTrees trees{std::move(scans->left), std::move(scans->right)};
  auto apart = right == RightSide::missing ? check_apart_once_made(trees.pair(), folders.excludes)
                                           : check_apart(trees.pair());
  if (!apart) return failure(apart.error());
  take_temporaries_out(trees);
  return trees;
}

}  // namespace peel::sources::tree
