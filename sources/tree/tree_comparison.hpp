// Two trees compared, with as little reading as the question takes: a file is read only if both trees have
// one of its size at its path, or, to find out whether it moved, if the other tree has a new one of its size.
// What is read is compared byte by byte; digests do no more than say which files may be the same.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/change.hpp"
#include "peel/reconcile/watch.hpp"

#include "sources/tree/reading_watch.hpp"
#include "sources/tree/tree_scan.hpp"
#include "sources/tree/tree_terms.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace peel::sources::tree {

struct TreeChange {
  using Kind = reconcile::Change::Kind;

  Kind kind;
  const TreeEntry* left = nullptr;   // none if added
  const TreeEntry* right = nullptr;  // none if removed
  EntryDifference difference = {};   // if changed
  std::uint64_t files = 1;           // if moved: how many files, with a folder all that are in it
};

struct TreeDifference {
  // What is certain. Removed, changed and moved entries by the path on the left, then added ones by path.
  std::vector<TreeChange> changes;
  bool complete = true;
};

struct TreeComparison {
  TreeScan& left;
  TreeScan& right;
  TreeTerms terms = {};
  std::size_t threads = 1;

  // Reads files, which may describe entries anew, and adds troubles to the scans: the difference is then not
  // complete. Entries must stay where they are while the difference is used. The watch shows the reading as
  // this stage. Fails as the watch does.
  Result<TreeDifference> run(ReadingWatch& watch,
                             reconcile::Watch::Stage stage = reconcile::Watch::Stage::reading);
};

}  // namespace peel::sources::tree
