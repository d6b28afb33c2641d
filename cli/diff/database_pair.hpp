// Two databases whose tables are compared one after the other, each database as it is at one moment.
#pragma once

#include "peel/core/result.hpp"

#include "cli/source_options.hpp"
#include "sources/sqlite/catalog.hpp"
#include "sources/sqlite/snapshot.hpp"
#include "sources/sqlite/sqlite_source.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace peel::cli {

// Why a virtual table that was compared with all others cannot be changed row by row, and what to do.
inline constexpr const char* kNoRowsOfItsOwn =
    "it has no rows of its own; INSERT INTO t(t) VALUES('rebuild') makes a full-text index t anew from its "
    "text";

// The paths of two databases, if no table or query of either was named.
Result<std::optional<std::pair<std::string, std::string>>> whole_databases(const std::string& left_source,
                                                                           const std::string& right_source,
                                                                           const SourceOptions& options);

// Fails with `invalid_argument` for options that say something of one table, where all are compared.
Result<void> check_options_for_all_tables(const SourceOptions& options);

// Of several tables, some may have a column that is to be ignored and others not.
SourceOptions options_for_table(const sources::RowSource& left, const sources::RowSource& right,
                                const SourceOptions& options);

class DatabasePair {
 public:
  static Result<DatabasePair> open(const std::string& left, const std::string& right,
                                   std::optional<std::chrono::milliseconds> timeout);

  // A table that at least one of the two has.
  struct Table {
    std::string name;  // as LEFT has it, if it does
    const sources::sqlite::TableInfo* left = nullptr;
    const sources::sqlite::TableInfo* right = nullptr;
  };
  // By name, in which the case of ASCII letters does not count. Views are left out, and the tables in which
  // virtual tables keep their rows.
  const std::vector<Table>& tables() const { return tables_; }

  // A view, trigger, index or virtual table that only one of them has, or that they define in two ways.
  struct SchemaDifference {
    std::string type;
    std::string name;
    std::optional<std::string> left;  // the statement that created it
    std::optional<std::string> right;

    const char* verdict() const;  // "only in LEFT"
  };
  // These belong to tables that both databases have, or to no table.
  const std::vector<SchemaDifference>& schema_differences() const { return schema_differences_; }

  Result<std::unique_ptr<sources::RowSource>> open_left(const Table& table) const;
  Result<std::unique_ptr<sources::RowSource>> open_right(const Table& table) const;
  // Of a table that only one of them has.
  Result<std::uint64_t> count_rows(const Table& table) const;

 private:
  using Catalog = std::vector<sources::sqlite::TableInfo>;

  Result<void> compare_schemas();

  std::shared_ptr<sources::sqlite::Snapshot> left_;
  std::shared_ptr<sources::sqlite::Snapshot> right_;
  std::unique_ptr<Catalog> left_catalog_;  // the tables point into them
  std::unique_ptr<Catalog> right_catalog_;
  std::vector<Table> tables_;
  std::vector<SchemaDifference> schema_differences_;
};

// "note: view v: only in LEFT; index i: ...; rows alone are changed" on standard error, if there are any.
void note_schema_differences(const DatabasePair& databases);

}  // namespace peel::cli
