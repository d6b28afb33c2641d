// What a database says of its tables: columns with their types, keys, indexes, and who is affected when a row
// goes away.
#pragma once

#include "peel/core/result.hpp"
#include "peel/rows/column_type.hpp"

#include "sources/sqlite/database.hpp"
#include "sources/sqlite/virtual_table.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace peel::sources::sqlite {

struct ColumnInfo {
  std::string name;
  std::string declared_type;  // as written; may be empty
  rows::ColumnType type = rows::ColumnType::any;
  std::string collation = "BINARY";
  bool not_null = false;
  bool is_generated = false;  // computed, cannot be written
};

// Columns that no two rows may share, but for NULLs: a PRIMARY KEY, a UNIQUE constraint or a unique index.
struct UniqueKey {
  std::string name = {};  // of the index
  std::vector<std::string> columns = {};
  bool is_partial = false;          // holds only where a condition does
  bool has_expressions = false;     // not only columns; then `columns` are only those that are
  bool is_ascending_binary = true;  // every column in its bytes' order
  // Its order, as ORDER BY has it; empty if it needs a collation that SQLite does not have itself.
  std::string order = {};
};

struct TableInfo {
  enum class Kind : std::uint8_t { table, view, virtual_table, shadow, query };

  std::string name;
  Kind kind = Kind::table;
  // Hidden ones left out. A full-text table has its rowid as the first one, since other tables refer to it.
  std::vector<ColumnInfo> columns;
  std::vector<std::string> primary_key;  // in the order of the key; empty if it has none
  bool is_without_rowid = false;
  bool is_strict = false;
  // The column that is the rowid, of an INTEGER PRIMARY KEY or of a virtual table with rows of its own; empty
  // if there is none.
  std::string rowid_column;
  // A name by which the rowid can be asked for that no column has taken: rowid, _rowid_ or oid; empty if
  // there is none.
  std::string rowid_name;
  std::vector<UniqueKey> unique_keys;  // the primary key first, unless it is the rowid
  std::vector<std::string> triggers;   // their names
  // Tables that refer to this one by a foreign key with an action: CASCADE, SET NULL or SET DEFAULT, on
  // delete or on update.
  std::vector<std::string> acted_on_by;
  std::vector<std::string> references;  // tables that this one's foreign keys name
  std::string sql;                      // that created it
  ModuleCall virtual_call;              // of a virtual table

  // Whether its rows lie in the database as its own.
  bool is_stored() const { return kind == Kind::table || kind == Kind::shadow; }
  // Whether it is a full-text index alone, without the text: it has terms, and no rows of its own.
  bool is_bare_index() const { return virtual_call.is_fts() && virtual_call.content.has_value(); }
  // Whether rows can be inserted, updated and deleted.
  bool is_writable() const {
    const bool has_own_rows = (virtual_call.is_fts() && !virtual_call.content) || virtual_call.is_rtree();
    return kind == Kind::table || (kind == Kind::virtual_table && has_own_rows);
  }
};

// All tables and views but SQLite's own, by name.
Result<std::vector<TableInfo>> read_catalog(Database& database);

// One of them. SQL does not distinguish cases of ASCII letters in names. Fails with `invalid_argument` and
// the names that there are.
Result<TableInfo> find_table(Database& database, const std::string& name);

// The type that a declared type stands for, by SQLite's rules of affinity.
rows::ColumnType type_of_declaration(std::string_view declared_type);

}  // namespace peel::sources::sqlite
