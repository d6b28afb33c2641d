// TreeScan: all that is in a folder, at any depth, without the contents of files. Links are not followed,
// and what is neither file, folder nor link is described and never opened.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/watch.hpp"

#include "sources/file_descriptor.hpp"
#include "sources/tree/exclude_rules.hpp"
#include "sources/tree/tree_entry.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace peel::sources::tree {

// A path of more bytes is trouble.
inline constexpr std::size_t kMostPathBytes = 16'384;

// Something in the tree that could not be looked at.
struct TreeTrouble {
  enum class Unknown : std::uint8_t {
    contents,  // of this file
    entry,     // whatever stands at this path, and all that may be in it
    entries,   // those in this folder
  };

  std::string path;
  Unknown unknown;
  std::string sentence;  // for people: what, and why
};

// Follows walks of one or more folders: counts what they find, and ends them.
class WalkWatch {
 public:
  // The watch must outlive this.
  explicit WalkWatch(reconcile::Watch& watch) : watch_(watch) {}

  Result<void> may_go_on(std::string_view name) const { return watch_.may_go_on(name); }
  [[nodiscard]] std::unique_ptr<reconcile::Watch::Shown> show() {
    return watch_.show({reconcile::Watch::Stage::finding_files, [this] { return found.load(); }});
  }

  std::atomic<std::uint64_t> found = 0;  // entries

 private:
  reconcile::Watch& watch_;
};

struct TreeScan {
  std::string name;                     // as messages call it
  FileDescriptor root;                  // what paths are relative to
  std::vector<TreeEntry> entries = {};  // by the bytes of their paths; the root itself is none of them
  std::vector<TreeTrouble> troubles = {};
  // What the rules exclude, by the bytes of their paths; what is in an excluded folder is not looked at.
  std::vector<std::string> excluded = {};

  // Reads the folder. What cannot be read in it is trouble; what vanishes meanwhile was not there. Fails
  // with `io` if the root cannot be opened or is no folder, and as the watch does, if one is given.
  static Result<TreeScan> of(const std::string& path, const ExcludeRules& rules, WalkWatch* watch = nullptr);

  // "ROOT/path"
  std::string spoken(std::string_view path) const;
  // The entry at this path, if there is one.
  const TreeEntry* find(std::string_view path) const;
  // Whether something excluded stands at this path; whether there is something in this folder, at any depth.
  bool excludes(std::string_view path) const;
  bool has_excluded_in(std::string_view folder) const;
};

// Paths at which something may stand that was not found because of trouble.
class HiddenPaths {
 public:
  explicit HiddenPaths(std::span<const TreeTrouble> troubles);

  bool may_hold(std::string_view path) const;

 private:
  std::set<std::string, std::less<>> folders_;
  std::set<std::string, std::less<>> entries_;
};

// Whether the path leads to a folder, also through links.
bool is_folder(const std::string& path);

}  // namespace peel::sources::tree
