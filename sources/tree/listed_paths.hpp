// Paths of entries that a sketch lists: of each it knows the number of its folder and its name.
#pragma once

#include "sources/tree/entry_names.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace peel::sources::tree {

struct ListedName {
  FolderNumber folder;
  std::string name;  // as it is kept, perhaps cut
};

struct ListedPath {
  std::string path;
  bool is_exact = true;  // else no more than a description: a name was cut, or a folder is not known
};

class ListedPaths {
 public:
  // Folders of a tree that is there. Without any, the root alone is known.
  void know(const FolderNumbers& folders);
  // Any of them may be a folder that others are in.
  void learn(std::span<const ListedName> names);

  ListedPath of(const ListedName& name) const;

 private:
  std::map<FolderNumber, ListedPath> folders_ = {{kRootNumber, {}}};
};

}  // namespace peel::sources::tree
