#include "sources/sqlite/patched_table.hpp"

#include "sources/sqlite/names.hpp"
#include "sources/sqlite/sql_text.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace peel::sources::sqlite {

namespace {

std::string kind_name(TableInfo::Kind kind) {
  switch (kind) {
    case TableInfo::Kind::view:
      return "a view";
    case TableInfo::Kind::virtual_table:
      return "a virtual table";
    case TableInfo::Kind::shadow:
      return "a shadow table";
    case TableInfo::Kind::query:
      return "a query";
    case TableInfo::Kind::table:
      break;
  }
  return "a table";
}

}  // namespace

bool mentions(std::string_view sql, std::string_view word) {
  const auto is_same = [](char a, char b) { return lower(a) == lower(b); };
  return std::search(sql.begin(), sql.end(), word.begin(), word.end(), is_same) != sql.end();
}

Result<PatchedTable> PatchedTable::from(TableInfo info, TableChanges changes) {
  if (!info.is_writable()) {
    return failure(ErrorCode::unsupported, "'" + info.name + "' is " + kind_name(info.kind) +
                                               "; only tables with rows of their own can be changed");
  }
  PatchedTable table(std::move(info), std::move(changes));
  if (auto resolved = table.resolve_names(); !resolved) return failure(resolved.error());
  if (auto checked = table.check_cells(); !checked) return failure(checked.error());
  table.resolve_unique_keys();
  table.pair_same_keys();
  table.leave_out_unwritable();
  return table;
}

std::optional<std::size_t> PatchedTable::place_of(const std::string& name) const {
  const auto at =
      std::ranges::find_if(changes_.columns, [&](const auto& it) { return is_same_name(it, name); });
  if (at == changes_.columns.end()) return std::nullopt;
  return static_cast<std::size_t>(at - changes_.columns.begin());
}

Result<void> PatchedTable::resolve_names() {
  const auto has_nul = [](const std::string& name) { return name.find('\0') != std::string::npos; };
  if (has_nul(info_.name) || std::ranges::any_of(info_.columns, has_nul, &ColumnInfo::name) ||
      std::ranges::any_of(info_.primary_key, has_nul)) {
    return failure(ErrorCode::unsupported, "a table with a NUL byte in a name");
  }
  for (const std::string& name : changes_.columns) {
    const auto at =
        std::ranges::find_if(info_.columns, [&](const auto& it) { return is_same_name(it.name, name); });
    if (at == info_.columns.end()) {
      return failure(ErrorCode::invalid_argument, "table '" + info_.name + "' has no column '" + name + "'");
    }
    columns_.push_back(static_cast<std::size_t>(at - info_.columns.begin()));
  }
  auto places = columns_;
  std::ranges::sort(places);
  if (places.empty() || std::ranges::adjacent_find(places) != places.end()) {
    return failure(ErrorCode::invalid_argument, "changes of table '" + info_.name + "' with " +
                                                    (places.empty() ? "no columns" : "one column twice"));
  }
  for (const std::string& name : changes_.key) {
    const auto place = place_of(name);
    if (!place) {
      return failure(ErrorCode::invalid_argument, "column '" + name + "' of the key of table '" + info_.name +
                                                      "' is not among those compared");
    }
    key_.push_back(*place);
  }
  return {};
}

Result<void> PatchedTable::check_cells() const {
  for (const TableChange& change : changes_.changes) {
    const std::size_t before = change.kind == TableChange::Kind::insert ? 0 : width();
    const std::size_t after = change.kind == TableChange::Kind::remove ? 0 : width();
    if (change.before.size() != before || change.after.size() != after || change.count == 0 ||
        (change.kind == TableChange::Kind::update && change.count != 1)) {
      return failure(ErrorCode::invalid_argument,
                     "a change of table '" + info_.name + "' that does not fit its kind and columns");
    }
    for (const auto* row : {&change.before, &change.after}) {
      for (std::size_t place = 0; place < row->size(); ++place) {
        const rows::Cell cell = (*row)[place].view();
        if (is_storable(cell)) continue;
        const std::string value =
            cell.tag == rows::CellTag::real ? "NaN" : std::string(rows::name_of(cell.tag));
        return failure(ErrorCode::unsupported,
                       "column '" + column(place).name + "' of table '" + info_.name +
                           "' would need a value that SQLite does not have: " + value);
      }
    }
  }
  return {};
}

void PatchedTable::resolve_unique_keys() {
  const auto is_in_key = [&](const std::string& name) {
    const auto place = place_of(name);
    return place && std::ranges::find(key_, *place) != key_.end();
  };
  if (!info_.rowid_column.empty()) {
    if (const auto place = place_of(info_.rowid_column)) unique_keys_.push_back({{*place}, TextFold::bytes});
    key_is_unique_ = is_in_key(info_.rowid_column);
  }
  for (const UniqueKey& unique : info_.unique_keys) {
    KnownUniqueKey known;
    for (const std::string& name : unique.columns) {
      if (const auto place = place_of(name)) known.columns.push_back(*place);
    }
    known.text_fold = unique.is_ascending_binary ? TextFold::bytes : TextFold::coarse;
    if (!known.columns.empty()) unique_keys_.push_back(std::move(known));
    if (!unique.is_partial && !unique.has_expressions && std::ranges::all_of(unique.columns, is_in_key)) {
      key_is_unique_ = true;
    }
  }
}

void PatchedTable::pair_same_keys() {
  if (!key_is_unique_) return;
  const bool is_binary = std::ranges::all_of(
      key_, [&](std::size_t place) { return is_same_name(column(place).collation, "BINARY"); });
  const KnownUniqueKey key{key_, is_binary ? TextFold::bytes : TextFold::coarse};
  std::map<std::string, std::size_t> removed;
  for (std::size_t i = 0; i < changes_.changes.size(); ++i) {
    const TableChange& change = changes_.changes[i];
    if (change.kind != TableChange::Kind::remove || change.count != 1) continue;
    if (auto folded = fold(key, change.before)) removed.emplace(std::move(*folded), i);
  }
  if (removed.empty()) return;
  for (TableChange& change : changes_.changes) {
    if (change.kind != TableChange::Kind::insert || change.count != 1) continue;
    const auto folded = fold(key, change.after);
    const auto at = folded ? removed.find(*folded) : removed.end();
    if (at == removed.end()) continue;
    TableChange& partner = changes_.changes[at->second];
    partner.kind = TableChange::Kind::update;
    partner.after = std::move(change.after);
    change.after.clear();
    removed.erase(at);
  }
  std::erase_if(changes_.changes, [](const TableChange& change) {
    return change.kind == TableChange::Kind::insert && change.after.empty();
  });
}

void PatchedTable::leave_out_unwritable() {
  const auto is_unwritable = [&](const TableChange& change) {
    if (change.kind != TableChange::Kind::update) return false;
    for (std::size_t place = 0; place < width(); ++place) {
      if (!column(place).is_generated && change.before[place] != change.after[place]) return false;
    }
    return change.before != change.after;
  };
  unwritable_ = std::erase_if(changes_.changes, is_unwritable);
  std::erase_if(changes_.changes, [](const TableChange& change) {
    return change.kind == TableChange::Kind::update && change.before == change.after;
  });
}

bool PatchedTable::is_whole() const {
  const auto writable =
      std::ranges::count_if(info_.columns, [](const ColumnInfo& column) { return !column.is_generated; });
  const auto compared =
      std::ranges::count_if(columns_, [&](std::size_t place) { return !info_.columns[place].is_generated; });
  return writable == compared;
}

bool PatchedTable::may_forbid_parking() const {
  return mentions(info_.sql, "check");
}

bool PatchedTable::may_be_null(std::size_t place) const {
  const ColumnInfo& info = column(place);
  if (info.not_null || info.is_generated || is_same_name(info.name, info_.rowid_column)) return false;
  return !info_.is_without_rowid || std::ranges::none_of(info_.primary_key, [&](const std::string& name) {
    return is_same_name(name, info.name);
  });
}

std::optional<std::string> PatchedTable::fold(const KnownUniqueKey& key,
                                              const std::vector<OwnedCell>& row) const {
  std::string fold;
  for (const std::size_t place : key.columns) {
    if (row[place].view().is_null()) return std::nullopt;
    std::string part;
    append_fold(part, row[place].view(), column(place).type, key.text_fold);
    fold += std::to_string(part.size());
    fold += ':';
    fold += part;
  }
  return fold;
}

}  // namespace peel::sources::sqlite
