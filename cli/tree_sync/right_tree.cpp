#include "cli/tree_sync/right_tree.hpp"

#include "cli/tree_sync/leftovers.hpp"
#include "cli/tree_sync/write_error.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace peel::cli {

namespace tree = sources::tree;
using tree::EntryKind;
using tree::TreeEntry;

namespace {

constexpr std::size_t kFoldersHeld = 32;
constexpr mode_t kOwnerMay = 0700;

std::array<timespec, 2> times_of(const TreeEntry& entry) {
  const timespec modified{static_cast<time_t>(entry.modified.seconds),
                          static_cast<long>(entry.modified.nanoseconds)};
  return {timespec{0, UTIME_OMIT}, modified};
}

// Nothing is overwritten, also if it appeared this moment, where the file system can promise that.
int rename_to_nothing(const Place& from, const Place& to) {
  const int done = ::renameat2(from.folder.number(), from.name.c_str(), to.folder.number(), to.name.c_str(),
                               RENAME_NOREPLACE);
  if (done == 0 || errno != EINVAL) return done;
  return ::renameat(from.folder.number(), from.name.c_str(), to.folder.number(), to.name.c_str());
}

int rename_over(const Place& from, const Place& to) {
  return ::renameat(from.folder.number(), from.name.c_str(), to.folder.number(), to.name.c_str());
}

// The path of a name in the same folder.
std::string beside(std::string_view path, const std::string& name) {
  const std::string_view folder = tree::folder_of(path);
  return folder.empty() ? name : std::string(folder) + "/" + name;
}

// A name for something that is not yet in its place; gone with it unless it got there.
class Temporary {
 public:
  Temporary(const Place& at, std::string name) : at_(at), name_(std::move(name)) {}
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary() {
    if (!is_kept_ && ::unlinkat(at_.folder.number(), name_.c_str(), 0) != 0 && errno == EISDIR)
      ::unlinkat(at_.folder.number(), name_.c_str(), AT_REMOVEDIR);
  }
  const std::string& name() const { return name_; }
  void keep() { is_kept_ = true; }

 private:
  const Place& at_;
  std::string name_;
  bool is_kept_ = false;
};

}  // namespace

RightTree::RightTree(const tree::TreeScan& scan) : scan_(scan), opener_(scan.root.number(), kFoldersHeld) {}

tl::unexpected<Error> RightTree::cannot(const std::string& what, std::string_view path) const {
  const int reason = errno;
  return failure(code_of_write_error(reason),
                 "cannot " + what + " " + scan_.spoken(path) + ": " + sources::reason_of(reason));
}

tl::unexpected<Error> RightTree::changed(std::string_view path) const {
  return failure(ErrorCode::io, scan_.spoken(path) + " changed after it was compared; it was left as it is");
}

Result<Place> RightTree::place(std::string_view path) {
  const int found = opener_.folder(tree::folder_of(path));
  if (found < 0) return cannot("open the folder of", path);
  Place at{sources::FileDescriptor::owned(::fcntl(found, F_DUPFD_CLOEXEC, 0)),
           std::string(tree::base_name(path))};
  if (!at.folder.is_open()) return cannot("open the folder of", path);
  return at;
}

// By its owner, if that is who asks.
void RightTree::make_writable(int folder, std::string_view path) {
  constexpr mode_t kNeeded = 0300;
  struct stat about {};
  if (::fstat(folder, &about) != 0 || (about.st_mode & kNeeded) == kNeeded) return;
  if (about.st_uid != ::geteuid()) return;
  const mode_t mode = about.st_mode & 07777U;
  if (::fchmod(folder, mode | kOwnerMay) == 0) opened_.emplace(path, mode);
}

// The folder may have to be made writable; what it shall be is set at the end.
Result<Place> RightTree::place_to_change(std::string_view path) {
  auto at = place(path);
  if (!at) return at;
  const std::string_view folder = tree::folder_of(path);
  make_writable(at->folder.number(), folder);
  if (!unforced_.contains(folder)) unforced_.emplace(folder);
  return at;
}

Result<void> RightTree::check(const std::string& path, const Entry* expected) {
  const auto at = place(path);
  if (!at) return failure(at.error());
  return check(*at, path, expected);
}

Result<void> RightTree::check(const Place& at, const std::string& path, const Entry* expected) {
  struct stat about {};
  if (::fstatat(at.folder.number(), at.name.c_str(), &about, AT_SYMLINK_NOFOLLOW) != 0) {
    if (errno != ENOENT) return cannot("look at", path);
    return expected == nullptr ? Result<void>() : changed(path);
  }
  if (expected == nullptr) return changed(path);
  Entry now;
  tree::describe(about, now);
  if (now.identity != expected->identity || now.kind != expected->kind) return changed(path);
  if (now.is_folder()) return {};
  if (now.size != expected->size || now.modified != expected->modified) return changed(path);
  if (expected->links > 1) return {};  // what happens to its other names changes the time
  if (renamed_.contains(now.identity)) return {};
  return now.changed == expected->changed ? Result<void>() : changed(path);
}

std::string RightTree::next_name() {
  return temporary_name(::getpid(), number_++);
}

bool RightTree::apply_attributes(const Place& at, const Entry& wanted) const {
  const int folder = at.folder.number();
  const char* const name = at.name.c_str();
  if (copier_.keeps_owners() &&
      ::fchownat(folder, name, wanted.owner, wanted.group, AT_SYMLINK_NOFOLLOW) != 0) {
    return false;
  }
  if (wanted.kind != EntryKind::link &&
      ::fchmodat(folder, name, copier_.mode_of(wanted), AT_SYMLINK_NOFOLLOW) != 0) {
    return false;
  }
  return ::utimensat(folder, name, times_of(wanted).data(), AT_SYMLINK_NOFOLLOW) == 0;
}

Result<void> RightTree::into_place(const Place& at, const std::string& temporary, const std::string& path,
                                   const Entry* expected) {
  Temporary new_one(at, temporary);
  if (auto checked = check(at, path, expected); !checked) return checked;
  const Place from{sources::FileDescriptor::borrowed(at.folder.number()), temporary};
  const int done = expected == nullptr ? rename_to_nothing(from, at) : rename_over(from, at);
  if (done != 0) return errno == EEXIST ? changed(path) : cannot("write", path);
  new_one.keep();
  return {};
}

Result<void> RightTree::make_folder(const std::string& path, const Entry* expected) {
  const auto at = place_to_change(path);
  if (!at) return failure(at.error());
  if (auto checked = check(*at, path, expected); !checked) return checked;
  const int folder = at->folder.number();
  if (expected == nullptr)
    return ::mkdirat(folder, at->name.c_str(), kOwnerMay) == 0 ? Result<void>() : cannot("make", path);
  // The folder and what it replaces change places in one moment, where the file system can do that.
  Temporary temporary(*at, next_name());
  if (::mkdirat(folder, temporary.name().c_str(), kOwnerMay) != 0) {
    temporary.keep();
    return cannot("make", path);
  }
  if (::renameat2(folder, temporary.name().c_str(), folder, at->name.c_str(), RENAME_EXCHANGE) != 0) {
    if (errno != EINVAL) return cannot("make", path);
    const Place from{sources::FileDescriptor::borrowed(folder), temporary.name()};
    if (::unlinkat(folder, at->name.c_str(), 0) != 0 || rename_to_nothing(from, *at) != 0)
      return cannot("make", path);
    temporary.keep();
  }
  opener_ = tree::TreeOpener(scan_.root.number(), kFoldersHeld);
  return {};
}

Result<void> RightTree::move_folder(const std::string& from, const Entry& expected, const std::string& to) {
  // Everything in it must be what was compared.
  for (auto entry = std::ranges::lower_bound(scan_.entries, from, {}, &Entry::path);
       entry != scan_.entries.end() && entry->path.starts_with(from); ++entry) {
    if (entry->path != from && !tree::is_below(entry->path, from)) continue;
    if (auto checked = check(entry->path, &*entry); !checked) return checked;
  }
  const auto source = place_to_change(from);
  if (!source) return failure(source.error());
  const auto target = place_to_change(to);
  if (!target) return failure(target.error());
  if (auto checked = check(*source, from, &expected); !checked) return checked;
  if (auto checked = check(*target, to, nullptr); !checked) return checked;
  int done = rename_to_nothing(*source, *target);
  if (done != 0 && errno == EACCES) {
    // A folder that gets another one above it must be writable itself.
    const int folder = opener_.folder(from);
    if (folder >= 0) make_writable(folder, from);
    done = rename_to_nothing(*source, *target);
  }
  if (done != 0) return errno == EEXIST ? changed(to) : cannot("move " + scan_.spoken(from) + " to", to);
  if (auto opened = opened_.extract(from)) {
    opened.key() = to;
    opened_.insert(std::move(opened));
  }
  opener_ = tree::TreeOpener(scan_.root.number(), kFoldersHeld);
  return {};
}

Result<std::string> RightTree::save(const std::string& path, const Entry& expected) {
  const auto at = place_to_change(path);
  if (!at) return failure(at.error());
  if (auto checked = check(*at, path, &expected); !checked) return failure(checked.error());
  const std::string name = next_name();
  if (::linkat(at->folder.number(), at->name.c_str(), at->folder.number(), name.c_str(), 0) != 0)
    return cannot("give another name to", path);
  renamed_.insert(expected.identity);
  return beside(path, name);
}

Result<void> RightTree::move_file(const std::string& from, const Entry& expected, const std::string& to,
                                  const Entry* occupant, OldName old_name) {
  const auto source = place_to_change(from);
  if (!source) return failure(source.error());
  const auto target = place_to_change(to);
  if (!target) return failure(target.error());
  if (auto checked = check(*source, from, &expected); !checked) return checked;
  if (auto checked = check(*target, to, occupant); !checked) return checked;
  const auto cannot_move = [&] {
    return errno == EEXIST ? changed(to) : cannot("move " + scan_.spoken(from) + " to", to);
  };
  if (old_name == OldName::goes) {
    const int done =
        occupant == nullptr ? rename_to_nothing(*source, *target) : rename_over(*source, *target);
    if (done != 0) return cannot_move();
  } else {
    Temporary temporary(*target, next_name());
    if (::linkat(source->folder.number(), source->name.c_str(), target->folder.number(),
                 temporary.name().c_str(), 0) != 0) {
      temporary.keep();
      return cannot_move();
    }
    const Place between{sources::FileDescriptor::borrowed(target->folder.number()), temporary.name()};
    const int done =
        occupant == nullptr ? rename_to_nothing(between, *target) : rename_over(between, *target);
    if (done != 0) return cannot_move();
  }
  renamed_.insert(expected.identity);
  return {};
}

Result<void> RightTree::remove(const std::string& path, const Entry& expected) {
  const auto at = place_to_change(path);
  if (!at) return failure(at.error());
  if (auto checked = check(*at, path, &expected); !checked) return checked;
  return ::unlinkat(at->folder.number(), at->name.c_str(), 0) == 0 ? Result<void>() : cannot("remove", path);
}

Result<void> RightTree::remove_folder(const std::string& path, const Entry& expected) {
  const auto at = place_to_change(path);
  if (!at) return failure(at.error());
  if (auto checked = check(*at, path, &expected); !checked) return checked;
  if (::unlinkat(at->folder.number(), at->name.c_str(), AT_REMOVEDIR) != 0) {
    if (errno != ENOTEMPTY && errno != EEXIST) return cannot("remove", path);
    return failure(
        ErrorCode::io,
        scan_.spoken(path) + " is not empty: something came into it after it was compared; it was kept");
  }
  unforced_.erase(path);
  opened_.erase(path);
  opener_ = tree::TreeOpener(scan_.root.number(), kFoldersHeld);
  return {};
}

Result<void> RightTree::set_attributes(const std::string& path, const Entry* expected, const Entry& wanted) {
  const auto at = place(path);
  if (!at) return failure(at.error());
  if (expected != nullptr) {
    if (auto checked = check(*at, path, expected); !checked) return checked;
  } else {
    // A folder: what is in it was changed, it must only be one.
    struct stat about {};
    if (::fstatat(at->folder.number(), at->name.c_str(), &about, AT_SYMLINK_NOFOLLOW) != 0)
      return cannot("look at", path);
    if (!S_ISDIR(about.st_mode)) return changed(path);
  }
  if (!apply_attributes(*at, wanted)) return cannot("set time and mode of", path);
  opened_.erase(path);
  struct stat now {};
  if (::fstatat(at->folder.number(), at->name.c_str(), &now, AT_SYMLINK_NOFOLLOW) == 0)
    check_time(now, path, wanted);
  return {};
}

// A file system may round times, and has a first one and a last.
void RightTree::check_time(const struct stat& now, const std::string& path, const Entry& wanted) {
  Entry entry;
  tree::describe(now, entry);
  if (entry.is_file() && entry.modified != wanted.modified) unheld_times_.insert(path);
}

Result<std::string> RightTree::new_special(const Place& at, const std::string& path, const Entry& wanted) {
  std::string name = next_name();
  const int folder = at.folder.number();
  const int made = wanted.kind == EntryKind::link ? ::symlinkat(wanted.target.c_str(), folder, name.c_str())
                                                  : ::mkfifoat(folder, name.c_str(), 0600);
  if (made != 0) return cannot("make", path);
  Temporary temporary(at, name);
  const Place new_one{sources::FileDescriptor::borrowed(folder), name};
  if (!apply_attributes(new_one, wanted)) return cannot("set time and mode of", path);
  temporary.keep();
  return name;
}

Result<std::string> RightTree::new_file(const Place& at, const std::string& path, const Fill& fill) {
  std::string name;
  auto file = sources::FileDescriptor::owned(-1);
  do {  // somebody else's may have the name
    name = next_name();
    file = sources::FileDescriptor::owned(::openat(
        at.folder.number(), name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  } while (!file.is_open() && errno == EEXIST);
  if (!file.is_open()) return cannot("write", path);
  Temporary temporary(at, name);
  const auto wanted = fill(file.number());
  if (!wanted) return failure(wanted.error());
  struct stat now {};
  const bool is_set =
      (!copier_.keeps_owners() || ::fchown(file.number(), wanted->owner, wanted->group) == 0) &&
      ::fchmod(file.number(), copier_.mode_of(*wanted)) == 0 &&
      ::futimens(file.number(), times_of(*wanted).data()) == 0 && ::fsync(file.number()) == 0 &&
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
  return into_place(*at, std::string(tree::base_name(prepared)), path, nullptr);
}

Result<void> RightTree::settle_root(const Entry& wanted) {
  const int root = scan_.root.number();
  const bool is_set = (!copier_.keeps_owners() || ::fchown(root, wanted.owner, wanted.group) == 0) &&
                      ::fchmod(root, copier_.mode_of(wanted)) == 0 &&
                      ::futimens(root, times_of(wanted).data()) == 0;
  return is_set ? Result<void>() : cannot("set time and mode of", "");
}

bool RightTree::remove_leftover(const std::string& path) {
  const auto at = place_to_change(path);
  if (!at) return false;
  return ::unlinkat(at->folder.number(), at->name.c_str(), 0) == 0 ||
         ::unlinkat(at->folder.number(), at->name.c_str(), AT_REMOVEDIR) == 0;
}

Result<void> RightTree::flush() {
  while (!unforced_.empty()) {
    const std::string folder = *unforced_.begin();
    unforced_.erase(unforced_.begin());
    const int opened = opener_.folder(folder);
    // Some file systems have no way, and say EINVAL.
    const bool is_forced = opened < 0 || ::fsync(opened) == 0 || errno == EINVAL || errno == EROFS;
    if (!is_forced) return cannot("write", folder);
  }
  return {};
}

void RightTree::restore_modes() {
  // The deepest first: one above may have to be closed for good.
  for (auto folder = opened_.rbegin(); folder != opened_.rend(); ++folder) {
    const int opened = opener_.folder(folder->first);
    if (opened >= 0) ::fchmod(opened, folder->second);
  }
  opened_.clear();
}

}  // namespace peel::cli
