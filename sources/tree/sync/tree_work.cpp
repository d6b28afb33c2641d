#include "sources/tree/sync/tree_work.hpp"

#include "sources/tree/parallel.hpp"
#include "sources/tree/sync/renamed_files.hpp"
#include "sources/tree/tree_comparison.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace peel::sources::tree {

namespace {

void take(const TreeChange& change, TreeWork& work) {
  // The comparison ran with RIGHT on its left.
  switch (change.kind) {
    case TreeChange::Kind::removed:
      work.removed.push_back(change.left);
      return;
    case TreeChange::Kind::added:
      work.added.push_back(change.right);
      return;
    case TreeChange::Kind::changed:
      work.replaced.push_back({change.left, change.right});
      return;
    case TreeChange::Kind::moved:
      work.moved.push_back({change.left, change.right, nullptr, false, change.files});
      return;
  }
}

// Where in RIGHT the contents of an entry of LEFT come from, if they are there already.
class Origins {
 public:
  Origins(const TreeScan& right, const TreeWork& work) : right_(right) {
    for (const TreeEntry* entry : work.added) written_.insert(entry->path);
    for (const EntryPair& pair : work.replaced) written_.insert(pair.wanted->path);
    for (const MovedEntry& moved : work.moved) {
      if (moved.wanted->is_folder())
        folders_.emplace(moved.wanted->path, moved.there->path);
      else
        files_.emplace(moved.wanted->path, moved.there);
    }
  }

  const TreeEntry* of(const TreeEntry& wanted) const {
    if (written_.contains(wanted.path)) return nullptr;
    if (const auto file = files_.find(wanted.path); file != files_.end()) return file->second;
    for (std::string_view folder = wanted.path; !folder.empty(); folder = folder_of(folder)) {
      const auto moved = folders_.find(folder);
      if (moved == folders_.end()) continue;
      return right_.find(std::string(moved->second) + wanted.path.substr(folder.size()));
    }
    return right_.find(wanted.path);
  }

 private:
  const TreeScan& right_;
  std::set<std::string_view> written_;
  std::map<std::string_view, const TreeEntry*> files_;
  std::map<std::string_view, std::string_view> folders_;
};

// Files that could not be read. Nobody knows whether they are equal; if one got the time of the other, the
// two would look as if they were.
std::set<std::string_view> unread(const TreePair& trees) {
  std::set<std::string_view> paths;
  for (const TreeScan* scan : {&trees.left, &trees.right}) {
    for (const TreeTrouble& trouble : scan->troubles) paths.insert(trouble.path);
  }
  return paths;
}

// A file with several names cannot get attributes of its own under one of them: it is written anew.
void write_those_with_several_names(TreeWork& work) {
  std::erase_if(work.adjusted, [&](const AdjustedEntry& entry) {
    if (!entry.there->is_file() || entry.there->links == 1) return false;
    const auto moved = std::ranges::find(work.moved, entry.wanted, &MovedEntry::wanted);
    if (moved == work.moved.end()) {
      work.replaced.push_back({entry.there, entry.wanted});
      return true;
    }
    if (moved->occupant != nullptr)
      work.replaced.push_back({moved->occupant, entry.wanted});
    else
      work.added.push_back(entry.wanted);
    if (!moved->source_stays) work.removed.push_back(moved->there);
    work.moved.erase(moved);
    return true;
  });
}

void sort(TreeWork& work) {
  const auto wanted_path = [](const auto& item) -> const std::string& { return item.wanted->path; };
  std::ranges::sort(work.removed, {}, &TreeEntry::path);
  std::ranges::sort(work.added, {}, &TreeEntry::path);
  std::ranges::sort(work.replaced, {}, wanted_path);
  std::ranges::sort(work.moved, {}, wanted_path);
  std::ranges::sort(work.adjusted, {}, wanted_path);
}

}  // namespace

void ChangeCounts::add(CountedAs change) {
  switch (change) {
    case CountedAs::none:
      return;
    case CountedAs::changed:
      ++changed;
      return;
    case CountedAs::added:
      ++added;
      return;
    case CountedAs::moved:
      ++moved;
      return;
    case CountedAs::removed:
      ++removed;
      return;
  }
}

ChangeCounts ChangeCounts::without(const ChangeCounts& some) const {
  return {changed - some.changed, added - some.added, moved - some.moved, removed - some.removed};
}

ChangeCounts TreeWork::counts() const {
  ChangeCounts counts{replaced.size(), added.size(), moved.size(), removed.size()};
  for (const AdjustedEntry& entry : adjusted) counts.add(entry.counts_as());
  return counts;
}

void find_adjustments(const TreePair& trees, const Copier& copier, TreeWork& work) {
  const Origins origins(trees.right, work);
  const std::set<std::string_view> skipped = unread(trees);
  for (const TreeEntry& wanted : trees.left.entries) {
    const TreeEntry* const there = origins.of(wanted);
    if (there == nullptr || there->kind != wanted.kind) continue;
    if (skipped.contains(wanted.path) || skipped.contains(there->path)) continue;
    const AttributeDifference difference = attribute_difference(*there, wanted, copier);
    if (difference.any()) work.adjusted.push_back({there, &wanted, difference});
  }
}

Result<TreeWork> find_work(const TreePair& trees, Contents contents, ReadingWatch& watch) {
  // Modes, and times of files that are read, are adjusted afterwards: whoever changed them may have moved the
  // file too.
  TreeTerms terms{.mode = false};
  if (contents == Contents::by_size_and_time) {
    terms.time = true;
    terms.content = TreeTerms::Content::unread;
  }
  const auto difference = TreeComparison{trees.right, trees.left, terms, usual_threads()}.run(
      watch, reconcile::Watch::Stage::comparing);
  if (!difference) return failure(difference.error());
  TreeWork work;
  for (const TreeChange& change : difference->changes) take(change, work);
  if (contents == Contents::read) {
    if (auto found = find_renamed_files(trees, watch, work); !found) return failure(found.error());
  }
  sort(work);
  find_adjustments(trees, Copier::current(), work);
  write_those_with_several_names(work);
  sort(work);
  return work;
}

}  // namespace peel::sources::tree
