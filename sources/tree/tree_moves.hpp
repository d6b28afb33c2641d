// Which of the entries that only one side has are the same under another path: files that were moved, and
// folders with all that is in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace peel::sources::tree {

// Equal for entries that are equal in all that counts but the path. Two that differ have the same one as
// seldom as digests of 128 bits do, or of 64 where one side is a sketch.
struct ValueDigest {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  friend auto operator<=>(const ValueDigest&, const ValueDigest&) = default;
};

// An entry that only one side has.
struct LoneEntry {
  enum class Substance : std::uint8_t {
    unknown,  // of a sketch
    folder,
    nothing,  // an empty file, a link, a device: equal ones may have nothing to do with each other
    bytes,    // a file that is not empty
  };

  std::string path;
  std::optional<ValueDigest> value;  // none: not known, and equal to no other
  Substance substance = Substance::unknown;
  bool is_empty_file = false;
};

struct Move {
  std::size_t removed;  // where each stands among the entries given
  std::size_t added;
  std::uint64_t files;  // that move with it: 1, or what is in the folder, folders not counted
};

struct Moves {
  std::vector<Move> moves;  // in the order of the removed ones
  // All that these moves explain, folders and what is in them included: (removed, added).
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
};

// Both sides by the bytes of their paths; the substance of the added ones must be known, or that of the
// removed ones.
//
// A folder moved if everything in it is where it would be then, among it a file with bytes; something may
// have been added there. The largest such folders first. Of what is left a file moved if the other side has
// one with the same value: one of the same name if there is one, else the first by path. An empty file moved
// only if the name is the same.
Moves find_moves(std::span<const LoneEntry> removed, std::span<const LoneEntry> added);

}  // namespace peel::sources::tree
