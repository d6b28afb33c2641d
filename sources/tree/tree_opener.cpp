#include "sources/tree/tree_opener.hpp"

#include "sources/tree/tree_entry.hpp"

#include <cerrno>
#include <fcntl.h>

namespace peel::sources::tree {

namespace {

std::string_view next_component(std::string_view& path) {
  const std::string_view component = path.substr(0, path.find('/'));
  path.remove_prefix(component.size() < path.size() ? component.size() + 1 : path.size());
  return component;
}

FileDescriptor open_in(int folder, std::string_view name, int flags) {
  const std::string terminated(name);
  int number = -1;
  do {
    number = ::openat(folder, terminated.c_str(), flags | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY);
  } while (number < 0 && errno == EINTR);
  return FileDescriptor::owned(number);
}

}  // namespace

int TreeOpener::folder(std::string_view path) {
  beyond_ = FileDescriptor::borrowed(-1);
  std::size_t depth = 0;
  int here = root_;
  while (!path.empty()) {
    const std::string_view name = next_component(path);
    if (depth < held_.size()) {
      if (held_[depth].name == name) {
        here = held_[depth++].folder.number();
        continue;
      }
      while (held_.size() > depth) held_.pop_back();
    }
    FileDescriptor next = open_in(here, name, O_RDONLY | O_DIRECTORY);
    if (!next.is_open()) return -1;
    here = next.number();
    if (depth < most_held_) {
      held_.push_back({std::string(name), std::move(next)});
      ++depth;
    } else {
      beyond_ = std::move(next);
    }
  }
  return here;
}

FileDescriptor TreeOpener::file(std::string_view path) {
  const int in = folder(folder_of(path));
  if (in < 0) return FileDescriptor::borrowed(-1);
  return open_in(in, base_name(path), O_RDONLY | O_NONBLOCK);
}

}  // namespace peel::sources::tree
