// After a sync of folders both are walked again, and whatever was not found equal when it was compared, or is
// not as it was then, is read back and compared byte by byte: all that was written or moved, what could not
// be written, and what others changed meanwhile.
#pragma once

#include "peel/core/result.hpp"

#include "sources/tree/reading_watch.hpp"
#include "sources/tree/sync/scanned_trees.hpp"
#include "sources/tree/sync/sync_trouble.hpp"
#include "sources/tree/sync/tree_work.hpp"
#include "sources/tree/tree_scan.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace peel::sources::tree {

struct EntryCounts {
  std::uint64_t files = 0;
  std::uint64_t folders = 0;
  std::uint64_t others = 0;  // links and whatever else

  static EntryCounts of(const TreeScan& scan);
  std::uint64_t all() const { return files + folders + others; }
};

struct TreeProof {
  std::uint64_t left_over = 0;     // changes that would still have to be made
  std::uint64_t unheld_times = 0;  // files that differ only in a time that the file system cannot hold
  std::uint64_t read_back = 0;     // files
  EntryCounts counts;
  std::string digest;  // listing_digest of RIGHT
  std::vector<SyncTrouble> troubles;

  bool is_equal() const { return left_over == 0 && unheld_times == 0 && troubles.empty(); }
};

// What was compared, what was found, and what came of it.
struct SyncBefore {
  const ScannedTrees& trees;
  const TreeWork& work;
  Contents contents;
  const std::set<std::string, std::less<>>& unheld_times;  // RightTree::unheld_times
};

// `now` are the same two folders, walked since. Fails as the watch does.
Result<TreeProof> prove_equal(ScannedTrees& now, const SyncBefore& before, ReadingWatch& watch);

}  // namespace peel::sources::tree
