#include "sources/tree/tree_scan.hpp"

#include "sources/tree/tree_opener.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>

namespace peel::sources::tree {

namespace {

constexpr std::size_t kFoldersHeld = 64;

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

class Walk {
 public:
  Walk(TreeScan& scan, const ExcludeRules& rules, WalkWatch* watch)
      : scan_(scan), rules_(rules), watch_(watch), opener_(scan.root.number(), kFoldersHeld) {}

  Result<void> run() {
    waiting_.emplace_back();
    while (!waiting_.empty()) {
      if (watch_ != nullptr) {
        if (auto going = watch_->may_go_on(scan_.name); !going) return going;
      }
      const std::string folder = std::move(waiting_.back());
      waiting_.pop_back();
      look_into(folder);
    }
    std::ranges::sort(scan_.entries, {}, &TreeEntry::path);
    std::ranges::sort(scan_.excluded);
    return {};
  }

 private:
  void look_into(const std::string& folder) {
    const int here = opener_.folder(folder);
    if (here < 0) return trouble(folder, TreeTrouble::Unknown::entries, "cannot read", errno);
    // closedir closes the descriptor that it is given, and this one is still needed.
    const int own = ::openat(here, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const std::unique_ptr<DIR, CloseFolder> names(own < 0 ? nullptr : ::fdopendir(own));
    if (!names) {
      const int reason = errno;
      if (own >= 0) ::close(own);
      return trouble(folder, TreeTrouble::Unknown::entries, "cannot read", reason);
    }
    const std::size_t first = waiting_.size();
    for (;;) {
      errno = 0;
      const dirent* const next = ::readdir(names.get());
      if (next == nullptr) break;
      const std::string_view name = next->d_name;
      if (name != "." && name != "..") add(here, folder, name);
    }
    if (errno != 0) trouble(folder, TreeTrouble::Unknown::entries, "cannot read all of", errno);
    // The last one waiting is the next one read: neighbours are close to each other on disk too.
    std::reverse(waiting_.begin() + static_cast<std::ptrdiff_t>(first), waiting_.end());
  }

  void add(int here, const std::string& folder, std::string_view name) {
    TreeEntry entry{folder.empty() ? std::string(name) : folder + "/" + std::string(name)};
    const char* const terminated = entry.path.c_str() + entry.path.size() - name.size();
    struct stat about {};
    if (::fstatat(here, terminated, &about, AT_SYMLINK_NOFOLLOW) != 0) {
      if (errno == ENOENT) return;  // gone since its name was read
      return trouble(entry.path, TreeTrouble::Unknown::entry, "cannot look at", errno);
    }
    describe(about, entry);
    if (rules_.excludes(entry.path, entry.kind)) {
      scan_.excluded.push_back(std::move(entry.path));
      return;
    }
    if (entry.path.size() > kMostPathBytes) {
      scan_.troubles.push_back({folder, TreeTrouble::Unknown::entries,
                                "a path of more than " + std::to_string(kMostPathBytes) + " bytes in " +
                                    scan_.spoken(folder.substr(0, 60)) + "...: accepted are fewer"});
      return;
    }
    if (entry.kind == EntryKind::link && !read_target(here, terminated, entry)) {
      if (errno == ENOENT) return;
      return trouble(entry.path, TreeTrouble::Unknown::entry, "cannot read the link", errno);
    }
    if (entry.is_folder()) waiting_.push_back(entry.path);
    if (watch_ != nullptr) watch_->found.fetch_add(1, std::memory_order_relaxed);
    scan_.entries.push_back(std::move(entry));
  }

  static bool read_target(int here, const char* name, TreeEntry& entry) {
    std::array<char, PATH_MAX> target;
    const ssize_t size = ::readlinkat(here, name, target.data(), target.size());
    if (size < 0) return false;
    entry.target.assign(target.data(), static_cast<std::size_t>(size));
    return true;
  }

  void trouble(std::string_view path, TreeTrouble::Unknown unknown, const std::string& what, int reason) {
    scan_.troubles.push_back(
        {std::string(path), unknown, what + " " + scan_.spoken(path) + ": " + reason_of(reason)});
  }

  TreeScan& scan_;
  const ExcludeRules& rules_;
  WalkWatch* watch_;
  TreeOpener opener_;
  std::vector<std::string> waiting_;  // folders that are still to be read
};

}  // namespace

Result<TreeScan> TreeScan::of(const std::string& path, const ExcludeRules& rules, WalkWatch* watch) {
  auto root = FileDescriptor::owned(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!root.is_open()) return failure(ErrorCode::io, "cannot read " + path + ": " + reason_of(errno));
  std::string name = path;
  while (name.size() > 1 && name.ends_with('/')) name.pop_back();
  TreeScan scan{std::move(name), std::move(root)};
  if (auto walked = Walk(scan, rules, watch).run(); !walked) return failure(walked.error());
  return scan;
}

std::string TreeScan::spoken(std::string_view path) const {
  if (path.empty()) return name;
  return (name == "/" ? "" : name) + "/" + std::string(path);
}

const TreeEntry* TreeScan::find(std::string_view path) const {
  const auto found = std::ranges::lower_bound(entries, path, {}, &TreeEntry::path);
  return found != entries.end() && found->path == path ? &*found : nullptr;
}

bool TreeScan::excludes(std::string_view path) const {
  return std::ranges::binary_search(excluded, path, std::ranges::less());
}

bool TreeScan::has_excluded_in(std::string_view folder) const {
  if (folder.empty()) return !excluded.empty();
  const auto found = std::ranges::lower_bound(excluded, std::string(folder) + '/');
  return found != excluded.end() && is_below(*found, folder);
}

HiddenPaths::HiddenPaths(std::span<const TreeTrouble> troubles) {
  for (const TreeTrouble& trouble : troubles) {
    if (trouble.unknown == TreeTrouble::Unknown::contents) continue;
    folders_.insert(trouble.path);
    if (trouble.unknown == TreeTrouble::Unknown::entry) entries_.insert(trouble.path);
  }
}

bool HiddenPaths::may_hold(std::string_view path) const {
  if (folders_.empty()) return false;
  if (entries_.contains(path)) return true;
  while (!path.empty()) {
    path = folder_of(path);
    if (folders_.contains(path)) return true;
  }
  return false;
}

bool is_folder(const std::string& path) {
  struct stat about {};
  return ::stat(path.c_str(), &about) == 0 && S_ISDIR(about.st_mode);
}

}  // namespace peel::sources::tree
