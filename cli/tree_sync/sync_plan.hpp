// The steps by which RIGHT becomes like LEFT, in an order in which a stop between any two of them loses
// nothing:
//
//   1. folders are made and moved, those above before those in them
//   2. files are moved; where names are passed on, the last of a chain first
//   3. files, links and fifos are written, each beside its place and then renamed
//   4. times, modes and owners of files that stay are set
//   5. files are removed, then folders, the deepest first
//   6. what stands where a folder was is written
//   7. times, modes and owners of folders are set, the deepest first
//
// So every path has its old contents or its new ones at every moment, and what is moved is under its old name
// or its new one. Only step 6 comes late: there is no way to put a file in the place of a folder with
// something in it.
#pragma once

#include "cli/tree_sync/tree_work.hpp"
#include "sources/tree/tree_entry.hpp"
#include "sources/tree/tree_scan.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace peel::cli {

enum class StepKind : std::uint8_t {
  make_folder,
  move_folder,
  save,       // a second name for a file whose own is needed before it can be moved
  move_file,  // keeps the old name too if something else will take that
  write,
  adjust,
  remove,
  remove_folder,
  settle_folder,
};

struct Step {
  StepKind kind;
  std::string path;                                    // in RIGHT; where to, of a move
  const sources::tree::TreeEntry* there = nullptr;     // what RIGHT has at the path, or what is moved
  const sources::tree::TreeEntry* wanted = nullptr;    // of LEFT
  const sources::tree::TreeEntry* occupant = nullptr;  // of a move: what is at the new path
  std::string from = {};                               // of a move: the old path
  bool source_stays = false;
  std::optional<std::size_t> saved = {};  // the number of the second name: made by save, used by move_file
};

// `left` is where the attributes of folders are found whose contents change.
std::vector<Step> plan_steps(const TreeWork& work, const sources::tree::TreeScan& left);

// How many bytes of files the steps write.
std::uint64_t bytes_to_write(const std::vector<Step>& steps);

}  // namespace peel::cli
