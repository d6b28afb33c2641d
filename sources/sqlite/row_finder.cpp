#include "sources/sqlite/row_finder.hpp"

#include "sources/sqlite/cell_order.hpp"

#include <algorithm>
#include <utility>

namespace peel::sources::sqlite {

namespace {

bool is_rowid(const TableInfo& table, std::span<const std::string> columns) {
  return !table.rowid_column.empty() && columns.size() == 1 && columns[0] == table.rowid_column;
}

bool is_searchable(const UniqueKey& key) {
  return !key.is_partial && !key.has_expressions && key.is_ascending_binary;
}

bool has_columns(const UniqueKey& key, std::span<const std::string> columns) {
  return std::ranges::is_permutation(key.columns, columns);
}

bool is_utf8(Snapshot& snapshot) {
  auto encoding = snapshot.database().prepare("PRAGMA encoding");
  if (!encoding) return false;
  const auto has_row = encoding->step();
  rows::NumberRoom room;
  return has_row && *has_row && encoding->cell(0, room).payload == "UTF-8";
}

std::string all_equal(std::span<const std::string> columns) {
  std::string condition;
  for (const std::string& column : columns) {
    condition += (condition.empty() ? "" : " AND ") + quoted_name(column) + " COLLATE BINARY IS ?";
  }
  return condition;
}

bool comes_before(std::span<const OwnedCell> left, std::span<const OwnedCell> right) {
  for (std::size_t i = 0; i < left.size(); ++i) {
    const auto order = order_of(left[i].view(), right[i].view());
    if (order != 0) return order < 0;
  }
  return false;
}

template <class T, class Less>
void sort_once(std::vector<T>& places, Less less) {
  std::ranges::sort(places, less);
  places.erase(std::ranges::unique(places).begin(), places.end());
}

}  // namespace

bool finds_rows_by(Snapshot& snapshot, const Selection& selection, std::span<const std::string> columns) {
  const TableInfo& table = selection.table;
  if (!table.is_stored()) return false;
  if (is_rowid(table, columns)) return true;
  const auto fits = [&](const UniqueKey& key) { return is_searchable(key) && has_columns(key, columns); };
  if (std::ranges::none_of(table.unique_keys, fits)) return false;
  if (!table.is_without_rowid) return !selection.rowid.empty();
  // Its rows lie in the order of the primary key, which must then be ours. Text in UTF-16 has another.
  return is_searchable(table.unique_keys.front()) && is_utf8(snapshot);
}

std::string places_sql(const Selection& selection, std::span<const std::string> columns) {
  const TableInfo& table = selection.table;
  std::string place = selection.rowid;
  if (table.is_without_rowid) {
    for (const std::string& column : table.primary_key) {
      place += (place.empty() ? "" : ", ") + quoted_name(column);
    }
  }
  return "SELECT " + place + " FROM " + quoted_name(table.name) + " WHERE " + all_equal(columns);
}

std::string row_sql(const Selection& selection) {
  const TableInfo& table = selection.table;
  return selection.rows_where(table.is_without_rowid ? all_equal(table.primary_key)
                                                     : selection.rowid + " = ?");
}

RowFinder::RowFinder(Statement row, std::vector<std::int64_t> rowids, std::vector<Place> keys)
    : row_(std::move(row)), rowids_(std::move(rowids)), keys_(std::move(keys)) {
  sort_once(rowids_, std::less<>());
  sort_once(keys_, comes_before);
}

Result<RowFinder> RowFinder::look_up(Snapshot& snapshot, const Selection& selection,
                                     std::span<const std::string> columns, std::span<const KeyCells> keys) {
  auto row = snapshot.database().prepare(row_sql(selection));
  if (!row) return failure(row.error());
  std::vector<std::int64_t> rowids;
  std::vector<Place> places;
  if (is_rowid(selection.table, columns)) {
    // The rowid is always an integer.
    for (const KeyCells& key : keys) {
      if (key[0].tag == rows::CellTag::integer) rowids.push_back(rows::integer_of(key[0]));
    }
    return RowFinder(std::move(*row), std::move(rowids), std::move(places));
  }
  auto found = snapshot.database().prepare(places_sql(selection, columns));
  if (!found) return failure(found.error());
  for (const KeyCells& key : keys) {
    for (std::size_t i = 0; i < key.size(); ++i) {
      if (auto bound = found->bind(static_cast<int>(i), key[i]); !bound) return failure(bound.error());
    }
    for (;;) {
      const auto has_place = found->step();
      if (!has_place) return failure(has_place.error());
      if (!*has_place) break;
      rows::NumberRoom room;
      if (!selection.table.is_without_rowid) {
        rowids.push_back(rows::integer_of(found->cell(0, room)));
        continue;
      }
      Place& place = places.emplace_back();
      for (int i = 0; i < found->columns(); ++i) place.emplace_back(found->cell(i, room));
    }
  }
  return RowFinder(std::move(*row), std::move(rowids), std::move(places));
}

Result<bool> RowFinder::step() {
  // At most one row is at a place, and none if it does not meet the user's condition.
  for (; next_ < rowids_.size() + keys_.size(); ++next_) {
    row_.reset();
    rows::NumberRoom room;
    if (!rowids_.empty()) {
      auto bound = row_.bind(0, rows::integer_cell(rowids_[next_], room));
      if (!bound) return failure(bound.error());
    } else {
      for (std::size_t i = 0; i < keys_[next_].size(); ++i) {
        auto bound = row_.bind(static_cast<int>(i), keys_[next_][i].view());
        if (!bound) return failure(bound.error());
      }
    }
    auto has_row = row_.step();
    if (!has_row) return has_row;
    if (*has_row) {
      ++next_;
      return true;
    }
  }
  return false;
}

}  // namespace peel::sources::sqlite
