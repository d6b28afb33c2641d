#include "sources/sqlite/schema_objects.hpp"

#include <utility>

namespace peel::sources::sqlite {

Result<std::vector<SchemaObject>> read_schema_objects(Database& database) {
  auto rows = database.prepare(
      "SELECT iif(type = 'table', 'virtual table', type), name, tbl_name, sql FROM sqlite_schema "
      "WHERE sql IS NOT NULL AND (type <> 'table' OR sql LIKE 'create virtual%') ORDER BY 1, 2");
  if (!rows) return failure(rows.error());
  std::vector<SchemaObject> objects;
  for (;;) {
    const auto has_row = rows->step();
    if (!has_row) return failure(has_row.error());
    if (!*has_row) return objects;
    rows::NumberRoom room;
    const auto text = [&](int column) { return std::string(rows->cell(column, room).payload); };
    objects.push_back({text(0), text(1), text(2), text(3)});
  }
}

}  // namespace peel::sources::sqlite
