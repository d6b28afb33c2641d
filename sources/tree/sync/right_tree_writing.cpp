// What RightTree writes: files, links and fifos, each under a temporary name in the folder of its place. A
// rename then puts it there, unless it has to wait for a folder to become empty.
#include "sources/tree/sync/leftovers.hpp"
#include "sources/tree/sync/right_tree.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace peel::sources::tree {

std::string RightTree::next_name() {
  return temporary_name(::getpid(), number_++);
}

Result<void> RightTree::into_place(const Place& at, const std::string& temporary, const std::string& path,
                                   const Entry* expected) {
  TemporaryName new_one(at, temporary);
  if (auto checked = check(at, path, expected); !checked) return checked;
  const Place from{FileDescriptor::borrowed(at.folder.number()), temporary};
  const int done = expected == nullptr ? rename_to_nothing(from, at) : rename_over(from, at);
  if (done != 0) return errno == EEXIST ? changed(path) : cannot("write", path);
  new_one.keep();
  return {};
}

Result<std::string> RightTree::new_special(const Place& at, const std::string& path, const Entry& wanted) {
  std::string name = next_name();
  const int folder = at.folder.number();
  const int made = wanted.kind == EntryKind::link ? ::symlinkat(wanted.target.c_str(), folder, name.c_str())
                                                  : ::mkfifoat(folder, name.c_str(), 0600);
  if (made != 0) return cannot("make", path);
  TemporaryName temporary(at, name);
  const Place new_one{FileDescriptor::borrowed(folder), name};
  if (!give_attributes(new_one, wanted, copier_)) return cannot("set time and mode of", path);
  temporary.keep();
  return name;
}

Result<std::string> RightTree::new_file(const Place& at, const std::string& path, const Fill& fill) {
  std::string name;
  auto file = FileDescriptor::owned(-1);
  do {  // somebody else's may have the name
    name = next_name();
    file = FileDescriptor::owned(::openat(at.folder.number(), name.c_str(),
                                          O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  } while (!file.is_open() && errno == EEXIST);
  if (!file.is_open()) return cannot("write", path);
  TemporaryName temporary(at, name);
  const auto wanted = fill(file.number());
  if (!wanted) return failure(wanted.error());
  struct stat now {};
  const bool is_set = give_attributes(file.number(), *wanted, copier_) && ::fsync(file.number()) == 0 &&
                      ::fstat(file.number(), &now) == 0;
  if (!is_set) return cannot("write", path);
  check_time(now, path, *wanted);
  temporary.keep();
  return name;
}

Result<void> RightTree::make_special(const std::string& path, const Entry* expected, const Entry& wanted) {
  const auto at = place_to_change(path);
  if (!at) return failure(at.error());
  const auto name = new_special(*at, path, wanted);
  if (!name) return failure(name.error());
  return into_place(*at, *name, path, expected);
}

Result<void> RightTree::write_file(const std::string& path, const Entry* expected, const Fill& fill) {
  const auto at = place_to_change(path);
  if (!at) return failure(at.error());
  if (auto checked = check(*at, path, expected); !checked) return checked;
  const auto name = new_file(*at, path, fill);
  if (!name) return failure(name.error());
  return into_place(*at, *name, path, expected);
}

Result<std::string> RightTree::prepare_special(const std::string& path, const Entry& wanted) {
  const auto at = place_to_change(path);
  if (!at) return failure(at.error());
  const auto name = new_special(*at, path, wanted);
  if (!name) return failure(name.error());
  return beside(path, *name);
}

Result<std::string> RightTree::prepare_file(const std::string& path, const Fill& fill) {
  const auto at = place_to_change(path);
  if (!at) return failure(at.error());
  const auto name = new_file(*at, path, fill);
  if (!name) return failure(name.error());
  return beside(path, *name);
}

Result<void> RightTree::place_prepared(const std::string& prepared, const std::string& path,
                                       const Entry& folder) {
  if (auto removed = remove_folder(path, folder); !removed) return removed;
  const auto at = place_to_change(path);
  if (!at) return failure(at.error());
  return into_place(*at, std::string(base_name(prepared)), path, nullptr);
}

}  // namespace peel::sources::tree
