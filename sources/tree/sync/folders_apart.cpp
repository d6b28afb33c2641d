#include "sources/tree/sync/folders_apart.hpp"

#include <algorithm>
#include <cerrno>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace peel::sources::tree {

namespace {

bool holds(const TreeScan& outer, const FileIdentity& wanted) {
  if (root_of(outer).identity == wanted) return true;
  return std::ranges::any_of(outer.entries, [&wanted](const TreeEntry& entry) {
    return entry.is_folder() && entry.identity == wanted;
  });
}

tl::unexpected<Error> not_apart(const TreePair& trees) {
  return failure(ErrorCode::invalid_argument,
                 trees.left.name + " and " + trees.right.name +
                     " are one folder, or one is in the other; accepted are two apart, or a pattern that "
                     "excludes the one that is inside");
}

// The folder that RIGHT is to be made in.
std::string folder_to_make_in(const std::string& right) {
  const std::string_view above = folder_of(right);
  if (!above.empty()) return std::string(above);
  return right.starts_with('/') ? "/" : ".";
}

}  // namespace

TreeEntry root_of(const TreeScan& scan) {
  TreeEntry root;
  struct stat about {};
  if (::fstat(scan.root.number(), &about) == 0) describe(about, root);
  return root;
}

Result<void> check_apart(const TreePair& trees) {
  const bool is_apart =
      !holds(trees.left, root_of(trees.right).identity) && !holds(trees.right, root_of(trees.left).identity);
  return is_apart ? Result<void>() : not_apart(trees);
}

Result<void> check_apart_once_made(const TreePair& trees, const ExcludeRules& excludes) {
  const std::string& right = trees.right.name;
  const std::string folder = folder_to_make_in(right);
  struct stat about {};
  const bool is_there = ::stat(folder.c_str(), &about) == 0;
  if (!is_there || !S_ISDIR(about.st_mode) || ::access(folder.c_str(), W_OK | X_OK) != 0) {
    const int reason = is_there && !S_ISDIR(about.st_mode) ? ENOTDIR : errno;
    return failure(ErrorCode::io, "cannot make " + right + " in the folder " + folder + ": " +
                                      reason_of(reason) +
                                      "; accepted is a target in a folder that is there and can be written");
  }
  TreeEntry parent;
  describe(about, parent);
  const std::string name(base_name(right));
  if (root_of(trees.left).identity == parent.identity)
    return excludes.excludes(name, EntryKind::folder) ? Result<void>() : not_apart(trees);
  for (const TreeEntry& entry : trees.left.entries) {
    if (entry.is_folder() && entry.identity == parent.identity &&
        !excludes.excludes(entry.path + "/" + name, EntryKind::folder))
      return not_apart(trees);
  }
  return {};
}

}  // namespace peel::sources::tree
