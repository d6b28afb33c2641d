#include "sources/tree/sync/set_apart.hpp"

#include <set>
#include <string_view>
#include <utility>

namespace peel::sources::tree {

namespace {

using Paths = std::set<std::string, std::less<>>;

bool is_copied(EntryKind kind) {
  return kind == EntryKind::file || kind == EntryKind::folder || kind == EntryKind::link ||
         kind == EntryKind::fifo;
}

bool is_at_or_below(std::string_view path, const Paths& paths) {
  for (; !path.empty(); path = folder_of(path)) {
    if (paths.contains(path)) return true;
  }
  return false;
}

class Setter {
 public:
  explicit Setter(const TreePair& trees) : left_(trees.left), right_(trees.right) {
    for (const TreeTrouble& trouble : left_.troubles) unread_.insert(trouble.path);
  }

  SetApart run() {
    for (const TreeEntry& entry : left_.entries) {
      if (is_refused(entry)) refused_.insert(entry.path);
    }
    const auto is_refused_path = [this](const TreeEntry& entry) {
      return is_at_or_below(entry.path, refused_);
    };
    if (!refused_.empty()) {
      std::erase_if(left_.entries, is_refused_path);
      std::erase_if(right_.entries, is_refused_path);
    }
    keep_folders();
    return std::move(apart_);
  }

 private:
  bool is_refused(const TreeEntry& wanted) {
    const TreeEntry* const there = right_.find(wanted.path);
    if (wanted.is_folder() && (there == nullptr || !there->is_folder()) && unread_.contains(wanted.path))
      return true;
    if (!is_copied(wanted.kind) &&
        (there == nullptr || there->kind != wanted.kind || there->number != wanted.number)) {
      return refuse({left_.spoken(wanted.path) + " is a " + std::string(name_of(wanted.kind)) +
                         ", which is not copied; accepted are files, folders, links and fifos",
                     true});
    }
    if (there == nullptr && right_.excludes(wanted.path)) {
      return refuse({left_.spoken(wanted.path) + " is not copied, since " + right_.spoken(wanted.path) +
                     " is excluded; accepted is a pattern that matches both, or none of them"});
    }
    if (there != nullptr && there->is_folder() && !wanted.is_folder() &&
        right_.has_excluded_in(wanted.path)) {
      return refuse(
          {left_.spoken(wanted.path) + " is not copied, since " + right_.spoken(wanted.path) +
           " is a folder with something in it that is excluded; remove that folder, or exclude both"});
    }
    return false;
  }

  bool refuse(SyncTrouble trouble) {
    apart_.refused.push_back(std::move(trouble));
    return true;
  }

  // A folder that could not be read may hold something excluded too, so it is kept with all folders above it.
  // The scan has a sentence for each of them.
  void keep_folders() {
    Paths closed;
    for (const TreeTrouble& trouble : right_.troubles) {
      for (std::string_view path = trouble.path; !path.empty(); path = folder_of(path)) closed.emplace(path);
    }
    Paths kept;
    for (const TreeEntry& entry : right_.entries) {
      if (entry.is_folder() && left_.find(entry.path) == nullptr &&
          (closed.contains(entry.path) || right_.has_excluded_in(entry.path))) {
        kept.insert(entry.path);
      }
    }
    if (kept.empty()) return;
    // The folder above holds the same excluded entry, and is kept too unless LEFT has that folder.
    for (const std::string& path : kept) {
      if (!kept.contains(folder_of(path)) && right_.has_excluded_in(path)) apart_.kept.push_back(path);
    }
    std::erase_if(right_.entries, [&kept](const TreeEntry& entry) { return kept.contains(entry.path); });
  }

  TreeScan& left_;
  TreeScan& right_;
  Paths unread_;
  Paths refused_;
  SetApart apart_;
};

}  // namespace

SetApart set_apart(const TreePair& trees) {
  return Setter(trees).run();
}

}  // namespace peel::sources::tree
