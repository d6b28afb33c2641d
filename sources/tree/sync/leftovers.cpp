#include "sources/tree/sync/leftovers.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <unistd.h>
#include <utility>

namespace peel::sources::tree {

namespace {

constexpr std::string_view kBegin = ".peel-sync-";
constexpr std::string_view kEnd = ".tmp";

// Digits at the beginning, without a sign, which are then cut off; -1 if there are none.
std::int64_t take_number(std::string_view& text) {
  std::int64_t number = -1;
  if (text.empty() || text.front() < '0' || text.front() > '9') return -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return -1;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool is_temporary(std::string_view path) {
  return process_of_temporary(base_name(path)) != 0;
}

}  // namespace

std::string temporary_name(pid_t process, std::uint64_t number) {
  return std::string(kBegin) + std::to_string(process) + "-" + std::to_string(number) + std::string(kEnd);
}

pid_t process_of_temporary(std::string_view name) {
  std::string_view rest = name;
  if (!rest.starts_with(kBegin)) return 0;
  rest.remove_prefix(kBegin.size());
  const std::int64_t process = take_number(rest);
  if (process <= 0 || process > 0x7FFFFFFF || !rest.starts_with('-')) return 0;
  rest.remove_prefix(1);
  const std::int64_t number = take_number(rest);
  // Nothing but what temporary_name writes: no zeros before a number, nothing behind the end.
  const auto owner = static_cast<pid_t>(process);
  return number >= 0 && temporary_name(owner, static_cast<std::uint64_t>(number)) == name ? owner : 0;
}

bool is_running(pid_t process) {
  if (process == ::getpid()) return false;  // this one has written nothing yet: it is an older namesake
  return ::kill(process, 0) == 0 || errno != ESRCH;
}

std::vector<TreeEntry> take_temporaries(TreeScan& scan) {
  std::vector<TreeEntry> taken;
  std::string folder;  // one that is taken, and all in it
  std::vector<TreeEntry> kept;
  kept.reserve(scan.entries.size());
  for (TreeEntry& entry : scan.entries) {
    const bool is_in_taken = !folder.empty() && is_below(entry.path, folder);
    if (!is_in_taken && !is_temporary(entry.path)) {
      kept.push_back(std::move(entry));
      continue;
    }
    if (!is_in_taken && entry.is_folder()) folder = entry.path;
    if (!is_in_taken) taken.push_back(std::move(entry));
  }
  scan.entries = std::move(kept);
  return taken;
}

}  // namespace peel::sources::tree
