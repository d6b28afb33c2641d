#include "cli/diff/database_pair.hpp"

#include "peel/rows/columns.hpp"

#include "sources/sqlite/location.hpp"
#include "sources/sqlite/names.hpp"

#include <fmt/format.h>
#include <map>

namespace peel::cli {

namespace {

using sources::sqlite::Snapshot;
using sources::sqlite::TableInfo;

}  // namespace

Result<std::optional<std::pair<std::string, std::string>>> whole_databases(const std::string& left_source,
                                                                           const std::string& right_source) {
  const auto left = sources::sqlite::locate(left_source);
  if (!left) return failure(left.error());
  const auto right = sources::sqlite::locate(right_source);
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
  return pair;
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
