#include "cli/tree_sync/file_copy.hpp"

#include "cli/tree_sync/write_error.hpp"

#include <cerrno>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace peel::cli {

namespace tree = sources::tree;
using tree::TreeEntry;

namespace {

constexpr int kAttempts = 3;

bool write_all(int descriptor, const std::byte* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t written = ::write(descriptor, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes += written;
    count -= static_cast<std::size_t>(written);
  }
  return true;
}

bool is_same_moment(const TreeEntry& a, const TreeEntry& b) {
  return a.size == b.size && a.modified == b.modified && a.changed == b.changed;
}

}  // namespace

FileCopy::FileCopy(const tree::TreeScan& left, std::atomic<std::uint64_t>& bytes,
                   std::function<bool()> must_stop)
    : left_(left),
      opener_(left.root.number()),
      bytes_(bytes),
      must_stop_(std::move(must_stop)),
      block_(std::make_unique_for_overwrite<std::byte[]>(kBlockBytes)) {}

Result<TreeEntry> FileCopy::into(int descriptor, const std::string& path, const std::string& spoken_target) {
  const auto unreadable = [&](int reason) {
    return failure(ErrorCode::io,
                   fmt::format("cannot read {}: {}", left_.spoken(path), sources::reason_of(reason)));
  };
  const auto unwritable = [&](int reason) {
    return failure(code_of_write_error(reason),
                   fmt::format("cannot write {}: {}", spoken_target, sources::reason_of(reason)));
  };
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const auto source = opener_.file(path);
    if (!source.is_open()) return unreadable(errno);
    struct stat about {};
    if (::fstat(source.number(), &about) != 0) return unreadable(errno);
    if (!S_ISREG(about.st_mode))
      return failure(ErrorCode::io,
                     left_.spoken(path) + " is no file any more; it was one when it was compared");
    TreeEntry before{path};
    tree::describe(about, before);
    if (::lseek(descriptor, 0, SEEK_SET) != 0 || ::ftruncate(descriptor, 0) != 0) return unwritable(errno);
    // Never more than there was: a file that grows as fast as it is read would have no end.
    std::uint64_t left = before.size;
    while (left > 0) {
      if (must_stop_()) return failure(ErrorCode::limit_exceeded, "stopped");
      const ssize_t got = ::read(source.number(), block_.get(), std::min<std::uint64_t>(left, kBlockBytes));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return unreadable(errno);
      if (got == 0) break;
      if (!write_all(descriptor, block_.get(), static_cast<std::size_t>(got))) return unwritable(errno);
      left -= static_cast<std::uint64_t>(got);
      bytes_.fetch_add(static_cast<std::uint64_t>(got), std::memory_order_relaxed);
    }
    if (::fstat(source.number(), &about) != 0) return unreadable(errno);
    TreeEntry after{path};
    tree::describe(about, after);
    if (left == 0 && is_same_moment(before, after)) return after;
  }
  return failure(ErrorCode::io,
                 left_.spoken(path) +
                     " changes while it is copied; accepted is a file that stays as it is for that time");
}

}  // namespace peel::cli
