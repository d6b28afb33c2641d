#include "cli/tree/listed_paths.hpp"

#include <fmt/format.h>

namespace peel::cli {

namespace tree = sources::tree;

void ListedPaths::know(const tree::FolderNumbers& folders) {
  for (const auto& [path, number] : folders.all()) folders_.try_emplace(number, ListedPath{path});
}

void ListedPaths::learn(std::span<const ListedName> names) {
  std::multimap<tree::FolderNumber, const ListedName*> waiting;
  for (const ListedName& name : names) waiting.emplace(name.folder, &name);
  std::vector<tree::FolderNumber> reached;
  for (const auto& [number, path] : folders_) reached.push_back(number);
  // Each name is taken once, so that a circle of numbers, which only a forger makes, ends.
  while (!reached.empty()) {
    const auto [first, last] = waiting.equal_range(reached.back());
    reached.pop_back();
    for (auto at = first; at != last; ++at) {
      const tree::FolderNumber number = tree::number_of(at->second->folder, at->second->name);
      if (folders_.try_emplace(number, of(*at->second)).second) reached.push_back(number);
    }
    waiting.erase(first, last);
  }
}

ListedPath ListedPaths::of(const ListedName& name) const {
  const std::string spoken = tree::spoken_name(name.name);
  const auto folder = folders_.find(name.folder);
  if (folder == folders_.end()) return {fmt::format("#{:012x}/{}", name.folder, spoken), false};
  const ListedPath& above = folder->second;
  return {above.path.empty() ? spoken : above.path + "/" + spoken,
          above.is_exact && !tree::is_cut(name.name)};
}

}  // namespace peel::cli
