// What a schema has besides tables: views, triggers, indexes and the statements of virtual tables.
#pragma once

#include "peel/core/result.hpp"

#include "sources/sqlite/database.hpp"

#include <string>
#include <vector>

namespace peel::sources::sqlite {

struct SchemaObject {
  std::string type;  // "view", "trigger", "index" or "virtual table"
  std::string name;
  std::string table;  // that it belongs to; a view and a virtual table: itself
  std::string sql;    // that created it
};

// By type and name. Indexes that SQLite made for a constraint belong to the table, and are left out.
Result<std::vector<SchemaObject>> read_schema_objects(Database& database);

}  // namespace peel::sources::sqlite
