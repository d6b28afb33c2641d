// The statements that change single rows of a table, with gaps where values go. Private to patch_plan.
#pragma once

#include "sources/sqlite/change_order.hpp"
#include "sources/sqlite/patch_plan.hpp"
#include "sources/sqlite/patched_table.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace peel::sources::sqlite {

// SQL and the cells for its gaps. A gap is a NUL byte, which no name has.
struct WrittenStatement {
  std::string sql;
  std::vector<const OwnedCell*> cells;

  void gap(const OwnedCell& cell) {
    sql += '\0';
    cells.push_back(&cell);
  }
};

class RowStatements {
 public:
  RowStatements(const PatchedTable& table, RowCheck check);

  // Whether single rows can be told apart: by the key, by a rowid, or by the primary key.
  bool can_single_out() const { return !row_name_.empty() || table_.key_is_unique(); }
  // `limit` is how many rows to change, where rows are alike; it and `change` belong to the caller, and must
  // outlive the statement.
  WrittenStatement written(const OrderedChange& change, const OwnedCell& limit) const;

 private:
  void insert(WrittenStatement& out, const std::vector<OwnedCell>& row) const;
  void update(WrittenStatement& out, const TableChange& change, const OrderedChange& ordered) const;
  // The WHERE that finds the row as it is when `ordered` is run.
  void where(WrittenStatement& out, const TableChange& change, const OrderedChange& ordered,
             const OwnedCell& limit) const;
  void has_old_values(WrittenStatement& out, const TableChange& change, const OrderedChange& past,
                      std::string_view before) const;
  void is_exactly(WrittenStatement& out, std::size_t place, const OwnedCell& cell) const;
  void has_key(WrittenStatement& out, std::size_t place, const OwnedCell& cell) const;
  bool is_found_by_key(const TableChange& change) const;

  const PatchedTable& table_;
  RowCheck check_;
  std::string table_name_;
  std::vector<std::string> names_;  // of columns; quoted, as the others
  std::string row_name_;  // what tells rows apart: a rowid or a list of columns; empty if nothing does
  std::string or_abort_;  // where the schema has another idea of what to do about conflicts
};

}  // namespace peel::sources::sqlite
