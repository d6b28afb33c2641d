// Any bytes as a schema and the rows of two tables: the patch between them always parses and applies, bound
// or as text, and makes them equal. Names and values are bytes of the input.
#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include "peel/core/bytes.hpp"

#include "fuzz/claim.hpp"
#include "sources/sqlite/apply.hpp"
#include "sources/sqlite/changeset.hpp"
#include "sources/sqlite/patch_plan.hpp"
#include "sources/sqlite/patch_text.hpp"
#include "tests/sources/sqlite/patch_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <span>
#include <sqlite3.h>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace peel;
using namespace peel::sources::sqlite;

constexpr const char* kTable = "t\"'\n";  // a name that needs care

// A database in a folder of its own, for as long as the program runs.
class Scratch {
 public:
  Scratch() : folder_(std::filesystem::temp_directory_path() / "peel-fuzz-XXXXXX") {
    if (::mkdtemp(folder_.data()) == nullptr) std::abort();
    const std::string path = folder_ + "/db";
    sqlite3* created = nullptr;
    sqlite3_open(path.c_str(), &created);
    sqlite3_exec(created, "PRAGMA user_version = 1", nullptr, nullptr, nullptr);
    sqlite3_close(created);
    auto opened = Database::open(path, Database::Access::write);
    if (!opened) std::abort();
    database_ = std::make_unique<Database>(std::move(*opened));
    fuzz::claim(
        run("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE"),
        "a database can be used");
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    database_.reset();
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  bool run(const std::string& sql) { return database_->run(sql).has_value(); }
  Database& operator*() { return *database_; }

 private:
  std::string folder_;
  std::unique_ptr<Database> database_;
};

// The input, piece by piece; zeros at its end.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : rest_(data, size) {}

  bool empty() const { return rest_.empty(); }
  unsigned byte() {
    if (rest_.empty()) return 0;
    const unsigned first = rest_[0];
    rest_ = rest_.subspan(1);
    return first;
  }
  std::string bytes(std::size_t most) {
    const std::size_t size = std::min<std::size_t>(byte() % (most + 1), rest_.size());
    std::string taken(reinterpret_cast<const char*>(rest_.data()), size);
    rest_ = rest_.subspan(size);
    return taken;
  }

 private:
  std::span<const std::uint8_t> rest_;
};

OwnedCell next_cell(Input& input) {
  rows::NumberRoom room;
  const unsigned kind = input.byte(), number = kind / 8;
  switch (kind % 8) {
    case 0:
      return {};
    case 1:
      return OwnedCell(rows::integer_cell(static_cast<std::int64_t>(number) - 4, room));
    case 2:
    case 3: {
      std::string bytes = input.bytes(8);
      bytes.resize(8, '\0');
      const std::uint64_t word = load_le(reinterpret_cast<const std::byte*>(bytes.data()));
      if (kind % 8 == 2) return OwnedCell(rows::integer_cell(static_cast<std::int64_t>(word), room));
      const OwnedCell real({rows::CellTag::real, bytes});
      return std::isnan(rows::real_of(real.view())) ? OwnedCell() : real;
    }
    case 4:
      return OwnedCell(rows::real_cell(static_cast<double>(number) / 2, room));
    case 5:
      return OwnedCell({rows::CellTag::blob, input.bytes(6)});
    default:
      return OwnedCell({rows::CellTag::text, input.bytes(12)});
  }
}

// A table definition. Columns may be named by anything but NUL.
std::string next_schema(Input& input, std::vector<std::string>& columns) {
  constexpr const char* kTypes[] = {
      "", "TEXT", "INTEGER", "REAL", "NUMERIC", "BLOB", "TEXT COLLATE NOCASE", "COLLATE RTRIM"};
  std::string sql = "CREATE TABLE " + quoted_name(kTable) + " (";
  const std::size_t count = 1 + input.byte() % 4;
  for (std::size_t i = 0; i < count; ++i) {
    std::string name = input.bytes(5) + std::to_string(i);
    std::ranges::replace(name, '\0', '0');
    const unsigned flags = input.byte();
    sql += (i == 0 ? "" : ", ") + quoted_name(name) + " " + kTypes[flags % 8];
    if ((flags & 8) != 0) sql += " NOT NULL";
    if ((flags & 16) != 0) sql += " UNIQUE";
    columns.push_back(name);
  }
  const unsigned flags = input.byte();
  const std::string first = quoted_name(columns.front());
  const std::string last = quoted_name(columns.back());
  if ((flags & 1) != 0)
    sql += ", \"generated\" AS (" + first + " || 'x')" + ((flags & 2) != 0 ? " STORED UNIQUE" : "");
  if ((flags & 4) != 0) sql += ", UNIQUE (" + first + ", " + last + " COLLATE NOCASE)";
  if ((flags & 8) != 0) sql += ", PRIMARY KEY (" + last + ((flags & 16) != 0 ? ", " + first : "") + ")";
  return sql + ")" + ((flags & 8) != 0 && (flags & 32) != 0 ? " WITHOUT ROWID" : "");
}

void insert(Database& database, const std::vector<std::string>& columns,
            const std::vector<test::TableRow>& rows) {
  std::string names, gaps;
  for (const std::string& name : columns) {
    names += (names.empty() ? "" : ", ") + quoted_name(name);
    gaps += gaps.empty() ? "?" : ", ?";
  }
  auto statement = database.prepare("INSERT OR IGNORE INTO " + quoted_name(kTable) + "(" + names +
                                    ") VALUES (" + gaps + ")");
  fuzz::claim(statement.has_value(), "rows can be inserted");
  fuzz::claim(database.run("BEGIN").has_value(), "a transaction begins");
  for (const test::TableRow& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      fuzz::claim(statement->bind(static_cast<int>(i), row[i].view()).has_value(), "a cell can be bound");
    }
    static_cast<void>(statement->step());  // of the wrong type for a rowid, perhaps
  }
  fuzz::claim(database.run("COMMIT").has_value(), "a transaction ends");
}

std::string text_of(const PatchPlan& plan) {
  std::string text;
  fuzz::claim(write_patch(plan, {kTable, kTable},
                          [&](std::string_view part) -> Result<void> {
                            text += part;
                            return {};
                          })
                  .has_value(),
              "a patch can be written");
  return text;
}

// Whether SQLite can read it to its end.
bool is_readable(std::string bytes) {
  sqlite3_changeset_iter* iterator = nullptr;
  if (sqlite3changeset_start(&iterator, static_cast<int>(bytes.size()), bytes.data()) != SQLITE_OK)
    return false;
  while (sqlite3changeset_next(iterator) == SQLITE_ROW) continue;
  return sqlite3changeset_finalize(iterator) == SQLITE_OK;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Scratch left, right;
  Input input(data, std::min<std::size_t>(size, 256));
  const unsigned choices = input.byte();
  std::vector<std::string> written;
  const std::string create = next_schema(input, written);
  const std::string drop = "DROP TABLE IF EXISTS " + quoted_name(kTable) + ";";
  if (!left.run(drop + create) || !right.run(drop + create)) return 0;  // two names that are the same
  std::vector<test::TableRow> left_rows, right_rows;
  while (!input.empty()) {
    const unsigned side = input.byte();
    test::TableRow row;
    for (std::size_t i = 0; i < written.size(); ++i) row.push_back(next_cell(input));
    if (side % 4 != 0) left_rows.push_back(row);
    if (side % 4 != 1) right_rows.push_back(row);
  }
  insert(*left, written, left_rows);
  insert(*right, written, right_rows);

  auto info = find_table(*left, kTable);
  fuzz::claim(info.has_value(), "the table is there");
  std::vector<std::string> columns, key = info->primary_key;
  for (const ColumnInfo& column : info->columns) columns.push_back(column.name);
  if (choices % 4 == 1) key.clear();
  if (choices % 4 == 2) key = {written.front()};
  const RowCheck check = (choices & 4) != 0 ? RowCheck::old_values : RowCheck::key_only;
  const auto before = test::contents(*left, kTable, columns);
  const auto wanted = test::contents(*right, kTable, columns);
  fuzz::claim(before.error.empty() && wanted.error.empty(), "tables can be read");
  const PatchedRows rows{*info, test::difference(kTable, columns, key, before, wanted)};

  const auto plan = plan_patch({rows}, check);
  fuzz::claim(plan.has_value(), "changes of a table can be planned");
  const auto applied = apply(*left, *plan);
  fuzz::claim(applied.has_value() && applied->outcome == Applied::Outcome::applied, "a patch applies");
  fuzz::claim(test::contents(*left, kTable, columns) == wanted, "a patch makes the tables equal");

  fuzz::claim(left.run(drop + create), "the table can be made again");
  insert(*left, written, left_rows);
  fuzz::claim(left.run(text_of(*plan)), "the text of a patch applies");
  fuzz::claim(test::contents(*left, kTable, columns) == wanted, "the text of a patch makes the tables equal");

  std::string changeset;
  const auto done = write_changeset({rows}, [&](ByteView part) -> Result<void> {
    changeset += as_text(part);
    return {};
  });
  fuzz::claim(!done || is_readable(std::move(changeset)), "SQLite reads a changeset");
  return 0;
}
