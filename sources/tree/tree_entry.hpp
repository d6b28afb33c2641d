// An entry of a folder tree: what stands at a path, as the system describes it.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

struct stat;

namespace peel::sources::tree {

enum class EntryKind : std::uint8_t { file, folder, link, fifo, socket, character_device, block_device };

// "file", "folder", ...
std::string_view name_of(EntryKind kind);

// Since 1970; nanoseconds from 0 to 999,999,999, also before.
struct FileTime {
  std::int64_t seconds = 0;
  std::uint32_t nanoseconds = 0;

  // What is compared and shown. Times beyond 64 bits stay at the most.
  std::int64_t microseconds() const;
  friend auto operator<=>(const FileTime&, const FileTime&) = default;
};

// Two paths with the same one are one file: hard links.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  friend auto operator<=>(const FileIdentity&, const FileIdentity&) = default;
};

// XXH3-128 of the bytes of a file, without a seed: what xxh128sum prints. It finds accidents; whoever writes
// files can make two of one digest.
struct ContentDigest {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  std::string text() const;  // 32 hexadecimal digits
  friend auto operator<=>(const ContentDigest&, const ContentDigest&) = default;
};

struct TreeEntry {
  // Relative to the root of the tree, any bytes but NUL: "letters/a.txt".
  std::string path;
  EntryKind kind = EntryKind::file;
  std::uint64_t size = 0;  // bytes of a file; 0 for all others
  std::uint32_t mode = 0;  // the twelve permission bits; 0 for a link, which has none of its own
  FileTime modified = {};
  FileTime changed = {};     // contents, mode or links: the mark of any change
  std::string target = {};   // of a link, as it is written there
  std::uint64_t number = 0;  // of a device
  FileIdentity identity = {};
  std::uint64_t links = 1;                   // how many paths lead to the file
  std::optional<ContentDigest> digest = {};  // of a file whose contents were read
  std::uint32_t owner = 0;
  std::uint32_t group = 0;

  bool is_file() const { return kind == EntryKind::file; }
  bool is_folder() const { return kind == EntryKind::folder; }
};

// What the system says of a file goes into the entry; path, target and digest stay.
void describe(const struct stat& about, TreeEntry& entry);

// "rwxr-sr-t", as ls writes it: one text for each of the 4096 modes.
std::string mode_text(std::uint32_t mode);
// "8:1"
std::string device_text(std::uint64_t number);

// The lowest bytes of a number in hexadecimal digits, the highest of them first.
std::string hex_text(std::uint64_t number, std::size_t bytes);

// The last component of a path, and the folder that it is in; that of "a" is "".
std::string_view base_name(std::string_view path);
std::string_view folder_of(std::string_view path);
// Whether the path is that of something in the folder, at any depth. Everything is in "".
bool is_below(std::string_view path, std::string_view folder);

}  // namespace peel::sources::tree
