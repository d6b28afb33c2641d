// RightTree: the folder that is changed. Everything goes through descriptors of its folders, opened one
// component after the other and never through a link: no link in it leads outside. Each entry is looked at
// again right before it is replaced, moved or removed; one that is no longer what was compared stays.
#pragma once

#include "peel/core/result.hpp"

#include "sources/tree/sync/kept_attributes.hpp"
#include "sources/tree/sync/place.hpp"
#include "sources/tree/tree_entry.hpp"
#include "sources/tree/tree_opener.hpp"
#include "sources/tree/tree_scan.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

struct stat;

namespace peel::sources::tree {

class RightTree {
 public:
  using Entry = TreeEntry;

  explicit RightTree(const TreeScan& scan);

  // All fail with a sentence: with `limit_exceeded` if there is no room for anything more, else with `io`. An
  // expected entry of none means that nothing may be there.
  Result<void> make_folder(const std::string& path, const Entry* expected);
  Result<void> move_folder(const std::string& from, const Entry& expected, const std::string& to);
  // Another name in the same folder, for a file that stays; the name.
  Result<std::string> save(const std::string& path, const Entry& expected);
  enum class OldName : std::uint8_t { goes, stays };
  Result<void> move_file(const std::string& from, const Entry& expected, const std::string& to,
                         const Entry* occupant, OldName old_name);
  Result<void> remove(const std::string& path, const Entry& expected);
  // Fails if something is in it.
  Result<void> remove_folder(const std::string& path, const Entry& expected);
  Result<void> set_attributes(const std::string& path, const Entry* expected, const Entry& wanted);
  // A link or a fifo.
  Result<void> make_special(const std::string& path, const Entry* expected, const Entry& wanted);
  // Writes the contents into the new file, and says what its attributes shall be.
  using Fill = std::function<Result<Entry>(int descriptor)>;
  Result<void> write_file(const std::string& path, const Entry* expected, const Fill& fill);

  // The same beside a folder whose place it shall have; the path at which it waits.
  Result<std::string> prepare_special(const std::string& path, const Entry& wanted);
  Result<std::string> prepare_file(const std::string& path, const Fill& fill);
  // Fails if something is in the folder.
  Result<void> place_prepared(const std::string& prepared, const std::string& path, const Entry& folder);
  // Whatever has the name, if that is a file or an empty folder; nobody waits for it.
  bool remove_leftover(const std::string& path);
  // The root itself, which was made.
  Result<void> settle_root(const Entry& wanted);

  // Fails unless the entry is there as it was compared.
  Result<void> check(const std::string& path, const Entry* expected);
  // Forces names that were made, and not yet forced, to the disk, where the file system has a way.
  Result<void> flush();
  // Folders that had to become writable get the modes back that they had, unless they were settled since.
  void restore_modes();
  // Files whose times the file system could not hold.
  const std::set<std::string, std::less<>>& unheld_times() const { return unheld_times_; }

 private:
  Result<Place> place(std::string_view path);
  // The same, where a name is made or removed.
  Result<Place> place_to_change(std::string_view path);
  Result<void> check(const Place& at, const std::string& path, const Entry* expected);
  tl::unexpected<Error> cannot(const std::string& what, std::string_view path) const;
  tl::unexpected<Error> changed(std::string_view path) const;
  void make_writable(int folder, std::string_view path);
  void check_time(const struct stat& now, const std::string& path, const Entry& wanted);
  // What is written, under a name of its own in the folder of its place; the name.
  Result<std::string> new_file(const Place& at, const std::string& path, const Fill& fill);
  Result<std::string> new_special(const Place& at, const std::string& path, const Entry& wanted);
  Result<void> into_place(const Place& at, const std::string& temporary, const std::string& path,
                          const Entry* expected);
  std::string next_name();

  const TreeScan& scan_;
  TreeOpener opener_;
  Copier copier_ = Copier::current();
  std::uint64_t number_ = 0;
  std::set<std::string, std::less<>> unforced_;               // folders
  std::map<std::string, std::uint32_t, std::less<>> opened_;  // modes of folders that had to become writable
  std::set<std::string, std::less<>> unheld_times_;
  // What this gave another name itself: its time of the last change says nothing any more.
  std::set<FileIdentity> renamed_;
};

}  // namespace peel::sources::tree
