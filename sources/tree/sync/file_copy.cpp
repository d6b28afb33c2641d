#include "sources/tree/sync/file_copy.hpp"

#include "sources/tree/sync/write_error.hpp"

#include <algorithm>
#include <cerrno>
#include <span>
#include <sys/stat.h>
#include <unistd.h>

namespace peel::sources::tree {

namespace {

constexpr int kCopyAttempts = 3;

bool write_all(int descriptor, std::span<const std::byte> bytes, std::uint64_t at) {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(at));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    at += static_cast<std::uint64_t>(written);
  }
  return true;
}

// Bytes of a file that are there, and no hole.
struct Stretch {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// The next ones. Where the file system knows no holes, all bytes are.
Stretch next_data(int file, std::uint64_t from, std::uint64_t size) {
  const off_t begin = ::lseek(file, static_cast<off_t>(from), SEEK_DATA);
  if (begin < 0) return errno == ENXIO ? Stretch{size, size} : Stretch{from, size};
  const off_t end = ::lseek(file, begin, SEEK_HOLE);
  return {std::min<std::uint64_t>(static_cast<std::uint64_t>(begin), size),
          end < 0 ? size : std::min<std::uint64_t>(static_cast<std::uint64_t>(end), size)};
}

bool is_same_moment(const TreeEntry& a, const TreeEntry& b) {
  return a.size == b.size && a.modified == b.modified && a.changed == b.changed;
}

}  // namespace

FileCopy::FileCopy(const TreeScan& left, std::atomic<std::uint64_t>& bytes, const reconcile::Watch& watch)
    : left_(left),
      opener_(left.root.number()),
      bytes_(bytes),
      watch_(watch),
      block_(std::make_unique_for_overwrite<std::byte[]>(kBlockBytes)) {}

Result<TreeEntry> FileCopy::into(int descriptor, const std::string& path, const std::string& spoken_target) {
  const auto unreadable = [&](int reason) {
    return failure(ErrorCode::io, "cannot read " + left_.spoken(path) + ": " + reason_of(reason));
  };
  const auto unwritable = [&](int reason) {
    return failure(code_of_write_error(reason), "cannot write " + spoken_target + ": " + reason_of(reason));
  };
  for (int attempt = 0; attempt < kCopyAttempts; ++attempt) {
    const auto source = opener_.file(path);
    if (!source.is_open()) return unreadable(errno);
    struct stat about {};
    if (::fstat(source.number(), &about) != 0) return unreadable(errno);
    if (!S_ISREG(about.st_mode))
      return failure(ErrorCode::io,
                     left_.spoken(path) + " is no file any more; it was one when it was compared");
    TreeEntry before{path};
    describe(about, before);
    if (::ftruncate(descriptor, 0) != 0) return unwritable(errno);
    // Never more than there was: a file that grows as fast as it is read would have no end.
    std::uint64_t at = 0;
    Stretch data;
    while (at < before.size) {
      if (auto going = watch_.may_go_on(left_.name); !going) return failure(going.error());
      if (at == data.end) {  // a hole stays one
        data = next_data(source.number(), at, before.size);
        bytes_.fetch_add(data.begin - at, std::memory_order_relaxed);
        at = data.begin;
        continue;
      }
      const ssize_t got =
          ::pread(source.number(), block_.get(), std::min<std::uint64_t>(data.end - at, kBlockBytes),
                  static_cast<off_t>(at));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return unreadable(errno);
      if (got == 0) break;
      const auto count = static_cast<std::size_t>(got);
      if (!write_all(descriptor, {block_.get(), count}, at)) return unwritable(errno);
      at += count;
      bytes_.fetch_add(count, std::memory_order_relaxed);
    }
    if (::ftruncate(descriptor, static_cast<off_t>(at)) != 0) return unwritable(errno);
    if (::fstat(source.number(), &about) != 0) return unreadable(errno);
    TreeEntry after{path};
    describe(about, after);
    if (at == before.size && is_same_moment(before, after)) return after;
  }
  return failure(ErrorCode::io,
                 left_.spoken(path) +
                     " changes while it is copied; accepted is a file that stays as it is for that time");
}

}  // namespace peel::sources::tree
