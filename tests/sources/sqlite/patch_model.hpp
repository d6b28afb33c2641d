// The plain way to do what a patch does: all rows of two tables, and what turns one into the other. For tests
// and fuzzing.
#pragma once

#include "sources/sqlite/catalog.hpp"
#include "sources/sqlite/database.hpp"
#include "sources/sqlite/table_change.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace peel::test {

using sources::sqlite::OwnedCell;
using sources::sqlite::TableChange;
using sources::sqlite::TableChanges;

using TableRow = std::vector<OwnedCell>;

inline std::string bytes_of(const TableRow& row) {
  std::string bytes;
  for (const OwnedCell& cell : row) {
    bytes += static_cast<char>(cell.tag);
    bytes += std::to_string(cell.payload.size());
    bytes += ':';
    bytes += cell.payload;
  }
  return bytes;
}

// Rows with how many there are of each, by their bytes.
struct TableContents {
  std::map<std::string, std::pair<TableRow, std::uint64_t>> rows = {};
  std::string error = {};

  void add(TableRow row) {
    auto& entry = rows[bytes_of(row)];
    entry.first = std::move(row);
    ++entry.second;
  }
  friend bool operator==(const TableContents&, const TableContents&) = default;
};

inline TableContents contents(sources::sqlite::Database& database, const std::string& table,
                              const std::vector<std::string>& columns) {
  std::string sql;
  for (const std::string& name : columns)
    sql += (sql.empty() ? "SELECT " : ", ") + sources::sqlite::quoted_name(name);
  TableContents found;
  auto statement = database.prepare(sql + " FROM " + sources::sqlite::quoted_name(table));
  if (!statement) return {{}, statement.error().sentence()};
  for (;;) {
    const auto has_row = statement->step();
    if (!has_row) return {{}, has_row.error().sentence()};
    if (!*has_row) return found;
    TableRow row;
    for (int column = 0; column < statement->columns(); ++column) {
      rows::NumberRoom room;
      row.emplace_back(statement->cell(column, room));
    }
    found.add(std::move(row));
  }
}

// As `peel diff` says it: equal rows cancel; what is left of a key is an update if it is one row and one row.
inline TableChanges difference(const std::string& table, const std::vector<std::string>& columns,
                               const std::vector<std::string>& key, const TableContents& left,
                               const TableContents& right) {
  struct Side {
    std::vector<std::pair<TableRow, std::uint64_t>> rows;
    bool is_one() const { return rows.size() == 1 && rows[0].second == 1; }
  };
  const auto key_of = [&](const TableRow& row) {
    TableRow cells;
    for (const std::string& name : key) {
      for (std::size_t i = 0; i < columns.size(); ++i) {
        if (columns[i] == name) cells.push_back(row[i]);
      }
    }
    return key.empty() ? bytes_of(row) : bytes_of(cells);
  };
  std::map<std::string, std::pair<Side, Side>> groups;
  const auto add_excess = [&](const TableContents& one, const TableContents& other, auto side) {
    for (const auto& [bytes, entry] : one.rows) {
      const auto at = other.rows.find(bytes);
      const std::uint64_t matched = at == other.rows.end() ? 0 : at->second.second;
      if (entry.second > matched) {
        side(groups[key_of(entry.first)]).rows.emplace_back(entry.first, entry.second - matched);
      }
    }
  };
  add_excess(left, right, [](auto& group) -> Side& { return group.first; });
  add_excess(right, left, [](auto& group) -> Side& { return group.second; });

  TableChanges changes{table, columns, key, {}};
  for (const auto& [bytes, group] : groups) {
    if (!key.empty() && group.first.is_one() && group.second.is_one()) {
      changes.changes.push_back(
          {TableChange::Kind::update, group.first.rows[0].first, group.second.rows[0].first});
      continue;
    }
    for (const auto& [row, count] : group.first.rows) {
      changes.changes.push_back({TableChange::Kind::remove, row, {}, count});
    }
    for (const auto& [row, count] : group.second.rows) {
      changes.changes.push_back({TableChange::Kind::insert, {}, row, count});
    }
  }
  return changes;
}

}  // namespace peel::test
