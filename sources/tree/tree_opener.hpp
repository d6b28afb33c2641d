// Opens what is in a tree by its path: from a descriptor of the root, one component after the other, and
// never through a link. So nobody can lead a reader out of the tree by putting a link in the place of a
// folder.
#pragma once

#include "sources/file_descriptor.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace peel::sources::tree {

class TreeOpener {
 public:
  // Keeps up to `most_held` folders of the last path open, so that paths in order cost little. The root
  // belongs to the caller.
  explicit TreeOpener(int root, std::size_t most_held = 8) : root_(root), most_held_(most_held) {}

  // The descriptor of a folder, "" being the root; valid until the next call. -1 and errno if it cannot be
  // opened.
  int folder(std::string_view path);
  // For reading. Not open, and errno, if that fails. What is no regular file may be opened too, if somebody
  // put it there since; nothing waits for it.
  FileDescriptor file(std::string_view path);

 private:
  struct Held {
    std::string name;
    FileDescriptor folder;
  };

  int root_;
  std::size_t most_held_;
  std::vector<Held> held_;
  FileDescriptor beyond_ = FileDescriptor::borrowed(-1);  // deeper than what is held
};

}  // namespace peel::sources::tree
