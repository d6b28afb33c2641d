#include "sources/sqlite/row_statements.hpp"

#include "sources/sqlite/database.hpp"
#include "sources/sqlite/names.hpp"

#include <algorithm>
#include <cmath>

namespace peel::sources::sqlite {

namespace {

// What tells rows apart, as an expression: (a, b) where it is several columns.
std::string row_name_of(const TableInfo& info) {
  if (!info.is_without_rowid) {
    return info.rowid_name.empty() && !info.rowid_column.empty() ? quoted_name(info.rowid_column)
                                                                 : info.rowid_name;
  }
  std::string names;
  for (const std::string& name : info.primary_key) {
    if (!names.empty()) names += ", ";
    names += quoted_name(name);
  }
  return names;
}

// Whether the comparison of a column with such a cell may find one of another class: 1 IS 1.0, and a column
// with affinity takes '1' for 1.
bool may_match_other_classes(const rows::Cell& cell, rows::ColumnType type) {
  switch (cell.tag) {
    case rows::CellTag::integer:
      return type != rows::ColumnType::integer;
    case rows::CellTag::real:
      return type != rows::ColumnType::real;
    case rows::CellTag::text:
      return type != rows::ColumnType::text && type != rows::ColumnType::any &&
             type != rows::ColumnType::blob;
    default:
      return false;
  }
}

// 0.0 IS -0.0, and columns without affinity can hold both. No operator tells them apart; atan2 does.
bool may_match_other_zero(const rows::Cell& cell, rows::ColumnType type) {
  const bool is_untyped = type == rows::ColumnType::any || type == rows::ColumnType::blob;
  return is_untyped && cell.tag == rows::CellTag::real && rows::real_of(cell) == 0;
}

// Whether the column takes other texts for the same.
bool is_collated(const rows::Cell& cell, const ColumnInfo& column) {
  return cell.tag == rows::CellTag::text && !is_same_name(column.collation, "BINARY");
}

bool needs_more_than_is(const rows::Cell& cell, const ColumnInfo& column) {
  return is_collated(cell, column) || may_match_other_classes(cell, column.type) ||
         may_match_other_zero(cell, column.type);
}

const OwnedCell& current_cell(const TableChange& change, const OrderedChange& ordered, std::size_t place) {
  for (const ParkedCell& parked : ordered.parked) {
    if (parked.place == place) return parked.value;
  }
  return change.before[place];
}

}  // namespace

RowStatements::RowStatements(const PatchedTable& table, RowCheck check)
    : table_(table),
      check_(check),
      table_name_(quoted_name(table.info().name)),
      row_name_(row_name_of(table.info())),
      or_abort_(mentions(table.info().sql, "conflict") ? "OR ABORT " : "") {
  for (std::size_t place = 0; place < table.width(); ++place) {
    names_.push_back(quoted_name(table.column(place).name));
  }
}

WrittenStatement RowStatements::written(const OrderedChange& ordered, const OwnedCell& limit) const {
  const TableChange& change = table_.changes().changes[ordered.change];
  WrittenStatement out;
  switch (ordered.kind) {
    case OrderedChange::Kind::insert:
    case OrderedChange::Kind::put_back:
      insert(out, change.after);
      break;
    case OrderedChange::Kind::update:
    case OrderedChange::Kind::park:
      update(out, change, ordered);
      where(out, change, ordered, limit);
      break;
    case OrderedChange::Kind::remove:
    case OrderedChange::Kind::take_out:
      out.sql.append("DELETE FROM ").append(table_name_);
      where(out, change, ordered, limit);
      break;
  }
  return out;
}

void RowStatements::insert(WrittenStatement& out, const std::vector<OwnedCell>& row) const {
  out.sql.append("INSERT ").append(or_abort_).append("INTO ").append(table_name_);
  std::string_view before = "(";
  for (std::size_t place = 0; place < names_.size(); ++place) {
    if (table_.column(place).is_generated) continue;
    out.sql.append(before).append(names_[place]);
    before = ", ";
  }
  if (before == "(") {
    out.sql += " DEFAULT VALUES";
    return;
  }
  before = ") VALUES (";
  for (std::size_t place = 0; place < names_.size(); ++place) {
    if (table_.column(place).is_generated) continue;
    out.sql += before;
    out.gap(row[place]);
    before = ", ";
  }
  out.sql += ')';
}

void RowStatements::update(WrittenStatement& out, const TableChange& change,
                           const OrderedChange& ordered) const {
  out.sql.append("UPDATE ").append(or_abort_).append(table_name_);
  std::string_view before = " SET ";
  const auto set = [&](std::size_t place, const OwnedCell& cell) {
    out.sql.append(before).append(names_[place]).append(" = ");
    out.gap(cell);
    before = ", ";
  };
  if (ordered.kind == OrderedChange::Kind::park) {
    for (const ParkedCell& parked : ordered.parked) set(parked.place, parked.value);
    return;
  }
  for (std::size_t place = 0; place < names_.size(); ++place) {
    const bool is_changed = change.before[place] != change.after[place];
    if (is_changed && !table_.column(place).is_generated) set(place, change.after[place]);
  }
}

bool RowStatements::is_found_by_key(const TableChange& change) const {
  return table_.key_is_unique() && change.count == 1 &&
         std::ranges::none_of(table_.key(),
                              [&](std::size_t place) { return change.before[place].view().is_null(); });
}

void RowStatements::where(WrittenStatement& out, const TableChange& change, const OrderedChange& ordered,
                          const OwnedCell& limit) const {
  static const OrderedChange kNothingParked;
  // What a park sets is not there yet.
  const OrderedChange& past = ordered.kind == OrderedChange::Kind::park ? kNothingParked : ordered;
  out.sql += " WHERE ";
  if (is_found_by_key(change)) {
    std::string_view before;
    for (const std::size_t place : table_.key()) {
      out.sql += before;
      has_key(out, place, current_cell(change, past, place));
      before = " AND ";
    }
    if (check_ == RowCheck::old_values) has_old_values(out, change, past, before);
    return;
  }
  const bool is_list = row_name_.find(',') != std::string::npos && table_.info().is_without_rowid;
  out.sql.append(is_list ? "(" : "").append(row_name_).append(is_list ? ")" : "");
  out.sql.append(" IN (SELECT ").append(row_name_).append(" FROM ").append(table_name_).append(" WHERE ");
  has_old_values(out, change, past, "");
  out.sql += " LIMIT ";
  out.gap(limit);
  out.sql += ')';
}

void RowStatements::has_old_values(WrittenStatement& out, const TableChange& change,
                                   const OrderedChange& past, std::string_view before) const {
  // A long chain of ANDs would be nested deeper than SQLite allows, so it goes in groups.
  constexpr std::size_t kGroup = 100;
  const bool is_after_key = !before.empty();
  std::size_t conditions = 0;
  for (std::size_t place = 0; place < names_.size(); ++place) {
    // Generated columns follow the parked ones, nobody knows where to.
    if (table_.column(place).is_generated && !past.parked.empty()) continue;
    const OwnedCell& cell = current_cell(change, past, place);
    const bool is_key = std::ranges::find(table_.key(), place) != table_.key().end();
    if (is_after_key && is_key && !needs_more_than_is(cell.view(), table_.column(place))) continue;
    if (conditions > 0 && conditions % kGroup == 0) out.sql += ')';
    out.sql += before;
    if (names_.size() > kGroup && conditions % kGroup == 0) out.sql += '(';
    is_exactly(out, place, cell);
    before = " AND ";
    ++conditions;
  }
  if (names_.size() > kGroup && conditions > 0) out.sql += ')';
}

void RowStatements::has_key(WrittenStatement& out, std::size_t place, const OwnedCell& cell) const {
  // In the column's own collation first, which is that of its index.
  // A virtual table finds a row by "=" alone, and its key is never NULL.
  out.sql.append(names_[place]).append(table_.info().is_stored() ? " IS " : " = ");
  out.gap(cell);
  if (check_ == RowCheck::old_values || !is_collated(cell.view(), table_.column(place))) return;
  out.sql.append(" AND ").append(names_[place]).append(" IS ");
  out.gap(cell);
  out.sql += " COLLATE BINARY";
}

void RowStatements::is_exactly(WrittenStatement& out, std::size_t place, const OwnedCell& cell) const {
  const ColumnInfo& column = table_.column(place);
  const std::string& name = names_[place];
  out.sql.append(name).append(" IS ");
  out.gap(cell);
  if (is_collated(cell.view(), column)) out.sql += " COLLATE BINARY";
  if (may_match_other_classes(cell.view(), column.type)) {
    out.sql.append(" AND typeof(").append(name).append(") = '").append(rows::name_of(cell.tag)).append("'");
  }
  if (may_match_other_zero(cell.view(), column.type)) {
    const bool is_negative = std::signbit(rows::real_of(cell.view()));
    out.sql.append(" AND atan2(").append(name).append(is_negative ? ", -1) < 0" : ", -1) > 0");
  }
}

}  // namespace peel::sources::sqlite
