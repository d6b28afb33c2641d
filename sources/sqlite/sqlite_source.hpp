// Rows of an SQLite database, with the types they have there: a table, a view, or a query. All passes read
// the same snapshot.
#pragma once

#include "peel/core/result.hpp"

#include "sources/source.hpp"
#include "sources/sqlite/location.hpp"
#include "sources/sqlite/row_finder.hpp"
#include "sources/sqlite/selection.hpp"
#include "sources/sqlite/snapshot.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace peel::sources::sqlite {

struct SqliteSpec {
  // Without table or query, the database must have one table only.
  Location location;
  // An SQL expression over the columns of a table; rows for which it does not hold are left out.
  std::optional<std::string> where = std::nullopt;
  // For all that is read, from the opening on.
  std::optional<std::chrono::milliseconds> timeout = std::nullopt;
  // With a database that another process has locked.
  std::chrono::milliseconds patience = Database::kUsualPatience;
  // A longer row is refused. A table has none, but a view or query may.
  std::size_t row_bytes = std::size_t{1} << 30;
};

class SqliteSource final : public RowSource {
 public:
  struct Limits {
    std::optional<std::uint64_t> size;  // as estimated
    std::size_t row_bytes;
  };

  SqliteSource(std::shared_ptr<Snapshot> snapshot, Selection selection, Statement all_rows, Limits limits);

  const Schema& schema() const override { return selection_.schema; }
  // Without rowids, rows that are looked up are numbered among each other.
  RowPlace place() const override {
    if (selection_.rowid_column) return RowPlace::rowid;
    return selection_.table.name.empty() ? RowPlace::row : RowPlace::none;
  }
  Result<void> next(RowBatch& batch) override;
  Result<void> rewind() override;
  bool finds_rows_by(std::span<const std::string> columns) const override;
  Result<void> rewind_to(std::span<const std::string> columns, std::span<const KeyCells> keys) override;
  // Of the cells' payloads; an estimate.
  std::optional<std::uint64_t> size() const override { return limits_.size; }

  const TableInfo& table() const { return selection_.table; }
  // The rows of the same table for which the condition does not hold; of the same snapshot.
  Result<std::unique_ptr<SqliteSource>> out_of_scope() const;

 private:
  void start_again();
  Result<bool> step();
  Result<void> add_row(const Statement& row, RowBatch& batch);

  std::shared_ptr<Snapshot> snapshot_;
  Selection selection_;
  Statement all_rows_;
  std::optional<RowFinder> finder_;  // of a pass that does not read all of them
  Limits limits_;
  bool at_end_ = false;
  std::optional<std::uint64_t> last_order_;
  std::optional<Error> fault_;  // found behind rows that were still handed out
};

// Fails with `io` or `malformed` where the database cannot be opened, with `invalid_argument` for a table,
// query or condition that cannot be, with `limit_exceeded` after the timeout.
Result<std::unique_ptr<SqliteSource>> open_sqlite(const SqliteSpec& spec);

// A table of a snapshot, as a source of its own. Sources of one snapshot are used by one thread.
Result<std::unique_ptr<SqliteSource>> open_table(std::shared_ptr<Snapshot> snapshot, TableInfo table,
                                                 const std::optional<std::string>& where);

}  // namespace peel::sources::sqlite
