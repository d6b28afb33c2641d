#include "sources/sqlite/patch_notes.hpp"

#include "sources/sqlite/sql_text.hpp"

#include <algorithm>
#include <cstdint>

namespace peel::sources::sqlite {

namespace {

std::string list_of(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list.append(list.empty() ? "" : ", ").append(name);
  return list;
}

bool has_kind(const PatchedTable& table, TableChange::Kind kind) {
  return std::ranges::any_of(table.changes().changes, [&](const TableChange& it) { return it.kind == kind; });
}

void add_unordered(std::vector<std::string>& notes, const PatchedTable& table, const ChangeOrder& order) {
  if (order.unordered.empty()) return;
  const TableChange& first = table.changes().changes[order.unordered.front()];
  notes.push_back("table " + table.info().name +
                  ": rows exchange values of a unique key and could not be put in order: " +
                  std::to_string(order.unordered.size()) + ", the first with " +
                  row_text(table, first.before) + "; the patch may fail, as a whole");
}

// Unique keys that hold by more than the values of columns.
void add_half_known_keys(std::vector<std::string>& notes, const PatchedTable& table) {
  if (table.changes().changes.size() < 2) return;
  for (const UniqueKey& key : table.info().unique_keys) {
    if (!key.is_partial && !key.has_expressions) continue;
    notes.push_back("table " + table.info().name + ": the unique index " + key.name +
                    (key.is_partial ? " holds only where its condition does" : " is of expressions") +
                    ", which the order of the changes does not take into account");
  }
}

void add_followers(std::vector<std::string>& notes, const PatchedTable& table) {
  const TableInfo& info = table.info();
  if (!info.triggers.empty()) {
    notes.push_back("table " + info.name + " has triggers: " + list_of(info.triggers) +
                    "; what they do comes on top of this patch");
  }
  const bool loses_keys =
      has_kind(table, TableChange::Kind::remove) || has_kind(table, TableChange::Kind::update);
  if (!info.acted_on_by.empty() && loses_keys) {
    notes.push_back("rows of " + list_of(info.acted_on_by) + " follow those of table " + info.name +
                    " by foreign keys, where these are enforced");
  }
  const bool replaces =
      has_kind(table, TableChange::Kind::remove) && has_kind(table, TableChange::Kind::insert);
  if (table.has_followers() && !table.key_is_unique() && replaces) {
    notes.push_back(
        "table " + info.name +
        " has no key that tells its rows apart: a row that changed is one deleted and one inserted");
  }
}

void add_unwritable(std::vector<std::string>& notes, const PatchedTable& table) {
  if (table.unwritable() == 0) return;
  notes.push_back("table " + table.info().name +
                  ": rows that differ in generated columns alone, which cannot be written: " +
                  std::to_string(table.unwritable()));
}

// How many values of a column will be others when they are written.
std::size_t converted(const PatchedTable& table, std::size_t place) {
  const ColumnInfo& column = table.column(place);
  if (column.is_generated) return 0;
  return static_cast<std::size_t>(std::ranges::count_if(table.changes().changes, [&](const TableChange& it) {
    return !it.after.empty() && !is_kept(it.after[place].view(), column.type);
  }));
}

std::string type_in_words(const ColumnInfo& column) {
  return column.declared_type.empty() ? "no type" : "type " + column.declared_type;
}

void add_converted(std::vector<std::string>& notes, const PatchedTable& table) {
  for (std::size_t place = 0; place < table.width(); ++place) {
    const std::size_t values = converted(table, place);
    if (values == 0) continue;
    notes.push_back("table " + table.info().name + ": column " + table.column(place).name + " of " +
                    type_in_words(table.column(place)) + " does not keep all values as they are: " +
                    std::to_string(values) + " will be converted");
  }
}

}  // namespace

void add_notes(std::vector<std::string>& notes, const PatchedTable& table, const ChangeOrder& order) {
  if (table.changes().changes.empty() && table.unwritable() == 0) return;
  add_unordered(notes, table, order);
  add_half_known_keys(notes, table);
  add_followers(notes, table);
  add_unwritable(notes, table);
  add_converted(notes, table);
}

void add_converting(std::vector<std::string>& columns, const PatchedTable& table) {
  for (std::size_t place = 0; place < table.width(); ++place) {
    if (converted(table, place) == 0) continue;
    columns.push_back("column " + table.column(place).name + " of table " + table.info().name + ", of " +
                      type_in_words(table.column(place)));
  }
}

std::string row_text(const PatchedTable& table, const std::vector<OwnedCell>& row) {
  constexpr std::size_t kMostBytes = 60;  // of a value
  constexpr std::size_t kMostCells = 4;
  std::vector<std::size_t> places = table.key();
  for (std::size_t place = 0; table.key().empty() && place < table.width(); ++place) places.push_back(place);
  std::string text;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (i == kMostCells) return text + ", ...";
    const OwnedCell& cell = row[places[i]];
    std::size_t size = std::min(cell.payload.size(), kMostBytes);
    // Not inside a character.
    while (size > 0 && size < cell.payload.size() && (cell.payload[size] & '\xC0') == '\x80') --size;
    text.append(i == 0 ? "" : ", ").append(table.column(places[i]).name).append(" = ");
    append_literal(text, {cell.tag, std::string_view(cell.payload).substr(0, size)});
    if (size < cell.payload.size()) text += "...";
  }
  return text;
}

}  // namespace peel::sources::sqlite
