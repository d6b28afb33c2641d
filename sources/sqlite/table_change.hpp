// A change to be made to a table: a row to insert, to delete, or to give other values. Cells are owned, since
// they outlive the rows that they were read from.
#pragma once

#include "peel/rows/cell.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace peel::sources::sqlite {

struct OwnedCell {
  rows::CellTag tag = rows::CellTag::null;
  std::string payload = {};

  OwnedCell() = default;
  explicit OwnedCell(const rows::Cell& cell) : tag(cell.tag), payload(cell.payload) {}
  rows::Cell view() const { return {tag, payload}; }
  friend bool operator==(const OwnedCell&, const OwnedCell&) = default;
};

struct TableChange {
  enum class Kind : std::uint8_t { insert, remove, update };

  Kind kind = Kind::insert;
  std::vector<OwnedCell> before = {};  // of the columns of TableChanges; empty for insert
  std::vector<OwnedCell> after = {};   // empty for remove
  std::uint64_t count = 1;             // how many such rows, where no key tells rows apart
};

// Changes of one table, with the columns that their cells belong to.
struct TableChanges {
  std::string table;
  std::vector<std::string> columns;
  // The columns by which a row is found. Empty: by all of them, and one row for each of `count`.
  std::vector<std::string> key;
  std::vector<TableChange> changes;
};

}  // namespace peel::sources::sqlite
