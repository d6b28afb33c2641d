// Entries of trees as rows that everybody compares and shows: the key is the path, the values are those that
// count.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/reconcile/change.hpp"
#include "peel/reconcile/terms.hpp"
#include "peel/rows/canonical_row.hpp"
#include "peel/rows/cell.hpp"

#include "sources/tree/tree_entry.hpp"
#include "sources/tree/tree_scan.hpp"
#include "sources/tree/tree_terms.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace peel::sources::tree {

// A table with the column path, which is its key, and value_columns.
reconcile::Terms tree_terms_as_rows(const TreeTerms& terms);

// Where an entry stands among those of its scan: how many come before it.
reconcile::RowOrder order_of(const TreeEntry& entry, const TreeScan& scan);

// What was made last is valid until the next call, and as long as the entry is.
class EntryRows {
 public:
  explicit EntryRows(const TreeTerms& terms);

  rows::CanonicalRow of(const TreeEntry& entry) { return of(entry, entry.path); }
  // The entry as it would be under another path.
  rows::CanonicalRow of(const TreeEntry& entry, std::string_view path);
  // A row of which nothing but the path is known.
  rows::CanonicalRow key_of(std::string_view path);

  const std::vector<ValueColumn>& columns() const { return columns_; }
  // The cells behind the path of the row made last.
  const std::vector<rows::Cell>& values() const { return *values_; }

 private:
  std::vector<ValueColumn> columns_;
  EntryCells cells_;
  const std::vector<rows::Cell>* values_ = nullptr;
  std::vector<std::string_view> fields_;
  std::vector<rows::CellTag> tags_;
  rows::RowEncoder whole_;
  rows::RowEncoder key_;
};

// Bits for Change::unlike_columns: the columns in which two entries differ although their rows, those made
// last, do not show it.
std::uint64_t unlike_columns(const EntryRows& left, const EntryRows& right,
                             const EntryDifference& difference);

}  // namespace peel::sources::tree
