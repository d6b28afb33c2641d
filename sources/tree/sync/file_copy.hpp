// The bytes of a file of LEFT, copied as they are at one moment. Holes stay holes.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/watch.hpp"

#include "sources/tree/tree_entry.hpp"
#include "sources/tree/tree_opener.hpp"
#include "sources/tree/tree_scan.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

namespace peel::sources::tree {

class FileCopy {
 public:
  // `bytes` counts what is copied, until the watch ends it.
  FileCopy(const TreeScan& left, std::atomic<std::uint64_t>& bytes, const reconcile::Watch& watch);

  // Copies the file into the open one, which is empty, and describes it as it was then. A file that changes
  // meanwhile is copied again, and after some times is an error. Fails with `io` and a sentence; with
  // `limit_exceeded` if nothing more can be written; as the watch does.
  Result<TreeEntry> into(int descriptor, const std::string& path, const std::string& spoken_target);

 private:
  static constexpr std::size_t kBlockBytes = std::size_t{1} << 18;

  const TreeScan& left_;
  TreeOpener opener_;
  std::atomic<std::uint64_t>& bytes_;
  const reconcile::Watch& watch_;
  std::unique_ptr<std::byte[]> block_;
};

}  // namespace peel::sources::tree
