#include "sources/sqlite/catalog.hpp"

#include "sources/sqlite/names.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <sqlite3.h>
#include <string_view>
#include <utility>

namespace peel::sources::sqlite {

namespace {

constexpr std::string_view kMain = "main";

rows::Cell text_cell(std::string_view text) {
  return {rows::CellTag::text, text};
}

std::string text_at(const Statement& row, int column) {
  rows::NumberRoom room;
  return std::string(row.cell(column, room).payload);
}

std::int64_t integer_at(const Statement& row, int column) {
  rows::NumberRoom room;
  const rows::Cell cell = row.cell(column, room);
  return cell.tag == rows::CellTag::integer ? rows::integer_of(cell) : 0;
}

// Calls `take` with each row of a query whose parameters are `names`.
template <class Take>
Result<void> for_each_row(Database& database, std::string_view sql, std::span<const std::string_view> names,
                          const Take& take) {
  auto statement = database.prepare(sql);
  if (!statement) return failure(statement.error());
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (auto bound = statement->bind(static_cast<int>(i), text_cell(names[i])); !bound) return bound;
  }
  for (;;) {
    const auto has_row = statement->step();
    if (!has_row) return failure(has_row.error());
    if (!*has_row) return {};
    take(*statement);
  }
}

TableInfo::Kind kind_named(std::string_view name) {
  if (name == "view") return TableInfo::Kind::view;
  if (name == "virtual") return TableInfo::Kind::virtual_table;
  if (name == "shadow") return TableInfo::Kind::shadow;
  return TableInfo::Kind::table;
}

class Reader {
 public:
  explicit Reader(Database& database) : database_(database) {}

  // All tables, or those with this name, with what one row of the list says, the statements that made them,
  // and their triggers. Each list is read once: a search for each table would take quadratic time.
  Result<std::vector<TableInfo>> list(std::optional<std::string_view> name) {
    std::string sql =
        "SELECT name, type, wr, strict FROM pragma_table_list "
        "WHERE schema = 'main' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'";
    if (name) sql += " AND name = ? COLLATE NOCASE";
    sql += " ORDER BY name";
    std::vector<TableInfo> tables;
    const std::string_view wanted = name.value_or("");
    auto read = for_each_row(database_, sql, std::span(&wanted, name ? 1 : 0), [&](const Statement& row) {
      TableInfo table;
      table.name = text_at(row, 0);
      table.kind = kind_named(text_at(row, 1));
      table.is_without_rowid = integer_at(row, 2) != 0;
      table.is_strict = integer_at(row, 3) != 0;
      tables.push_back(std::move(table));
    });
    if (!read) return failure(read.error());
    if (auto known = statements(tables); !known) return failure(known.error());
    if (auto known = tables_with_text(tables); !known) return failure(known.error());
    return tables;
  }

  Result<void> complete(TableInfo& table) {
    if (auto read = columns(table); !read) {
      // A view of what is no longer there, or a virtual table without its module: there, but not readable.
      if (table.is_stored() || read.error().code() != ErrorCode::invalid_argument) return read;
      table.columns.clear();
      return {};
    }
    if (table.kind == TableInfo::Kind::virtual_table) add_rowid(table);
    if (!table.is_stored()) return {};
    return unique_keys(table);
  }

  // Who refers to whom, for all tables at once.
  Result<void> foreign_keys(std::span<TableInfo> tables) {
    constexpr std::string_view kSql =
        "SELECT DISTINCT l.name, f.\"table\", "
        "f.on_delete IN ('CASCADE', 'SET NULL', 'SET DEFAULT') OR "
        "f.on_update IN ('CASCADE', 'SET NULL', 'SET DEFAULT') "
        "FROM pragma_table_list AS l, pragma_foreign_key_list(l.name, l.schema) AS f "
        "WHERE l.schema = 'main' AND l.type IN ('table', 'shadow') ORDER BY 1, 2";
    const Places places = places_of(tables);
    return for_each_row(database_, kSql, {}, [&](const Statement& row) {
      const std::string child = text_at(row, 0);
      const std::string parent = text_at(row, 1);
      const bool acts = integer_at(row, 2) != 0;
      if (const auto at = places.find(lowered(child)); at != places.end()) {
        add_once(at->second->references, parent);
      }
      if (const auto at = places.find(lowered(parent)); acts && at != places.end()) {
        add_once(at->second->acted_on_by, child);
      }
    });
  }

 private:
  using Places = std::map<std::string, TableInfo*>;  // by name in lower case

  static Places places_of(std::span<TableInfo> tables) {
    Places places;
    for (TableInfo& table : tables) places[lowered(table.name)] = &table;
    return places;
  }

  Result<void> statements(std::span<TableInfo> tables) {
    constexpr std::string_view kSql =
        "SELECT type = 'trigger', tbl_name, name, sql FROM sqlite_schema "
        "WHERE type IN ('table', 'view', 'trigger') ORDER BY name";
    const Places places = places_of(tables);
    return for_each_row(database_, kSql, {}, [&](const Statement& row) {
      const auto at = places.find(lowered(text_at(row, 1)));
      if (at == places.end()) return;
      if (integer_at(row, 0) != 0) {
        at->second->triggers.push_back(text_at(row, 2));
      } else {
        at->second->sql = text_at(row, 3);
        at->second->virtual_call = module_call_of(at->second->sql);
      }
    });
  }

  // The text of a full-text table may lie in a table that a user made and named as its shadow would be.
  Result<void> tables_with_text(std::span<TableInfo> tables) {
    const Places places = places_of(tables);
    constexpr std::string_view kSql =
        "SELECT sql FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'create virtual%'";
    return for_each_row(database_, kSql, {}, [&](const Statement& row) {
      const ModuleCall call = module_call_of(text_at(row, 0));
      const auto at = places.find(lowered(call.content.value_or("")));
      if (call.content && at != places.end() && at->second->kind == TableInfo::Kind::shadow)
        at->second->kind = TableInfo::Kind::table;
    });
  }

  // Where rows of a virtual table are its own, they are known by their rowid.
  static void add_rowid(TableInfo& table) {
    if (!table.is_writable() || table.columns.empty()) return;
    if (table.virtual_call.is_fts()) {
      const auto is_free = [&table](std::string_view name) {
        return std::ranges::none_of(
            table.columns, [&](const ColumnInfo& column) { return is_same_name(column.name, name); });
      };
      const auto name = std::ranges::find_if(kRowidNames, is_free);
      if (name == kRowidNames.end()) return;
      ColumnInfo rowid;
      rowid.name = *name;
      rowid.declared_type = "INTEGER";
      rowid.type = rows::ColumnType::integer;
      table.columns.insert(table.columns.begin(), std::move(rowid));
    }
    table.columns.front().not_null = true;
    table.rowid_column = table.columns.front().name;
    table.primary_key = {table.rowid_column};
  }

  static void add_once(std::vector<std::string>& names, const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }

  Result<void> columns(TableInfo& table) {
    constexpr int kHidden = 1;
    std::map<std::int64_t, std::string> key;  // by place in it
    std::array<bool, kRowidNames.size()> is_taken{};
    const std::array names{std::string_view(table.name), kMain};
    auto read =
        for_each_row(database_, "SELECT name, type, \"notnull\", pk, hidden FROM pragma_table_xinfo(?, ?)",
                     names, [&](const Statement& row) {
                       ColumnInfo column;
                       column.name = text_at(row, 0);
                       column.declared_type = text_at(row, 1);
                       column.type = type_of_declaration(column.declared_type);
                       if (table.is_strict && is_same_name(column.declared_type, "any")) {
                         column.type = rows::ColumnType::any;
                       }
                       column.not_null = integer_at(row, 2) != 0;
                       if (const auto place = integer_at(row, 3); place > 0) key[place] = column.name;
                       const auto hidden = integer_at(row, 4);
                       column.is_generated = hidden > kHidden;
                       for (std::size_t i = 0; i < kRowidNames.size(); ++i) {
                         if (is_same_name(column.name, kRowidNames[i])) is_taken[i] = true;
                       }
                       if (hidden != kHidden) table.columns.push_back(std::move(column));
                     });
    if (!read || !table.is_stored()) return read;
    for (auto& [place, name] : key) table.primary_key.push_back(std::move(name));
    const auto free = std::ranges::find(is_taken, false);
    if (!table.is_without_rowid && free != is_taken.end()) {
      table.rowid_name = kRowidNames[static_cast<std::size_t>(free - is_taken.begin())];
    }
    return collations(table);
  }

  Result<void> collations(TableInfo& table) {
    for (ColumnInfo& column : table.columns) {
      const char* collation = nullptr;
      const int code =
          sqlite3_table_column_metadata(database_.handle(), kMain.data(), table.name.c_str(),
                                        column.name.c_str(), nullptr, &collation, nullptr, nullptr, nullptr);
      if (code == SQLITE_OK && collation != nullptr) column.collation = collation;
    }
    return {};
  }

  Result<void> unique_keys(TableInfo& table) {
    bool key_has_index = false;
    const std::array names{std::string_view(table.name), kMain};
    auto read = for_each_row(database_,
                             "SELECT name, origin, partial FROM pragma_index_list(?, ?) WHERE \"unique\" "
                             "ORDER BY origin <> 'pk', name",
                             names, [&](const Statement& row) {
                               UniqueKey& key = table.unique_keys.emplace_back();
                               key.name = text_at(row, 0);
                               key.is_partial = integer_at(row, 2) != 0;
                               key_has_index = key_has_index || text_at(row, 1) == "pk";
                             });
    if (!read) return read;
    for (UniqueKey& key : table.unique_keys) {
      if (read = columns_of(key); !read) return read;
    }
    // A primary key without an index is the rowid itself, and never NULL.
    if (table.is_without_rowid || key_has_index || table.primary_key.size() != 1) return {};
    table.rowid_column = table.primary_key.front();
    for (ColumnInfo& column : table.columns) {
      if (column.name == table.rowid_column) column.not_null = true;
    }
    return {};
  }

  Result<void> columns_of(UniqueKey& key) {
    constexpr std::array<std::string_view, 3> kOwnCollations{"BINARY", "NOCASE", "RTRIM"};
    const std::array names{std::string_view(key.name), kMain};
    bool has_order = true;
    constexpr std::string_view kSql =
        "SELECT cid, name, \"desc\", coll FROM pragma_index_xinfo(?, ?) WHERE key ORDER BY seqno";
    auto read = for_each_row(database_, kSql, names, [&](const Statement& row) {
      const bool is_column = integer_at(row, 0) >= 0;
      const std::string name = text_at(row, 1);
      const bool is_descending = integer_at(row, 2) != 0;
      const std::string collation = text_at(row, 3);
      if (is_column) key.columns.push_back(name);
      if (!is_column) key.has_expressions = true;
      if (is_descending || !is_same_name(collation, "BINARY")) key.is_ascending_binary = false;
      has_order = has_order && is_column && std::ranges::any_of(kOwnCollations, [&](std::string_view own) {
                    return is_same_name(own, collation);
                  });
      key.order += (key.order.empty() ? "" : ", ") + quoted_name(name) + " COLLATE " + collation +
                   (is_descending ? " DESC" : "");
    });
    if (!has_order) key.order.clear();
    return read;
  }

  static constexpr std::array<std::string_view, 3> kRowidNames{"rowid", "_rowid_", "oid"};

  Database& database_;
};

std::string listed_names(std::span<const TableInfo> tables) {
  constexpr std::size_t kMostNamed = 20;
  if (tables.empty()) return "it has none";
  std::string names = "it has ";
  for (std::size_t i = 0; i < std::min(tables.size(), kMostNamed); ++i) {
    names += (i == 0 ? "" : ", ") + tables[i].name;
  }
  if (tables.size() > kMostNamed) names += " and " + std::to_string(tables.size() - kMostNamed) + " more";
  return names;
}

}  // namespace

Result<std::vector<TableInfo>> read_catalog(Database& database) {
  Reader reader(database);
  auto tables = reader.list(std::nullopt);
  if (!tables) return tables;
  for (TableInfo& table : *tables) {
    if (auto completed = reader.complete(table); !completed) return failure(completed.error());
  }
  if (auto read = reader.foreign_keys(*tables); !read) return failure(read.error());
  return tables;
}

Result<TableInfo> find_table(Database& database, const std::string& name) {
  Reader reader(database);
  auto found = reader.list(name);
  if (!found) return failure(found.error());
  if (found->empty()) {
    const auto all = reader.list(std::nullopt);
    if (!all) return failure(all.error());
    return failure(ErrorCode::invalid_argument,
                   database.name() + " has no table or view '" + name + "'; " + listed_names(*all));
  }
  TableInfo& table = found->front();
  if (auto completed = reader.complete(table); !completed) return failure(completed.error());
  if (auto read = reader.foreign_keys(std::span(&table, 1)); !read) return failure(read.error());
  return std::move(table);
}

rows::ColumnType type_of_declaration(std::string_view declared_type) {
  const std::string declared = lowered(declared_type);
  const auto has = [&](const char* word) { return declared.find(word) != std::string::npos; };
  if (declared.empty()) return rows::ColumnType::any;
  if (has("int")) return rows::ColumnType::integer;
  if (has("char") || has("clob") || has("text")) return rows::ColumnType::text;
  if (has("blob")) return rows::ColumnType::blob;
  if (has("real") || has("floa") || has("doub")) return rows::ColumnType::real;
  return rows::ColumnType::numeric;
}

}  // namespace peel::sources::sqlite
