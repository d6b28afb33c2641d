// After a sync of folders both are walked again, and whatever was not found equal when it was compared, or is
// not as it was then, is read back and compared byte by byte: all that was written or moved, what could not
// be written, and what others changed meanwhile.
#pragma once

#include "peel/core/result.hpp"

#include "cli/progress.hpp"
#include "cli/tree_sync/set_apart.hpp"
#include "cli/tree_sync/tree_work.hpp"
#include "sources/tree/tree_scan.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace peel::cli {

struct EntryCounts {
  std::uint64_t files = 0;
  std::uint64_t folders = 0;
  std::uint64_t others = 0;  // links and whatever else

  static EntryCounts of(const sources::tree::TreeScan& scan);
  std::string in_words() const;  // "3 files, 1 folder"
};

// Two folders, walked.
struct ScannedTrees {
  sources::tree::TreeScan left;
  sources::tree::TreeScan right;
  std::vector<sources::tree::TreeEntry> leftovers;  // in RIGHT, of syncs that were killed
  SetApart apart;

  TreePair pair() { return {left, right}; }
};

struct TreeProof {
  std::uint64_t left_over = 0;     // changes that would still have to be made
  std::uint64_t unheld_times = 0;  // files that differ only in a time that the file system cannot hold
  std::uint64_t read_back = 0;     // files
  EntryCounts counts;
  std::string digest;  // sources::tree::listing_digest of RIGHT
  std::vector<std::string> troubles;

  bool is_equal() const { return left_over == 0 && unheld_times == 0 && troubles.empty(); }
};

// What was compared, what was found, and what came of it.
struct SyncBefore {
  const ScannedTrees& trees;
  const TreeWork& work;
  Contents contents;
  const std::set<std::string, std::less<>>& unheld_times;  // RightTree::unheld_times
};

// `now` are the same two folders, walked since. Fails with `limit_exceeded` after the deadline of the watch.
Result<TreeProof> prove_equal(ScannedTrees& now, const SyncBefore& before, sources::tree::ReadingWatch& watch,
                              const Progress& progress);

}  // namespace peel::cli
