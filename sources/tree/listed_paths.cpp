#include "sources/tree/listed_paths.hpp"

#include <string_view>
#include <utility>

namespace peel::sources::tree {

namespace {

// A forger may list anything as a name.
bool is_component(std::string_view name) {
  constexpr std::string_view kNever("/\0", 2);
  return !name.empty() && name != "." && name != ".." && name.find_first_of(kNever) == std::string_view::npos;
}

}  // namespace

void ListedPaths::know(const FolderNumbers& folders) {
  for (const auto& [path, number] : folders.all()) folders_.try_emplace(number, ListedPath{path});
}

void ListedPaths::learn(std::span<const ListedName> names) {
  std::multimap<FolderNumber, const ListedName*> waiting;
  for (const ListedName& name : names) waiting.emplace(name.folder, &name);
  std::vector<FolderNumber> reached;
  for (const auto& [number, path] : folders_) reached.push_back(number);
  // Each name is taken once, so that a circle of numbers, which only a forger makes, ends.
  while (!reached.empty()) {
    const auto [first, last] = waiting.equal_range(reached.back());
    reached.pop_back();
    for (auto at = first; at != last; ++at) {
      ListedPath path = of(*at->second);
      if (path.path.size() > kMostPathBytes) continue;  // no tree that was read has such a folder
      const FolderNumber number = number_of(at->second->folder, at->second->name);
      if (folders_.try_emplace(number, std::move(path)).second) reached.push_back(number);
    }
    waiting.erase(first, last);
  }
}

ListedPath ListedPaths::of(const ListedName& name) const {
  const std::string spoken = spoken_name(name.name);
  const auto folder = folders_.find(name.folder);
  if (folder == folders_.end())
    return {"#" + hex_text(name.folder, kFolderNumberBytes) + "/" + spoken, false};
  const ListedPath& above = folder->second;
  return {above.path.empty() ? spoken : above.path + "/" + spoken, above.is_exact && is_component(name.name)};
}

}  // namespace peel::sources::tree
