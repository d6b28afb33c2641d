#include "sources/tree/sync/right_tree.hpp"

#include "sources/tree/sync/write_error.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace peel::sources::tree {

namespace {

constexpr std::size_t kFoldersHeld = 32;
constexpr mode_t kOwnerMay = 0700;

}  // namespace

RightTree::RightTree(const TreeScan& scan) : scan_(scan), opener_(scan.root.number(), kFoldersHeld) {}

tl::unexpected<Error> RightTree::cannot(const std::string& what, std::string_view path) const {
  const int reason = errno;
  return failure(code_of_write_error(reason),
                 "cannot " + what + " " + scan_.spoken(path) + ": " + reason_of(reason));
}

tl::unexpected<Error> RightTree::changed(std::string_view path) const {
  return failure(ErrorCode::io, scan_.spoken(path) + " changed after it was compared; it was left as it is");
}

Result<Place> RightTree::place(std::string_view path) {
  const int found = opener_.folder(folder_of(path));
  if (found < 0) return cannot("open the folder of", path);
  Place at{FileDescriptor::owned(::fcntl(found, F_DUPFD_CLOEXEC, 0)), std::string(base_name(path))};
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
  const std::string_view folder = folder_of(path);
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
  describe(about, now);
  if (now.identity != expected->identity || now.kind != expected->kind) return changed(path);
  if (now.is_folder()) return {};
  if (now.size != expected->size || now.modified != expected->modified) return changed(path);
  if (expected->links > 1) return {};  // what happens to its other names changes the time
  if (renamed_.contains(now.identity)) return {};
  return now.changed == expected->changed ? Result<void>() : changed(path);
}

Result<void> RightTree::make_folder(const std::string& path, const Entry* expected) {
  const auto at = place_to_change(path);
  if (!at) return failure(at.error());
  if (auto checked = check(*at, path, expected); !checked) return checked;
  const int folder = at->folder.number();
  if (expected == nullptr)
    return ::mkdirat(folder, at->name.c_str(), kOwnerMay) == 0 ? Result<void>() : cannot("make", path);
  // The folder and what it replaces change places in one moment, where the file system can do that.
  TemporaryName temporary(*at, next_name());
  if (::mkdirat(folder, temporary.name().c_str(), kOwnerMay) != 0) {
    temporary.keep();
    return cannot("make", path);
  }
  if (::renameat2(folder, temporary.name().c_str(), folder, at->name.c_str(), RENAME_EXCHANGE) != 0) {
    if (errno != EINVAL) return cannot("make", path);
    const Place from{FileDescriptor::borrowed(folder), temporary.name()};
    if (::unlinkat(folder, at->name.c_str(), 0) != 0 || rename_to_nothing(from, *at) != 0)
      return cannot("make", path);
    temporary.keep();
  }
  opener_ = TreeOpener(scan_.root.number(), kFoldersHeld);
  return {};
}

Result<void> RightTree::move_folder(const std::string& from, const Entry& expected, const std::string& to) {
  // Everything in it must be what was compared.
  for (auto entry = std::ranges::lower_bound(scan_.entries, from, {}, &Entry::path);
       entry != scan_.entries.end() && entry->path.starts_with(from); ++entry) {
    if (entry->path != from && !is_below(entry->path, from)) continue;
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
  opener_ = TreeOpener(scan_.root.number(), kFoldersHeld);
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
    TemporaryName temporary(*target, next_name());
    if (::linkat(source->folder.number(), source->name.c_str(), target->folder.number(),
                 temporary.name().c_str(), 0) != 0) {
      temporary.keep();
      return cannot_move();
    }
    const Place between{FileDescriptor::borrowed(target->folder.number()), temporary.name()};
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
  opener_ = TreeOpener(scan_.root.number(), kFoldersHeld);
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
  if (!give_attributes(*at, wanted, copier_)) return cannot("set time and mode of", path);
  opened_.erase(path);
  struct stat now {};
  if (::fstatat(at->folder.number(), at->name.c_str(), &now, AT_SYMLINK_NOFOLLOW) == 0)
    check_time(now, path, wanted);
  return {};
}

// A file system may round times, and has a first one and a last.
void RightTree::check_time(const struct stat& now, const std::string& path, const Entry& wanted) {
  Entry entry;
  describe(now, entry);
  if (entry.is_file() && entry.modified != wanted.modified) unheld_times_.insert(path);
}

Result<void> RightTree::settle_root(const Entry& wanted) {
  return give_attributes(scan_.root.number(), wanted, copier_) ? Result<void>()
                                                               : cannot("set time and mode of", "");
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

}  // namespace peel::sources::tree
