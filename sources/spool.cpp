#include "sources/spool.hpp"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/types.h>

namespace peel::sources {

namespace {

tl::unexpected<Error> cannot_keep(const std::string& what, const std::string& folder, int reason) {
  return failure(ErrorCode::io, "cannot keep a copy of " + what + " in " + folder +
                                    " for reading it again: " + reason_of(reason) +
                                    "; TMPDIR can name another folder");
}

// A file without a name; where the file system has none, one that loses its name at once.
int open_nameless(const std::string& folder) {
  const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return file;
  std::string path = folder + "/peel-XXXXXX";
  const int named = ::mkostemp(path.data(), O_CLOEXEC);
  if (named >= 0) ::unlink(path.c_str());
  return named;
}

}  // namespace

Result<Spool> Spool::create(const std::string& what) {
  const char* const chosen = std::getenv("TMPDIR");
  const std::string folder = chosen != nullptr && *chosen != '\0' ? chosen : "/tmp";
  const int file = open_nameless(folder);
  if (file < 0) return cannot_keep(what, folder, errno);
  return Spool(FileDescriptor::owned(file), what, folder);
}

Result<void> Spool::append(std::span<const char> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(file_.number(), bytes.data(), bytes.size(), static_cast<off_t>(size_));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return cannot_keep(what_, folder_, errno);
    size_ += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return {};
}

Result<std::size_t> Spool::read_at(std::uint64_t offset, std::span<char> room) const {
  for (;;) {
    const ssize_t got = ::pread(file_.number(), room.data(), room.size(), static_cast<off_t>(offset));
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno == EINTR) continue;
    return failure(ErrorCode::io,
                   "cannot read the copy of " + what_ + " in " + folder_ + ": " + reason_of(errno));
  }
}

}  // namespace peel::sources
