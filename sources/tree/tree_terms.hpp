// What counts when two trees are compared: which of an entry's values, beside the path and the kind.
#pragma once

#include "peel/rows/cell.hpp"
#include "peel/rows/column_type.hpp"
#include "peel/sources/folder_reading.hpp"

#include "sources/tree/tree_entry.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace peel::sources::tree {

struct TreeTerms {
  using Content = FolderReading::Content;

  bool size = true;
  bool mode = true;
  bool time = false;  // of files, to the microsecond. That of a folder changes whenever something in it does
  Content content = Content::read;
  bool owner = false;  // and group. Only whoever keeps them asks, and sketches do not have them

  static TreeTerms of(const FolderReading& reading) {
    return {reading.size, reading.mode, reading.time, reading.content};
  }
  // Contents are not read: size and time of a file stand for them.
  static TreeTerms quick() { return of(FolderReading::quick()); }

  bool reads() const { return content == Content::read; }
  friend bool operator==(const TreeTerms&, const TreeTerms&) = default;
};

// The values that count, as columns: kind, size, mode, owner, mtime, content; "target" in the place of the
// last where files are not read.
struct ValueColumn {
  enum class Value : std::uint8_t { kind, size, mode, owner, time, content };
  Value value;
  std::string_view name;
  rows::ColumnType type;
};
std::vector<ValueColumn> value_columns(const TreeTerms& terms);

// Entries as cells. Those made last are valid until the next call.
class EntryCells {
 public:
  explicit EntryCells(const TreeTerms& terms) : columns_(value_columns(terms)) {}

  // One for each of value_columns. NULL: sizes and times of what is no file, modes of links, contents of
  // folders, and of files that were not read.
  const std::vector<rows::Cell>& of(const TreeEntry& entry);

 private:
  rows::Cell cell(ValueColumn::Value value, const TreeEntry& entry);

  std::vector<ValueColumn> columns_;
  std::vector<rows::Cell> cells_;
  rows::NumberRoom size_;
  rows::NumberRoom time_;
  std::string mode_;
  std::string owner_;
  std::string content_;
};

// In which of the values that count two entries differ. The bytes of files are not looked at.
struct EntryDifference {
  bool kind = false;
  bool size = false;
  bool mode = false;
  bool owner = false;
  bool time = false;
  bool content = false;

  bool any() const { return kind || size || mode || owner || time || content; }
  bool of(ValueColumn::Value value) const;
};
EntryDifference difference_of(const TreeEntry& left, const TreeEntry& right, const TreeTerms& terms);

}  // namespace peel::sources::tree
