// Two trees compared, with as little reading as the question takes: a file is read only if both trees have
// one of its size at its path, or, to find out whether it moved, if the other tree has a new one of its size.
// What is read is compared byte by byte; digests do no more than say which files may be the same.
#pragma once

#include "peel/core/result.hpp"

#include "sources/tree/content_reader.hpp"
#include "sources/tree/tree_scan.hpp"
#include "sources/tree/tree_terms.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace peel::sources::tree {

struct TreeChange {
  enum class Kind : std::uint8_t { removed, changed, added, moved };

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
  // complete. Entries must stay where they are while the difference is used. `before_reading`, if given, is
  // told how many bytes the reading will take, at most. Fails with `limit_exceeded` after the deadline of the
  // watch.
  Result<TreeDifference> run(ReadingWatch& watch,
                             const std::function<void(std::uint64_t)>& before_reading = nullptr);
};

}  // namespace peel::sources::tree
