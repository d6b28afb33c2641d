#include "sources/tree/tree_entry.hpp"

#include <limits>
#include <sys/stat.h>
#include <sys/sysmacros.h>

namespace peel::sources::tree {

namespace {

EntryKind kind_of(mode_t mode) {
  switch (mode & S_IFMT) {
    case S_IFDIR:
      return EntryKind::folder;
    case S_IFLNK:
      return EntryKind::link;
    case S_IFIFO:
      return EntryKind::fifo;
    case S_IFSOCK:
      return EntryKind::socket;
    case S_IFCHR:
      return EntryKind::character_device;
    case S_IFBLK:
      return EntryKind::block_device;
    default:
      return EntryKind::file;
  }
}

}  // namespace

std::string_view name_of(EntryKind kind) {
  switch (kind) {
    case EntryKind::file:
      return "file";
    case EntryKind::folder:
      return "folder";
    case EntryKind::link:
      return "link";
    case EntryKind::fifo:
      return "fifo";
    case EntryKind::socket:
      return "socket";
    case EntryKind::character_device:
      return "character device";
    case EntryKind::block_device:
      return "block device";
  }
  return "unknown";
}

std::int64_t FileTime::microseconds() const {
  std::int64_t time = 0;
  if (__builtin_mul_overflow(seconds, std::int64_t{1'000'000}, &time) ||
      __builtin_add_overflow(time, std::int64_t{nanoseconds / 1000}, &time)) {
    return seconds < 0 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
  }
  return time;
}

std::string ContentDigest::text() const {
  return hex_text(high, 8) + hex_text(low, 8);
}

namespace {

FileTime time_of(const timespec& time) {
  return {time.tv_sec, static_cast<std::uint32_t>(time.tv_nsec)};
}

}  // namespace

void describe(const struct stat& about, TreeEntry& entry) {
  entry.kind = kind_of(about.st_mode);
  entry.size = entry.is_file() ? static_cast<std::uint64_t>(about.st_size) : 0;
  entry.mode = entry.kind == EntryKind::link ? 0 : about.st_mode & 07777U;
  entry.modified = time_of(about.st_mtim);
  entry.changed = time_of(about.st_ctim);
  entry.owner = about.st_uid;
  entry.group = about.st_gid;
  const bool is_device = entry.kind == EntryKind::character_device || entry.kind == EntryKind::block_device;
  entry.number = is_device ? about.st_rdev : 0;
  entry.identity = {about.st_dev, about.st_ino};
  entry.links = about.st_nlink;
}

std::string mode_text(std::uint32_t mode) {
  std::string text = "rwxrwxrwx";
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((mode >> (8 - i) & 1) == 0) text[i] = '-';
  }
  // Of set-user-ID, set-group-ID and the sticky bit, each in the place of one x.
  const auto mark = [&text, mode](std::uint32_t bit, std::size_t place, char with_x, char without) {
    if ((mode & bit) != 0) text[place] = text[place] == 'x' ? with_x : without;
  };
  mark(S_ISUID, 2, 's', 'S');
  mark(S_ISGID, 5, 's', 'S');
  mark(S_ISVTX, 8, 't', 'T');
  return text;
}

std::string device_text(std::uint64_t number) {
  return std::to_string(gnu_dev_major(number)) + ":" + std::to_string(gnu_dev_minor(number));
}

std::string hex_text(std::uint64_t number, std::size_t bytes) {
  std::string text;
  for (std::size_t i = 2 * bytes; i-- > 0;) text += "0123456789abcdef"[number >> (4 * i) & 15];
  return text;
}

std::string_view base_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

std::string_view folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

bool is_below(std::string_view path, std::string_view folder) {
  if (folder.empty()) return true;
  return path.size() > folder.size() && path[folder.size()] == '/' && path.starts_with(folder);
}

}  // namespace peel::sources::tree
