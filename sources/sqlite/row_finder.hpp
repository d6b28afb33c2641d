// Rows found by a key through its index, handed out in the order of the table. First the places of the rows
// are looked up, by rowid or by primary key; they are sorted, so that each row comes once; then the rows are
// read one by one.
#pragma once

#include "peel/core/result.hpp"

#include "sources/source.hpp"
#include "sources/sqlite/selection.hpp"
#include "sources/sqlite/table_change.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace peel::sources::sqlite {

// Whether the table can be searched by these columns: they are its rowid, its primary key or another unique
// key, in any order.
bool finds_rows_by(Snapshot& snapshot, const Selection& selection, std::span<const std::string> columns);

// The statements that a finder runs: the places of the rows with a key, and the row at a place.
std::string places_sql(const Selection& selection, std::span<const std::string> columns);
std::string row_sql(const Selection& selection);

class RowFinder {
 public:
  // For columns by which rows are found.
  static Result<RowFinder> look_up(Snapshot& snapshot, const Selection& selection,
                                   std::span<const std::string> columns, std::span<const KeyCells> keys);

  // Whether there is another row; it is then in `row`.
  Result<bool> step();
  const Statement& row() const { return row_; }

 private:
  using Place = std::vector<OwnedCell>;

  RowFinder(Statement row, std::vector<std::int64_t> rowids, std::vector<Place> keys);

  Statement row_;
  std::vector<std::int64_t> rowids_;  // of a table that has them,
  std::vector<Place> keys_;           // or primary keys
  std::size_t next_ = 0;
};

}  // namespace peel::sources::sqlite
