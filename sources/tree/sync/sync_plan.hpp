// The steps by which RIGHT becomes like LEFT, in an order in which a stop between any two of them loses
// nothing:
//
//   1. folders are made and moved, those above before those in them
//   2. files are moved; where names are passed on, the last of a chain first
//   3. files, links and fifos are written, each beside its place and then renamed; one that comes in the
//      place of a folder stays beside it for now
//   4. times, modes and owners of files that stay are set
//   5. removals: what killed syncs left, files, then folders, the deepest first
//   6. folders, empty by now, are replaced by what was written for their places
//   7. times, modes and owners of folders are set, the deepest first
//
// So every path has its old contents or its new ones at every moment, and what is moved is under its old name
// or its new one. Steps 5 and 6 are done only if all before them were: nothing goes until all has come.
#pragma once

#include "sources/tree/sync/tree_work.hpp"
#include "sources/tree/tree_entry.hpp"
#include "sources/tree/tree_scan.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace peel::sources::tree {

enum class StepKind : std::uint8_t {
  make_folder,
  move_folder,
  save,       // a second name for a file whose own is needed before it can be moved
  move_file,  // keeps the old name too if something else will take that
  write,
  prepare,  // writes something under a second name beside the folder whose place it gets
  adjust,
  remove_leftover,
  remove,
  remove_folder,
  place,  // removes the folder and puts there what was prepared
  settle_folder,
};

// Those that are done only if all before them were.
constexpr bool is_removal(StepKind kind) {
  return kind == StepKind::remove_leftover || kind == StepKind::remove || kind == StepKind::remove_folder ||
         kind == StepKind::place;
}

struct Step {
  StepKind kind;
  std::string path;                     // in RIGHT; where to, of a move
  const TreeEntry* there = nullptr;     // what RIGHT has at the path, or what is moved
  const TreeEntry* wanted = nullptr;    // of LEFT
  const TreeEntry* occupant = nullptr;  // of a move: what is at the new path
  std::string from = {};                // of a move: the old path
  bool source_stays = false;
  // The number of the second name: made by save or prepare, used by move_file or place.
  std::optional<std::size_t> second_name = {};
  CountedAs counts_as = CountedAs::none;  // once it is done
};

// `left` is where the attributes of folders are found whose contents change. `leftovers` are of RIGHT.
std::vector<Step> plan_steps(const TreeWork& work, const TreeScan& left,
                             std::span<const TreeEntry> leftovers = {});

// How many bytes of files the steps write.
std::uint64_t bytes_to_write(const std::vector<Step>& steps);

}  // namespace peel::sources::tree
