// Columns: which of a table's columns count, which of them are the key, and where another table has the same
// ones.
#pragma once

#include "peel/core/result.hpp"
#include "peel/rows/canonical_row.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace peel::rows {

// The columns that make a row, key columns first; each part in the order of the table or of the choice.
struct Columns {
  std::vector<std::string> names;
  std::size_t key_columns = 0;

  friend bool operator==(const Columns&, const Columns&) = default;
};

// A table whose columns are looked up, as messages call it.
struct TableColumns {
  std::string_view table;
  std::span<const std::string> names;
};

// `key` and `compared` name columns, or number them from 1 where no column has that name. Without `compared`
// all columns count; key columns always do. Fails with `invalid_argument` for a column that is not there or
// is given twice, with the columns that are.
Result<Columns> choose_columns(const TableColumns& table, std::span<const std::string> key,
                               std::span<const std::string> compared);

// Where a table has these columns. Fails with `incompatible` for one that it does not have.
Result<RowFields> find_columns(const TableColumns& table, const Columns& columns);

}  // namespace peel::rows
