#include "sources/sqlite/database.hpp"

#include "sources/file_descriptor.hpp"
#include "sources/sqlite/failure.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <limits>
#include <new>
#include <sqlite3.h>
#include <sys/stat.h>

namespace peel::sources::sqlite {

namespace {

constexpr const char* kAccepted = "; accepted is a file that SQLite wrote";

tl::unexpected<Error> no_database(const std::string& why) {
  return failure(ErrorCode::io, why + kAccepted);
}

Result<void> check_file(const std::string& path) {
  if (path.empty()) return no_database("cannot read '': no name");
  if (path.find('\0') != std::string::npos) return no_database("a file name with a NUL byte");
  struct stat file {};
  if (::stat(path.c_str(), &file) != 0) return no_database("cannot read " + path + ": " + reason_of(errno));
  if (S_ISDIR(file.st_mode)) return no_database(path + " is a directory");
  if (!S_ISREG(file.st_mode)) return no_database(path + " is not a regular file");
  return {};
}

// A name that cannot be taken for one with a meaning of its own, like :memory: or file:...
std::string plain_path(const std::string& path) {
  return path.starts_with('/') ? path : "./" + path;
}

// A name that says that nobody writes to the file: no locks, and no files beside it.
std::string immutable_uri(const std::string& path) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string uri = "file:";
  for (const char byte : plain_path(path)) {
    const auto number = static_cast<unsigned char>(byte);
    uri += {'%', kDigits[number >> 4], kDigits[number & 15]};
  }
  return uri + "?immutable=1";
}

// A database may come from anybody: what its schema says is data, and is not to run as a program. In a
// database that is written to triggers run, and some keep a full-text table, which is not allowed where
// nothing is trusted.
void distrust(sqlite3* database, Database::Access access) {
  const int is_trusted = access == Database::Access::write ? 1 : 0;
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, is_trusted, nullptr);
  sqlite3_limit(database, SQLITE_LIMIT_TRIGGER_DEPTH, 100);
  sqlite3_limit(database, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 10'000);
  if (access == Database::Access::read) sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0);
}

int connect(sqlite3** handle, const std::string& name, Database::Access access,
            std::chrono::milliseconds patience) {
  const int mode = access == Database::Access::read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
  const int code = sqlite3_open_v2(
      name.c_str(), handle, mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE, nullptr);
  if (code != SQLITE_OK) return code;
  distrust(*handle, access);
  sqlite3_busy_timeout(*handle, static_cast<int>(std::clamp<std::int64_t>(patience.count(), 0,
                                                                          std::numeric_limits<int>::max())));
  return sqlite3_exec(*handle, "PRAGMA mmap_size = 0; PRAGMA cell_size_check = ON", nullptr, nullptr,
                      nullptr);
}

// Only this finds out whether it is a database and can be read.
int look_inside(sqlite3* handle) {
  return sqlite3_exec(handle, "SELECT 1 FROM sqlite_schema LIMIT 1", nullptr, nullptr, nullptr);
}

// In WAL mode even reading needs a file beside the database, which cannot always be made.
bool lacks_files_beside(int code) {
  return (code & 0xFF) == SQLITE_CANTOPEN || code == SQLITE_READONLY_DIRECTORY ||
         code == SQLITE_READONLY_CANTINIT;
}

std::optional<std::int64_t> size_of(const std::string& path) {
  struct stat file {};
  if (::stat(path.c_str(), &file) != 0) return std::nullopt;
  return file.st_size;
}

// Its file, links followed; files beside it have this name and an ending.
std::string file_of(sqlite3* database) {
  if (database == nullptr) return "";
  const char* const file = sqlite3_db_filename(database, "main");
  return file == nullptr ? "" : file;
}

// A file beside it that holds changes that belong to it, if there is one.
std::optional<std::string> file_of_changes(sqlite3* database) {
  for (const char* const ending : {"-wal", "-journal"}) {
    std::string beside = file_of(database) + ending;
    if (size_of(beside).value_or(0) > 0) return beside;
  }
  return std::nullopt;
}

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

Result<void> Statement::bind(int parameter, const rows::Cell& cell) {
  const int number = parameter + 1;
  // A null pointer would bind NULL, and the payload of an empty cell may be one.
  const char* const bytes = cell.payload.empty() ? "" : cell.payload.data();
  int code = SQLITE_MISUSE;
  switch (cell.tag) {
    case rows::CellTag::null:
      code = sqlite3_bind_null(statement_.get(), number);
      break;
    case rows::CellTag::integer:
      code = sqlite3_bind_int64(statement_.get(), number, rows::integer_of(cell));
      break;
    case rows::CellTag::real:
      code = sqlite3_bind_double(statement_.get(), number, rows::real_of(cell));
      break;
    case rows::CellTag::text:
      code = sqlite3_bind_text64(statement_.get(), number, bytes, cell.payload.size(), SQLITE_TRANSIENT,
                                 SQLITE_UTF8);
      break;
    case rows::CellTag::blob:
      code = sqlite3_bind_blob64(statement_.get(), number, bytes, cell.payload.size(), SQLITE_TRANSIENT);
      break;
    case rows::CellTag::decimal:
    case rows::CellTag::time:
    case rows::CellTag::json:
    case rows::CellTag::rounded:
      return failure(ErrorCode::invalid_argument,
                     name_ + ": SQLite has no " + std::string(rows::name_of(cell.tag)) +
                         " values; accepted are NULL, integer, real, text and blob");
  }
  if (code != SQLITE_OK) return failure_of(database_, code, name_);
  return {};
}

Result<bool> Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) {
    sqlite3_reset(statement_.get());
    return false;
  }
  auto failed = failure_of(database_, code, name_);  // first: reset forgets what was wrong
  sqlite3_reset(statement_.get());
  return failed;
}

rows::Cell Statement::cell(int column, rows::NumberRoom& room) const {
  // The value itself, and not sqlite3_column_int64 and the like: each of those looks the column up again. It
  // may be asked like this since no other thread uses the connection.
  sqlite3_value* const value = sqlite3_column_value(statement_.get(), column);
  switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER:
      return rows::integer_cell(sqlite3_value_int64(value), room);
    case SQLITE_FLOAT:
      return rows::real_cell(sqlite3_value_double(value), room);
    case SQLITE_TEXT: {
      // In this order: the first call may change how many bytes there are.
      const auto* const text = reinterpret_cast<const char*>(sqlite3_value_text(value));
      if (text == nullptr) throw std::bad_alloc();
      return {rows::CellTag::text, {text, static_cast<std::size_t>(sqlite3_value_bytes(value))}};
    }
    case SQLITE_BLOB: {
      const auto* const bytes = static_cast<const char*>(sqlite3_value_blob(value));
      const auto size = static_cast<std::size_t>(sqlite3_value_bytes(value));
      if (bytes == nullptr && size > 0) throw std::bad_alloc();
      return {rows::CellTag::blob, {bytes, size}};
    }
    default:
      return {};
  }
}

int Statement::columns() const {
  return sqlite3_column_count(statement_.get());
}

void Statement::reset() {
  sqlite3_reset(statement_.get());
  sqlite3_clear_bindings(statement_.get());
}

void Database::Close::operator()(sqlite3* database) const {
  sqlite3_close_v2(database);
  // In WAL mode a reader makes files that it may not take away again. Whoever may write and leaves last does,
  // if there is nothing in them.
  if (read_file.empty() || size_of(read_file + "-wal") != 0) return;
  sqlite3* last = nullptr;
  if (connect(&last, read_file, Access::write, {}) == SQLITE_OK) look_inside(last);
  sqlite3_close_v2(last);
}

Result<Database> Database::open(const std::string& path, Access access, std::chrono::milliseconds patience) {
  if (auto file = check_file(path); !file) return failure(file.error());
  sqlite3* handle = nullptr;
  int code = connect(&handle, plain_path(path), access, patience);
  Database database(handle, path);
  if (code == SQLITE_OK) code = look_inside(handle);
  if (access == Access::read) database.database_.get_deleter().read_file = file_of(handle);
  if (code == SQLITE_OK && access == Access::write && sqlite3_db_readonly(handle, "main") == 1) {
    return failure(ErrorCode::io, "cannot write to " + path + ": the file may only be read");
  }
  if (code == SQLITE_OK) return database;
  if (access == Access::write || !lacks_files_beside(code)) return failure_of(handle, code, path);
  if (const auto changes = file_of_changes(handle)) {
    return failure(ErrorCode::io, "cannot read " + path + " without " + *changes +
                                      ", which cannot be used here; copy both to where files can be written");
  }
  sqlite3* alone = nullptr;
  const auto state = state_of(path);
  const int second = connect(&alone, immutable_uri(path), access, patience);
  Database unchanging(alone, path);
  unchanging.read_alone_ = state;
  if (second == SQLITE_OK && look_inside(alone) == SQLITE_OK) return unchanging;
  return failure_of(handle, code, path);
}

Result<Statement> Database::prepare(std::string_view sql) {
  if (sql.find('\0') != std::string_view::npos) {
    return failure(ErrorCode::invalid_argument, name_ + ": SQL with a NUL byte; accepted is text");
  }
  if (sql.empty()) return failure(ErrorCode::invalid_argument, name_ + ": SQL without a statement");
  if (sql.size() > std::numeric_limits<int>::max()) return failure_of(handle(), SQLITE_TOOBIG, name_);
  const char* rest = sql.data();
  const char* const end = sql.data() + sql.size();
  sqlite3_stmt* raw = nullptr;
  const auto prepare_rest = [&] {
    return sqlite3_prepare_v2(handle(), rest, static_cast<int>(end - rest), &raw, &rest);
  };
  if (const int code = prepare_rest(); code != SQLITE_OK) return failure_of(handle(), code, name_);
  Statement statement(raw, handle(), name_);
  if (raw == nullptr) return failure(ErrorCode::invalid_argument, name_ + ": SQL without a statement");
  // Comments and semicolons may follow.
  while (rest != end) {
    const char* const before = rest;
    const int code = prepare_rest();
    const Statement second(raw, handle(), name_);
    if (code != SQLITE_OK || raw != nullptr) {
      return failure(ErrorCode::invalid_argument, name_ + ": SQL with more than one statement");
    }
    if (rest == before) break;
  }
  return statement;
}

Result<void> Database::run(std::string_view sql) {
  const std::string text(sql);
  if (text.find('\0') != std::string::npos) {
    return failure(ErrorCode::invalid_argument, name_ + ": SQL with a NUL byte; accepted is text");
  }
  const int code = sqlite3_exec(handle(), text.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return failure_of(handle(), code, name_);
  return {};
}

std::uint64_t Database::rows_changed() const {
  return static_cast<std::uint64_t>(sqlite3_changes64(handle()));
}

std::optional<Database::FileState> Database::state_of(const std::string& path) {
  struct stat file {};
  if (::stat(path.c_str(), &file) != 0) return std::nullopt;
  return FileState{file.st_size, file.st_mtim.tv_sec, file.st_mtim.tv_nsec};
}

Result<void> Database::check_unchanged() const {
  if (!read_alone_ || read_alone_ == state_of(name_)) return {};
  return failure(ErrorCode::io,
                 name_ + " changed while it was read, and locks cannot be had in its folder; try again");
}

std::string quoted_name(std::string_view name) {
  std::string quoted = "\"";
  for (const char byte : name) {
    quoted += byte;
    if (byte == '"') quoted += byte;
  }
  return quoted + '"';
}

}  // namespace peel::sources::sqlite
