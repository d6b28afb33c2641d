// What has to be done so that a folder, RIGHT, becomes like another, LEFT: what is to go, to come, to be
// replaced, to be moved and to be adjusted. In which order, says the plan (sync_plan.hpp).
#pragma once

#include "peel/core/result.hpp"

#include "cli/tree_sync/kept_attributes.hpp"
#include "sources/tree/content_reader.hpp"
#include "sources/tree/tree_entry.hpp"
#include "sources/tree/tree_scan.hpp"
#include "sources/tree/tree_terms.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace peel::cli {

enum class Change : std::uint8_t { none, changed, added, moved, removed };

struct ChangeCounts {
  std::uint64_t changed = 0;
  std::uint64_t added = 0;
  std::uint64_t moved = 0;
  std::uint64_t removed = 0;

  void add(Change change);
  std::uint64_t all() const { return changed + added + moved + removed; }
  ChangeCounts without(const ChangeCounts& some) const;
};

// An entry of RIGHT, and what it becomes.
struct EntryPair {
  const sources::tree::TreeEntry* there;
  const sources::tree::TreeEntry* wanted;
};

// An entry of RIGHT with the contents that LEFT has under another path.
struct MovedEntry {
  const sources::tree::TreeEntry* there;
  const sources::tree::TreeEntry* wanted;
  // What RIGHT has at the new path, if anything. It may be moved itself.
  const sources::tree::TreeEntry* occupant = nullptr;
  bool source_stays = false;  // LEFT has something else at the old path, which comes later
  std::uint64_t files = 1;    // that move with it
};

struct AdjustedEntry {
  const sources::tree::TreeEntry* there;
  const sources::tree::TreeEntry* wanted;
  AttributeDifference difference;

  // The times of folders and links alone are no change.
  Change counts_as() const {
    return is_worth_mentioning(*wanted, difference) ? Change::changed : Change::none;
  }
};

// Each by the path at which it is wanted, or is there if it is not wanted.
struct TreeWork {
  std::vector<const sources::tree::TreeEntry*> removed;
  std::vector<const sources::tree::TreeEntry*> added;
  std::vector<EntryPair> replaced;  // of another kind, or with other contents
  std::vector<MovedEntry> moved;    // a folder with all that is in it
  std::vector<AdjustedEntry> adjusted;

  ChangeCounts counts() const;
};

struct TreePair {
  sources::tree::TreeScan& left;
  sources::tree::TreeScan& right;
};

// How contents are compared: byte by byte, or by size and time, where nothing is read and nothing moves.
enum class Contents : std::uint8_t { read, by_size_and_time };

// Reads what has to be read; troubles go to the scans, and what they hide is left alone. Fails with
// `limit_exceeded` after the deadline of the watch.
Result<TreeWork> find_work(const TreePair& trees, Contents contents, sources::tree::ReadingWatch& watch,
                           const std::function<void(std::uint64_t)>& before_reading);

// Of entries that stand at the same path with the same contents, those whose attributes differ.
void find_adjustments(const TreePair& trees, const Copier& copier, TreeWork& work);

}  // namespace peel::cli
