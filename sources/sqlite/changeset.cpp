#include "sources/sqlite/changeset.hpp"

#include "sources/sqlite/change_order.hpp"
#include "sources/sqlite/names.hpp"
#include "sources/sqlite/patched_table.hpp"
#include "sources/sqlite/table_order.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <utility>

namespace peel::sources::sqlite {

namespace {

constexpr std::size_t kFlushBytes = std::size_t{1} << 16;

enum class Operation : std::uint8_t { remove = 9, insert = 18, update = 23 };

tl::unexpected<Error> no_changeset_of(const PatchedTable& table, const std::string& why) {
  return failure(ErrorCode::unsupported,
                 "no changeset can be made for table '" + table.info().name + "': " + why);
}

class TableWriter {
 public:
  TableWriter(const PatchedTable& table, std::string& bytes) : table_(table), bytes_(bytes) {
    const auto& columns = table.info().columns;
    places_.resize(columns.size());
    key_places_.resize(columns.size(), 0);
    for (std::size_t place = 0; place < table.width(); ++place) {
      const auto column = static_cast<std::size_t>(&table.column(place) - columns.data());
      places_[column] = place;
    }
    const auto& key = table.info().primary_key;
    for (std::size_t i = 0; i < key.size(); ++i) {
      const auto at =
          std::ranges::find_if(columns, [&](const auto& it) { return is_same_name(it.name, key[i]); });
      key_places_[static_cast<std::size_t>(at - columns.begin())] = static_cast<std::uint8_t>(i + 1);
    }
  }

  void header() {
    bytes_ += 'T';
    varint(places_.size());
    for (const std::uint8_t place : key_places_) bytes_ += static_cast<char>(place);
    bytes_ += table_.info().name;
    bytes_ += '\0';
  }

  void change(const TableChange& change) {
    switch (change.kind) {
      case TableChange::Kind::insert:
        return whole(Operation::insert, change.after);
      case TableChange::Kind::remove:
        return whole(Operation::remove, change.before);
      case TableChange::Kind::update:
        break;
    }
    if (changes_key(change)) {
      whole(Operation::remove, change.before);
      return whole(Operation::insert, change.after);
    }
    begin(Operation::update);
    for (std::size_t column = 0; column < places_.size(); ++column) {
      const std::size_t place = places_[column];
      const bool is_said = key_places_[column] != 0 || change.before[place] != change.after[place];
      is_said ? value(change.before[place]) : none();
    }
    for (const std::size_t place : places_) {
      change.before[place] != change.after[place] ? value(change.after[place]) : none();
    }
  }

 private:
  bool changes_key(const TableChange& change) const {
    for (std::size_t column = 0; column < places_.size(); ++column) {
      const std::size_t place = places_[column];
      if (key_places_[column] != 0 && change.before[place] != change.after[place]) return true;
    }
    return false;
  }

  void begin(Operation operation) {
    bytes_ += static_cast<char>(operation);
    bytes_ += '\0';  // not indirect
  }

  void whole(Operation operation, const std::vector<OwnedCell>& row) {
    begin(operation);
    for (const std::size_t place : places_) value(row[place]);
  }

  void none() { bytes_ += '\0'; }

  void value(const OwnedCell& cell) {
    switch (cell.tag) {
      case rows::CellTag::integer:
        bytes_ += '\1';
        return word(static_cast<std::uint64_t>(rows::integer_of(cell.view())));
      case rows::CellTag::real:
        bytes_ += '\2';
        return word(std::bit_cast<std::uint64_t>(rows::real_of(cell.view())));
      case rows::CellTag::text:
      case rows::CellTag::blob:
        bytes_ += cell.tag == rows::CellTag::text ? '\3' : '\4';
        varint(cell.payload.size());
        bytes_ += cell.payload;
        return;
      default:
        bytes_ += '\5';
    }
  }

  void word(std::uint64_t value) {
    for (int shift = 56; shift >= 0; shift -= 8) bytes_ += static_cast<char>(value >> shift);
  }

  // SQLite's: seven bits a byte, the highest first, and the top bit where more follow. (Nine bytes would be
  // another matter; lengths are below 2^32.)
  void varint(std::uint64_t value) {
    int shift = 0;
    while (value >> (shift + 7) != 0) shift += 7;
    for (; shift > 0; shift -= 7) bytes_ += static_cast<char>((value >> shift & 0x7F) | 0x80);
    bytes_ += static_cast<char>(value & 0x7F);
  }

  const PatchedTable& table_;
  std::string& bytes_;
  std::vector<std::size_t> places_;       // for each column of the table, where changes have it
  std::vector<std::uint8_t> key_places_;  // for each column, its place in the primary key from 1, or 0
};

Result<void> check(const PatchedTable& table) {
  constexpr std::size_t kMostBytes = 1'000'000'000;  // of a value: SQLITE_MAX_LENGTH as it comes
  constexpr std::size_t kMostKeyColumns = 255;
  const TableInfo& info = table.info();
  if (!info.is_stored()) return no_changeset_of(table, "it is a virtual table; a patch in SQL can change it");
  if (info.primary_key.empty()) return no_changeset_of(table, "it has no primary key");
  if (info.primary_key.size() > kMostKeyColumns)
    return no_changeset_of(table, "its primary key has too many columns");
  if (std::ranges::any_of(info.columns, &ColumnInfo::is_generated))
    return no_changeset_of(table, "it has generated columns");
  if (table.width() != info.columns.size())
    return no_changeset_of(table, "not all of its columns are compared");
  const auto is_in_primary_key = [&](std::size_t place) {
    return std::ranges::any_of(
        info.primary_key, [&](const auto& name) { return is_same_name(name, table.column(place).name); });
  };
  if (table.key().size() != info.primary_key.size() || !std::ranges::all_of(table.key(), is_in_primary_key)) {
    return no_changeset_of(table, "its rows are not compared by its primary key");
  }
  for (const TableChange& change : table.changes().changes) {
    for (const auto* row : {&change.before, &change.after}) {
      for (std::size_t place = 0; place < row->size(); ++place) {
        if ((*row)[place].view().is_null() && is_in_primary_key(place)) {
          return no_changeset_of(table, "a row has NULL in its primary key");
        }
        if ((*row)[place].payload.size() > kMostBytes)
          return no_changeset_of(table, "a value is longer than SQLite's are");
      }
    }
  }
  return {};
}

// Whether updates form a cycle, so that a row would need another value for a while.
bool exchanges_values(const ChangeOrder& order) {
  return !order.unordered.empty() || std::ranges::any_of(order.first, [](const OrderedChange& ordered) {
    return ordered.kind == OrderedChange::Kind::park || ordered.kind == OrderedChange::Kind::take_out;
  });
}

}  // namespace

Result<void> write_changeset(std::vector<PatchedRows> tables, const ByteSink& sink) {
  std::vector<PatchedTable> resolved;
  for (PatchedRows& rows : tables) {
    auto table = PatchedTable::from(std::move(rows.info), std::move(rows.changes));
    if (!table) return failure(table.error());
    if (table->changes().changes.empty() && table->unwritable() == 0) continue;
    if (auto checked = check(*table); !checked) return checked;
    resolved.push_back(std::move(*table));
  }
  std::string bytes;
  const auto flush = [&] {
    auto taken = sink(as_bytes(bytes));
    bytes.clear();
    return taken;
  };
  const std::vector<PatchedTable> ordered_tables = referring_first(std::move(resolved));
  std::vector<ChangeOrder> orders;
  for (const PatchedTable& table : ordered_tables) {
    orders.push_back(order_changes(table));
    if (!exchanges_values(orders.back())) continue;
    return no_changeset_of(
        table,
        "rows exchange values of a unique key, which sqlite3changeset_apply takes for a conflict; "
        "a patch in SQL can change it");
  }
  for (std::size_t number = 0; number < orders.size(); ++number) {
    const PatchedTable& table = ordered_tables[number];
    const ChangeOrder& order = orders[number];
    TableWriter writer(table, bytes);
    writer.header();
    for (const auto* part : {&order.first, &order.inserts}) {
      for (const OrderedChange& ordered : *part) {
        writer.change(table.changes().changes[ordered.change]);
        if (bytes.size() < kFlushBytes) continue;
        if (auto taken = flush(); !taken) return taken;
      }
    }
  }
  return flush();
}

}  // namespace peel::sources::sqlite
