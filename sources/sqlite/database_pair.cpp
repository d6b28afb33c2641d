#include "sources/sqlite/database_pair.hpp"

#include "peel/rows/columns.hpp"

#include "sources/sqlite/names.hpp"
#include "sources/sqlite/schema_objects.hpp"
#include "sources/sqlite/sql_pieces.hpp"
#include "sources/sqlite/sqlite_source.hpp"

#include <map>
#include <set>
#include <utility>

namespace peel::sources::sqlite {

Result<DatabasePair> DatabasePair::open(const std::string& left, const std::string& right,
                                        std::optional<std::chrono::milliseconds> timeout) {
  DatabasePair pair;
  std::map<std::string, Table> tables;
  const auto open_one = [&](const std::string& path, std::shared_ptr<Snapshot>& snapshot,
                            std::unique_ptr<Catalog>& catalog,
                            const TableInfo* Table::*side) -> Result<void> {
    auto opened = Snapshot::open(path, timeout, Database::kUsualPatience);
    if (!opened) return failure(opened.error());
    snapshot = std::move(*opened);
    auto read = read_catalog(snapshot->database());
    if (!read) return failure(read.error());
    catalog = std::make_unique<Catalog>(std::move(*read));
    for (const TableInfo& table : *catalog) {
      if (table.kind != TableInfo::Kind::table && table.kind != TableInfo::Kind::virtual_table) continue;
      Table& found = tables[lowered(table.name)];
      if (found.name.empty()) found.name = table.name;
      found.*side = &table;
    }
    return {};
  };
  if (auto opened = open_one(left, pair.left_, pair.left_catalog_, &Table::left); !opened)
    return failure(opened.error());
  if (auto opened = open_one(right, pair.right_, pair.right_catalog_, &Table::right); !opened)
    return failure(opened.error());
  for (auto& [name, table] : tables) pair.tables_.push_back(std::move(table));
  if (auto compared = pair.compare_schemas(); !compared) return failure(compared.error());
  return pair;
}

Result<void> DatabasePair::compare_schemas() {
  std::set<std::string> one_sided;
  for (const Table& table : tables_) {
    if (table.left == nullptr || table.right == nullptr) one_sided.insert(lowered(table.name));
  }
  std::map<std::pair<std::string, std::string>, SchemaDifference> objects;
  for (const auto& [snapshot, side] :
       {std::pair(left_.get(), &SchemaDifference::left), std::pair(right_.get(), &SchemaDifference::right)}) {
    auto read = read_schema_objects(snapshot->database());
    if (!read) return failure(read.error());
    for (SchemaObject& object : *read) {
      // An index or trigger of a table that only one side has is told by that table already.
      if (one_sided.contains(lowered(object.table))) continue;
      SchemaDifference& difference = objects[{object.type, lowered(object.name)}];
      difference.type = object.type;
      difference.name = object.name;
      difference.*side = std::move(object.sql);
    }
  }
  for (auto& [key, object] : objects) {
    const bool is_same =
        object.left && object.right && without_layout(*object.left) == without_layout(*object.right);
    if (!is_same) schema_differences_.push_back(std::move(object));
  }
  return {};
}

Result<std::unique_ptr<rows::RowSource>> DatabasePair::open_left(const Table& table) const {
  auto source = open_table(left_, *table.left, std::nullopt);
  if (!source) return failure(source.error());
  return std::move(*source);
}

Result<std::unique_ptr<rows::RowSource>> DatabasePair::open_right(const Table& table) const {
  auto source = open_table(right_, *table.right, std::nullopt);
  if (!source) return failure(source.error());
  return std::move(*source);
}

Result<std::uint64_t> DatabasePair::count_rows(const Table& table) const {
  Database& database = (table.left != nullptr ? left_ : right_)->database();
  auto count = database.prepare("SELECT count(*) FROM " + quoted_name(table.name));
  if (!count) return failure(count.error());
  if (const auto row = count->step(); !row) return failure(row.error());
  rows::NumberRoom room;
  return static_cast<std::uint64_t>(rows::integer_of(count->cell(0, room)));
}

reconcile::TermsRequest request_for_table(const rows::RowSource& left, const rows::RowSource& right,
                                          reconcile::TermsRequest request) {
  const rows::ColumnPlaces of_left(left.schema().columns);
  const rows::ColumnPlaces of_right(right.schema().columns);
  std::erase_if(request.ignore,
                [&](const std::string& name) { return !of_left.find(name) && !of_right.find(name); });
  return request;
}

}  // namespace peel::sources::sqlite
