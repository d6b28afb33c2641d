// ContentReader: the bytes of files in trees, read in large blocks: a digest of them, or whether two files
// have the same. One for each thread.
//
// A file that changes while it is read is read again, and after some times is an error. One that changed
// since the tree was walked is described anew and then read as it is now.
#pragma once

#include "peel/core/result.hpp"

#include "sources/tree/reading_watch.hpp"
#include "sources/tree/tree_entry.hpp"
#include "sources/tree/tree_opener.hpp"
#include "sources/tree/tree_scan.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

namespace peel::sources::tree {

// Of an empty file.
ContentDigest digest_of_nothing();

// A file of a tree, found by its own opener.
struct FileInTree {
  const TreeScan& tree;
  TreeOpener& opener;
  TreeEntry& entry;
};

class ContentReader {
 public:
  explicit ContentReader(ReadingWatch& watch);

  // Fails with `io` and a sentence with the name if the file cannot be read, is no file any more or does not
  // stop changing; as the watch does if reading must end.
  Result<ContentDigest> digest(const FileInTree& file);
  // Stops at the first difference. Fails in the same way; `culprit` then says which of the two it was.
  enum class Culprit : std::uint8_t { left, right };
  Result<bool> same(const FileInTree& left, const FileInTree& right, Culprit& culprit);

  // For tests: called after the first block of each attempt.
  std::function<void(const TreeEntry&)> after_first_block;

 private:
  static constexpr std::size_t kBlockBytes = std::size_t{1} << 18;

  ReadingWatch& watch_;
  std::unique_ptr<std::byte[]> block_;
  std::unique_ptr<std::byte[]> other_block_;
};

}  // namespace peel::sources::tree
