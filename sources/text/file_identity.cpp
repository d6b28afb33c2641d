#include "sources/text/file_identity.hpp"

#include "sources/file_descriptor.hpp"

#include <cerrno>

namespace peel::sources {

namespace {

bool same_time(const timespec& a, const timespec& b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

}  // namespace

Result<FileIdentity> FileIdentity::of(const std::string& path) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) {
    const int reason = errno;
    return failure(
        ErrorCode::io,
        "cannot read " + (path.empty() ? "''" : path) + ": " + reason_of(reason) +
            (reason == ENOENT ? "; a target must be there already, and cp makes a first copy" : ""));
  }
  if (!S_ISREG(about.st_mode)) {
    return failure(ErrorCode::unsupported, path + " is " +
                                               (S_ISDIR(about.st_mode) ? "a folder" : "no ordinary file") +
                                               "; accepted as a target is a file that can be replaced");
  }
  return FileIdentity(path, about);
}

Result<void> FileIdentity::check() const {
  struct stat now {};
  // The time of the last change to owner, mode and names too: all of them are copied.
  const bool same = ::stat(path_.c_str(), &now) == 0 && now.st_dev == about_.st_dev &&
                    now.st_ino == about_.st_ino && now.st_size == about_.st_size &&
                    same_time(now.st_mtim, about_.st_mtim) && same_time(now.st_ctim, about_.st_ctim);
  return same ? Result<void>() : changed();
}

tl::unexpected<Error> FileIdentity::changed() const {
  return failure(ErrorCode::io, path_ + " changed after it was compared; nothing was written");
}

}  // namespace peel::sources
