// A database as it is at one moment. One read transaction lasts as long as the object, so that all that is
// read through it fits together, whatever others write meanwhile. In rollback mode they cannot commit until
// it ends; in WAL mode they can.
#pragma once

#include "peel/core/result.hpp"

#include "sources/sqlite/database.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace peel::sources::sqlite {

class Snapshot {
 public:
  using Clock = std::chrono::steady_clock;

  // With a timeout, statements fail once it has passed, counted from here.
  static Result<std::shared_ptr<Snapshot>> open(const std::string& path,
                                                std::optional<std::chrono::milliseconds> timeout,
                                                std::chrono::milliseconds patience);
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

  Database& database() { return database_; }
  const std::string& name() const { return database_.name(); }

  // For what a user wrote: one statement that yields rows and does nothing else. Fails with
  // `invalid_argument` for any other.
  Result<Statement> prepare_query(std::string_view sql);

  // Makes the terms of a full-text index of FTS5 a table of this connection alone, and says what it is called
  // in SQL.
  Result<std::string> table_of_terms(const std::string& index);

  // An error of a statement, with the timeout as its reason if it was that.
  Error explained(const Error& error) const;

 private:
  Snapshot(Database database, std::optional<std::chrono::milliseconds> timeout);
  Result<void> begin();
  static int stop_when_late(void* snapshot);

  Database database_;
  std::optional<std::chrono::milliseconds> timeout_;
  Clock::time_point deadline_ = {};
  bool is_late_ = false;
};

}  // namespace peel::sources::sqlite
