// What has to be done so that a folder, RIGHT, becomes like another, LEFT: what is to go, to come, to be
// replaced, to be moved and to be adjusted. In which order, says the plan (sync_plan.hpp).
#pragma once

#include "peel/core/result.hpp"

#include "sources/tree/reading_watch.hpp"
#include "sources/tree/sync/kept_attributes.hpp"
#include "sources/tree/tree_entry.hpp"
#include "sources/tree/tree_scan.hpp"
#include "sources/tree/tree_terms.hpp"

#include <cstdint>
#include <vector>

namespace peel::sources::tree {

enum class CountedAs : std::uint8_t { none, changed, added, moved, removed };

struct ChangeCounts {
  std::uint64_t changed = 0;
  std::uint64_t added = 0;
  std::uint64_t moved = 0;
  std::uint64_t removed = 0;

  void add(CountedAs change);
  std::uint64_t all() const { return changed + added + moved + removed; }
  ChangeCounts without(const ChangeCounts& some) const;
};

// An entry of RIGHT, and what it becomes.
struct EntryPair {
  const TreeEntry* there;
  const TreeEntry* wanted;
};

// An entry of RIGHT with the contents that LEFT has under another path.
struct MovedEntry {
  const TreeEntry* there;
  const TreeEntry* wanted;
  // What RIGHT has at the new path, if anything. It may be moved itself.
  const TreeEntry* occupant = nullptr;
  bool source_stays = false;  // LEFT has something else at the old path, which comes later
  std::uint64_t files = 1;    // that move with it
};

struct AdjustedEntry {
  const TreeEntry* there;
  const TreeEntry* wanted;
  AttributeDifference difference;

  // The times of folders and links alone are no change.
  CountedAs counts_as() const {
    return is_worth_mentioning(*wanted, difference) ? CountedAs::changed : CountedAs::none;
  }
};

// Each by the path at which it is wanted, or is there if it is not wanted.
struct TreeWork {
  std::vector<const TreeEntry*> removed;
  std::vector<const TreeEntry*> added;
  std::vector<EntryPair> replaced;  // of another kind, or with other contents
  std::vector<MovedEntry> moved;    // a folder with all that is in it
  std::vector<AdjustedEntry> adjusted;

  ChangeCounts counts() const;
};

struct TreePair {
  TreeScan& left;
  TreeScan& right;
};

// How contents are compared: byte by byte, or by size and time, where nothing is read and nothing moves.
enum class Contents : std::uint8_t { read, by_size_and_time };

// Reads what has to be read; troubles go to the scans, and what they hide is left alone. Fails as the watch
// does.
Result<TreeWork> find_work(const TreePair& trees, Contents contents, ReadingWatch& watch);

// Adds the entries whose attributes differ though they stand at the same path with the same contents.
void find_adjustments(const TreePair& trees, const Copier& copier, TreeWork& work);

}  // namespace peel::sources::tree
