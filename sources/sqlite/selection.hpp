// What a source reads of a database, as SQL: the columns of a table under a condition, or a query as it is.
#pragma once

#include "peel/core/result.hpp"

#include "sources/source.hpp"
#include "sources/sqlite/catalog.hpp"
#include "sources/sqlite/snapshot.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace peel::sources::sqlite {

struct Selection {
  Schema schema;
  TableInfo table;                       // of a query: kind and columns alone
  std::string condition = {};            // of the user, in parentheses; may be empty
  std::string rowid = {};                // how the rowid is asked for; empty if it has none
  std::optional<int> rowid_column = {};  // where it stands in the rows
  std::string all_rows = {};             // the statement: all rows, in the order of the table

  // A statement for the rows that meet this condition and the user's.
  std::string rows_where(std::string_view condition) const;
};

// Fails with `invalid_argument` for a table that cannot be read, and for a condition that is no single
// expression.
Result<Selection> select_table(Snapshot& snapshot, TableInfo table,
                               const std::optional<std::string>& condition);

// Fails with `invalid_argument` for what is not one SELECT, or has two columns of one name.
Result<Selection> select_query(Snapshot& snapshot, const std::string& query);

}  // namespace peel::sources::sqlite
