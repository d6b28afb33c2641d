#include "cli/diff/database_pair.hpp"

#include "peel/rows/columns.hpp"

#include "cli/output/printable.hpp"
#include "sources/sqlite/names.hpp"
#include "sources/sqlite/schema_objects.hpp"
#include "sources/sqlite/sql_pieces.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <map>
#include <set>

namespace peel::cli {

namespace {

using sources::sqlite::Snapshot;
using sources::sqlite::TableInfo;

}  // namespace

Result<std::optional<std::pair<std::string, std::string>>> whole_databases(const std::string& left_source,
                                                                           const std::string& right_source,
                                                                           const SourceOptions& options) {
  const auto left = database_at(left_source, options);
  if (!left) return failure(left.error());
  const auto right = database_at(right_source, options);
  if (!right) return failure(right.error());
  const auto is_whole = [](const std::optional<sources::sqlite::Location>& location) {
    return location && !location->table && !location->query;
  };
  if (!is_whole(*left) || !is_whole(*right)) return std::nullopt;
  return std::pair((*left)->path, (*right)->path);
}

Result<void> check_options_for_all_tables(const SourceOptions& options) {
  const char* const given = options.columns.empty() ? option_of_one_table(options) : "--columns";
  if (given == nullptr) return {};
  return failure(
      ErrorCode::invalid_argument,
      fmt::format("{} is for one table; name it on both sides, as in sqlite:FILE?table=NAME", given));
}

SourceOptions options_for_table(const sources::RowSource& left, const sources::RowSource& right,
                                const SourceOptions& options) {
  SourceOptions one = options;
  const rows::ColumnPlaces of_left(left.schema().columns);
  const rows::ColumnPlaces of_right(right.schema().columns);
  one.is_of_all_tables = true;
  std::erase_if(one.ignore,
                [&](const std::string& name) { return !of_left.find(name) && !of_right.find(name); });
  return one;
}

Result<DatabasePair> DatabasePair::open(const std::string& left, const std::string& right,
                                        std::optional<std::chrono::milliseconds> timeout) {
  DatabasePair pair;
  std::map<std::string, Table> tables;
  const auto open_one = [&](const std::string& path, std::shared_ptr<Snapshot>& snapshot,
                            std::unique_ptr<Catalog>& catalog,
                            const TableInfo* Table::*side) -> Result<void> {
    auto opened = Snapshot::open(path, timeout, sources::sqlite::Database::kUsualPatience);
    if (!opened) return failure(opened.error());
    snapshot = std::move(*opened);
    auto read = sources::sqlite::read_catalog(snapshot->database());
    if (!read) return failure(read.error());
    catalog = std::make_unique<Catalog>(std::move(*read));
    for (const TableInfo& table : *catalog) {
      if (table.kind != TableInfo::Kind::table && table.kind != TableInfo::Kind::virtual_table) continue;
      Table& found = tables[sources::sqlite::lowered(table.name)];
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
    if (table.left == nullptr || table.right == nullptr)
      one_sided.insert(sources::sqlite::lowered(table.name));
  }
  std::map<std::pair<std::string, std::string>, SchemaDifference> objects;
  for (const auto& [snapshot, side] :
       {std::pair(left_.get(), &SchemaDifference::left), std::pair(right_.get(), &SchemaDifference::right)}) {
    auto read = sources::sqlite::read_schema_objects(snapshot->database());
    if (!read) return failure(read.error());
    for (sources::sqlite::SchemaObject& object : *read) {
      // An index or trigger of a table that only one side has is told by that table already.
      if (one_sided.contains(sources::sqlite::lowered(object.table))) continue;
      SchemaDifference& difference = objects[{object.type, sources::sqlite::lowered(object.name)}];
      difference.type = object.type;
      difference.name = object.name;
      difference.*side = std::move(object.sql);
    }
  }
  for (auto& [key, object] : objects) {
    const bool is_same =
        object.left && object.right &&
        sources::sqlite::without_layout(*object.left) == sources::sqlite::without_layout(*object.right);
    if (!is_same) schema_differences_.push_back(std::move(object));
  }
  return {};
}

const char* DatabasePair::SchemaDifference::verdict() const {
  return left && right ? "defined in two ways" : left ? "only in LEFT" : "only in RIGHT";
}

void note_schema_differences(const DatabasePair& databases) {
  std::string list;
  for (const auto& difference : databases.schema_differences())
    list += fmt::format("{} {}: {}; ", difference.type, difference.name, difference.verdict());
  if (!list.empty()) std::fprintf(stderr, "note: %srows alone are changed\n", printable(list).c_str());
}

Result<std::unique_ptr<sources::RowSource>> DatabasePair::open_left(const Table& table) const {
  auto source = sources::sqlite::open_table(left_, *table.left, std::nullopt);
  if (!source) return failure(source.error());
  return std::move(*source);
}

Result<std::unique_ptr<sources::RowSource>> DatabasePair::open_right(const Table& table) const {
  auto source = sources::sqlite::open_table(right_, *table.right, std::nullopt);
  if (!source) return failure(source.error());
  return std::move(*source);
}

Result<std::uint64_t> DatabasePair::count_rows(const Table& table) const {
  sources::sqlite::Database& database = (table.left != nullptr ? left_ : right_)->database();
  auto count = database.prepare("SELECT count(*) FROM " + sources::sqlite::quoted_name(table.name));
  if (!count) return failure(count.error());
  if (const auto row = count->step(); !row) return failure(row.error());
  rows::NumberRoom room;
  return static_cast<std::uint64_t>(rows::integer_of(count->cell(0, room)));
}

}  // namespace peel::cli
