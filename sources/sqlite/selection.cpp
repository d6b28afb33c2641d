#include "sources/sqlite/selection.hpp"

#include <algorithm>
#include <map>
#include <sqlite3.h>
#include <utility>

namespace peel::sources::sqlite {

namespace {

std::string column_list(const TableInfo& table) {
  std::string list;
  for (const ColumnInfo& column : table.columns) {
    list += (list.empty() ? "" : ", ") + quoted_name(column.name);
  }
  return list;
}

// The columns, and the rowid behind them if it is none of them.
std::string selected(const Selection& selection) {
  const TableInfo& table = selection.table;
  std::string list = column_list(table);
  if (selection.rowid_column == static_cast<int>(table.columns.size())) list += ", " + selection.rowid;
  return "SELECT " + list + " FROM " + quoted_name(table.name);
}

std::string scan(const Selection& selection) {
  const TableInfo& table = selection.table;
  std::string sql = selected(selection);
  std::string order = selection.rowid;
  if (table.is_without_rowid && !table.unique_keys.empty()) order = table.unique_keys.front().order;
  // An index has another order than the table.
  if (order.empty() && table.is_stored()) sql += " NOT INDEXED";
  if (!selection.condition.empty()) sql += " WHERE " + selection.condition;
  if (!order.empty()) sql += " ORDER BY " + order;
  return sql;
}

// Parentheses alone do not keep a condition in: "1) OR (1" would be another. What stands as well between
// other words is an expression of its own.
Result<std::string> checked_condition(Snapshot& snapshot, const TableInfo& table,
                                      const std::string& condition) {
  const std::string from = " FROM " + quoted_name(table.name);
  std::string parenthesised = "(" + condition + "\n)";
  const std::string queries[] = {"SELECT 1" + from + " WHERE " + parenthesised,
                                 "SELECT CASE WHEN " + condition + "\nTHEN 1 END" + from};
  for (const std::string& sql : queries) {
    const auto statement = snapshot.prepare_query(sql);
    if (statement) continue;
    const Error& error = statement.error();
    if (error.code() != ErrorCode::invalid_argument) return failure(error);
    return failure(ErrorCode::invalid_argument,
                   condition + ": no condition on the columns of " + table.name + ": " + error.sentence());
  }
  return parenthesised;
}

Schema schema_of(const TableInfo& table) {
  Schema schema;
  schema.folds_case = true;
  schema.is_table = true;
  schema.has_names = true;
  for (const ColumnInfo& column : table.columns) {
    schema.columns.push_back(column.name);
    schema.types.push_back(column.type);
  }
  schema.key = table.primary_key;
  const auto is_never_null = [&](const std::string& name) {
    const auto found = std::ranges::find(table.columns, name, &ColumnInfo::name);
    return found != table.columns.end() && found->not_null;
  };
  schema.key_is_unique = !schema.key.empty() && std::ranges::all_of(schema.key, is_never_null);
  return schema;
}

void number_rows(Snapshot& snapshot, Selection& selection) {
  const TableInfo& table = selection.table;
  const auto columns = static_cast<int>(table.columns.size());
  if (!table.rowid_column.empty()) {
    selection.rowid = quoted_name(table.rowid_column);
    const auto found = std::ranges::find(table.columns, table.rowid_column, &ColumnInfo::name);
    selection.rowid_column = static_cast<int>(found - table.columns.begin());
  } else if (!table.rowid_name.empty()) {
    selection.rowid = table.rowid_name;
    // A table may have as many columns as a result can.
    if (columns < sqlite3_limit(snapshot.database().handle(), SQLITE_LIMIT_COLUMN, -1))
      selection.rowid_column = columns;
  }
}

// A full-text index without the text: its terms, each with the rows, columns and places where it stands.
Result<Selection> select_terms(Snapshot& snapshot, TableInfo table) {
  if (table.virtual_call.module != "fts5") {
    return failure(
        ErrorCode::unsupported,
        snapshot.name() + ": " + table.name +
            " is an index of FTS4 without its text, whose terms cannot be read one by one; accepted "
            "are full-text tables of FTS5, and of FTS4 without content=");
  }
  auto terms = snapshot.table_of_terms(table.name);
  if (!terms) return failure(terms.error());
  table.columns.clear();
  for (const char* const name : {"term", "doc", "col", "offset"}) {
    ColumnInfo column;
    column.name = name;
    table.columns.push_back(std::move(column));
  }
  Selection selection{schema_of(table), std::move(table)};
  selection.all_rows = "SELECT " + column_list(selection.table) + " FROM " + *terms;
  return selection;
}

}  // namespace

std::string Selection::rows_where(std::string_view also) const {
  std::string sql = selected(*this) + " WHERE " + std::string(also);
  if (!condition.empty()) sql += " AND " + condition;
  return sql;
}

Result<Selection> select_table(Snapshot& snapshot, TableInfo table,
                               const std::optional<std::string>& condition) {
  if (table.columns.empty()) {
    // Nobody says better why not than SQLite when it tries.
    const auto all = snapshot.prepare_query("SELECT * FROM " + quoted_name(table.name));
    if (!all) return failure(all.error());
    return failure(ErrorCode::invalid_argument, snapshot.name() + ": " + table.name + " has no columns");
  }
  if (table.virtual_call.has_languages) {
    return failure(ErrorCode::unsupported,
                   snapshot.name() + ": " + table.name +
                       " is a full-text table with languageid=, of which only one language would be read; "
                       "accepted are those without");
  }
  if (table.is_bare_index() && condition) {
    return failure(ErrorCode::invalid_argument, "a condition in SQL is for rows, and " + table.name + " of " +
                                                    snapshot.name() +
                                                    " is a full-text index without its text");
  }
  if (table.is_bare_index()) return select_terms(snapshot, std::move(table));
  Selection selection{schema_of(table), std::move(table)};
  if (condition) {
    auto checked = checked_condition(snapshot, selection.table, *condition);
    if (!checked) return failure(checked.error());
    selection.condition = std::move(*checked);
  }
  number_rows(snapshot, selection);
  selection.all_rows = scan(selection);
  return selection;
}

Result<Selection> select_query(Snapshot& snapshot, const std::string& query) {
  const auto statement = snapshot.prepare_query(query);
  if (!statement) return failure(statement.error());
  TableInfo table;
  table.kind = TableInfo::Kind::query;
  std::map<std::string, int> numbers;
  for (int i = 0; i < statement->columns(); ++i) {
    ColumnInfo column;
    const char* const name = sqlite3_column_name(statement->handle(), i);
    const char* const declared = sqlite3_column_decltype(statement->handle(), i);
    if (name != nullptr) column.name = name;
    if (declared != nullptr) column.declared_type = declared;
    column.type = type_of_declaration(column.declared_type);
    const auto [known, is_new] = numbers.emplace(column.name, i + 1);
    if (!is_new) {
      return failure(ErrorCode::invalid_argument,
                     snapshot.name() + ": columns " + std::to_string(known->second) + " and " +
                         std::to_string(i + 1) + " of the query are both named '" + column.name +
                         "'; name one with AS");
    }
    table.columns.push_back(std::move(column));
  }
  Selection selection{schema_of(table), std::move(table)};
  selection.all_rows = query;
  return selection;
}

}  // namespace peel::sources::sqlite
