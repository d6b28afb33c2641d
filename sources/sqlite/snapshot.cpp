#include "sources/sqlite/snapshot.hpp"

#include <algorithm>
#include <array>
#include <sqlite3.h>
#include <utility>

namespace peel::sources::sqlite {

namespace {

// Instructions of SQLite's machine between two looks at the clock: some microseconds.
constexpr int kInstructions = 1'000;

// Pragmas that only tell; the last two are asked by virtual tables.
constexpr std::array<std::string_view, 10> kHarmlessPragmas{
    "table_list",  "table_info",       "table_xinfo", "index_list",   "index_info",
    "index_xinfo", "foreign_key_list", "encoding",    "data_version", "page_size",
};

// Called for each thing that a statement would do, when it is prepared. Changes of rows are let through,
// since virtual tables prepare them for themselves: they fail on a database that is open for reading.
int allow_reading(void*, int action, const char* what, const char* function, const char*, const char*) {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
    case SQLITE_INSERT:
    case SQLITE_UPDATE:
    case SQLITE_DELETE:
      return SQLITE_OK;
    case SQLITE_FUNCTION:
      return std::string_view(function) == "load_extension" ? SQLITE_DENY : SQLITE_OK;
    case SQLITE_PRAGMA:
      return std::ranges::find(kHarmlessPragmas, std::string_view(what)) != kHarmlessPragmas.end()
                 ? SQLITE_OK
                 : SQLITE_DENY;
    default:
      return SQLITE_DENY;
  }
}

// 1500 ms is "1.5 s".
std::string seconds_of(std::chrono::milliseconds time) {
  std::string text = std::to_string(time.count() / 1'000);
  if (const auto rest = time.count() % 1'000; rest != 0) {
    std::string digits = std::to_string(1'000 + rest).substr(1);
    digits.erase(digits.find_last_not_of('0') + 1);
    text += '.' + digits;
  }
  return text + " s";
}

}  // namespace

Snapshot::Snapshot(Database database, std::optional<std::chrono::milliseconds> timeout)
    : database_(std::move(database)), timeout_(timeout) {}

Result<std::shared_ptr<Snapshot>> Snapshot::open(const std::string& path,
                                                 std::optional<std::chrono::milliseconds> timeout,
                                                 std::chrono::milliseconds patience) {
  const auto start = Clock::now();
  auto database =
      Database::open(path, Database::Access::read, timeout ? std::min(*timeout, patience) : patience);
  if (!database) return failure(database.error());
  std::shared_ptr<Snapshot> snapshot(new Snapshot(std::move(*database), timeout));
  if (timeout) {
    snapshot->deadline_ = start + *timeout;
    sqlite3_progress_handler(snapshot->database_.handle(), kInstructions, &stop_when_late, snapshot.get());
  }
  if (auto begun = snapshot->begin(); !begun) return failure(snapshot->explained(begun.error()));
  return snapshot;
}

Result<void> Snapshot::begin() {
  sqlite3* const handle = database_.handle();
  // A misspelt column in double quotes is a mistake, and not a piece of text.
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
  // The transaction begins with the first thing that is read.
  if (auto begun = database_.run("BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1"); !begun) return begun;
  sqlite3_set_authorizer(handle, &allow_reading, nullptr);
  return {};
}

int Snapshot::stop_when_late(void* snapshot) {
  auto& self = *static_cast<Snapshot*>(snapshot);
  self.is_late_ = Clock::now() >= self.deadline_;
  return self.is_late_ ? 1 : 0;
}

Result<Statement> Snapshot::prepare_query(std::string_view sql) {
  auto statement = database_.prepare(sql);
  if (!statement) return statement;
  const auto refused = [&](const std::string& why) {
    return failure(ErrorCode::invalid_argument, name() + ": " + why);
  };
  if (sqlite3_stmt_readonly(statement->handle()) == 0 || statement->columns() == 0) {
    return refused("a statement that does not only read; accepted is one SELECT");
  }
  if (sqlite3_bind_parameter_count(statement->handle()) > 0) {
    return refused("SQL with a parameter (?), which has no value here");
  }
  return statement;
}

Result<std::string> Snapshot::table_of_terms(const std::string& index) {
  const std::string table = "temp." + quoted_name("terms of " + index);
  // A temporary table is made, which no query of a user may do.
  sqlite3_set_authorizer(database_.handle(), nullptr, nullptr);
  auto made = database_.run("CREATE VIRTUAL TABLE IF NOT EXISTS " + table + " USING fts5vocab(main, " +
                            quoted_name(index) + ", instance)");
  sqlite3_set_authorizer(database_.handle(), &allow_reading, nullptr);
  if (!made) return failure(made.error());
  return table;
}

Error Snapshot::explained(const Error& error) const {
  if (!is_late_ || error.code() != ErrorCode::limit_exceeded) return error;
  return {ErrorCode::timed_out, "reading " + name() + " took longer than " + seconds_of(*timeout_)};
}

}  // namespace peel::sources::sqlite
