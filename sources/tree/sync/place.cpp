#include "sources/tree/sync/place.hpp"

#include "sources/tree/tree_entry.hpp"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

namespace peel::sources::tree {

std::string beside(std::string_view path, const std::string& name) {
  const std::string_view folder = folder_of(path);
  return folder.empty() ? name : std::string(folder) + "/" + name;
}

int rename_to_nothing(const Place& from, const Place& to) {
  const int done = ::renameat2(from.folder.number(), from.name.c_str(), to.folder.number(), to.name.c_str(),
                               RENAME_NOREPLACE);
  if (done == 0 || errno != EINVAL) return done;
  return rename_over(from, to);
}

int rename_over(const Place& from, const Place& to) {
  return ::renameat(from.folder.number(), from.name.c_str(), to.folder.number(), to.name.c_str());
}

TemporaryName::~TemporaryName() {
  if (!is_kept_ && ::unlinkat(at_.folder.number(), name_.c_str(), 0) != 0 && errno == EISDIR)
    ::unlinkat(at_.folder.number(), name_.c_str(), AT_REMOVEDIR);
}

}  // namespace peel::sources::tree
