// Which parts of two JSON values differ: the paths that lead to them, and what stands there on either side.
// Objects are compared member by member and arrays element by element; where one side has something else, or
// nothing, that is one difference.
#pragma once

#include "peel/rows/cell.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace peel::sources {

struct PathChange {
  std::string path;
  std::string_view left;  // as the value spells it; empty: it is not there
  std::string_view right;
};

struct PathChanges {
  std::vector<PathChange> shown = {};
  // Paths are as long as whoever wrote the values made them. Beyond a megabyte of them, differences are only
  // counted.
  std::uint64_t not_shown = 0;
};

// Two values that a source of JSON Lines has read, without what `column`, a whole one, leaves out. Members in
// the order of their names. Two values of more than 16 MiB are not taken apart: the whole is what differs.
PathChanges changed_paths(std::string_view left, std::string_view right, std::string_view column);

// A cell of a JSON value, as JSON has it; nothing if it is not there.
std::string json_literal(const rows::Cell& cell);

// Whether that is JSON, or nothing. It is of all cells that a source has read; a forged sketch may hold
// others.
bool is_json(const rows::Cell& cell);

}  // namespace peel::sources
