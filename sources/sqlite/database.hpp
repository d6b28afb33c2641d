// A connection to an SQLite database, and statements on it. A thin shell: every failure becomes an Error that
// names the file, and values pass as rows::Cell, whatever their storage class.
#pragma once

#include "peel/core/result.hpp"
#include "peel/rows/cell.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace peel::sources::sqlite {

class Statement {
 public:
  // Parameters and columns are numbered from 0. Text is bound as text and a blob as a blob, NUL bytes
  // included.
  Result<void> bind(int parameter, const rows::Cell& cell);
  // Whether there is a row. After the last one the statement is reset, and can be run again.
  Result<bool> step();
  // A cell of the row, in the storage class that the database has it in. Valid until the next step; numbers
  // lie in `room`. Text is as stored, in UTF-8.
  rows::Cell cell(int column, rows::NumberRoom& room) const;
  int columns() const;
  // Ends the run that is under way, and forgets what was bound.
  void reset();

  sqlite3_stmt* handle() const { return statement_.get(); }

 private:
  friend class Database;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  Statement(sqlite3_stmt* statement, sqlite3* database, std::string name)
      : statement_(statement), database_(database), name_(std::move(name)) {}

  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  sqlite3* database_;
  std::string name_;
};

class Database {
 public:
  enum class Access : std::uint8_t { read, write };

  // How long to wait for a lock that another process holds.
  static constexpr std::chrono::milliseconds kUsualPatience{5'000};

  // An existing database. Nothing is ever created. Fails with `io` if there is none, it may not be opened or
  // it is locked, with `malformed` if the file is no database or a damaged one.
  static Result<Database> open(const std::string& path, Access access,
                               std::chrono::milliseconds patience = kUsualPatience);

  // One statement. Fails with `invalid_argument` for SQL that cannot be or is more than one, and as `run`.
  Result<Statement> prepare(std::string_view sql);
  // One or several statements without results. Fails with `io` where the database is locked or the disk full,
  // with `malformed` if the database is damaged, with `incompatible` where a constraint forbids it; the
  // sentence has the file, and what SQLite says.
  Result<void> run(std::string_view sql);
  // Rows that the last INSERT, UPDATE or DELETE changed, those of triggers and cascades not counted.
  std::uint64_t rows_changed() const;
  // Fails with `io` if the file was read as one that nobody writes to, and somebody did. Others are kept from
  // that by locks.
  Result<void> check_unchanged() const;

  sqlite3* handle() const { return database_.get(); }
  // As messages call it.
  const std::string& name() const { return name_; }

 private:
  struct Close {
    void operator()(sqlite3* database) const;
    std::string read_file;  // of a connection that only reads, links followed
  };
  struct FileState {
    std::int64_t size;
    std::int64_t seconds;  // of the last change
    std::int64_t nanoseconds;
    bool operator==(const FileState&) const = default;
  };
  static std::optional<FileState> state_of(const std::string& path);
  Database(sqlite3* database, std::string name) : database_(database, Close()), name_(std::move(name)) {}

  std::unique_ptr<sqlite3, Close> database_;
  std::string name_;
  std::optional<FileState> read_alone_;  // as it was when opened
};

// "name" with quotes doubled, as SQL writes a name.
std::string quoted_name(std::string_view name);

}  // namespace peel::sources::sqlite
