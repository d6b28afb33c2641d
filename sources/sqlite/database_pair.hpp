// Two databases whose tables are compared one after the other, each database as it is at one moment.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/terms.hpp"
#include "peel/rows/row_source.hpp"
#include "peel/sources/compare_databases.hpp"

#include "sources/sqlite/catalog.hpp"
#include "sources/sqlite/snapshot.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace peel::sources::sqlite {

class DatabasePair {
 public:
  // Fails if one of them cannot be read. The timeout is for all that is read of either.
  static Result<DatabasePair> open(const std::string& left, const std::string& right,
                                   std::optional<std::chrono::milliseconds> timeout);

  // A table that at least one of the two has.
  struct Table {
    std::string name;  // as the left side has it, if it does
    const TableInfo* left = nullptr;
    const TableInfo* right = nullptr;
  };
  // By name, in which the case of ASCII letters does not count. Views are left out, and the tables in which
  // virtual tables keep their rows.
  const std::vector<Table>& tables() const { return tables_; }

  // These belong to tables that both databases have, or to no table.
  const std::vector<SchemaDifference>& schema_differences() const { return schema_differences_; }

  Result<std::unique_ptr<rows::RowSource>> open_left(const Table& table) const;
  Result<std::unique_ptr<rows::RowSource>> open_right(const Table& table) const;
  // Of a table that only one of them has.
  Result<std::uint64_t> count_rows(const Table& table) const;

 private:
  using Catalog = std::vector<TableInfo>;

  Result<void> compare_schemas();

  std::shared_ptr<Snapshot> left_;
  std::shared_ptr<Snapshot> right_;
  std::unique_ptr<Catalog> left_catalog_;  // the tables point into them
  std::unique_ptr<Catalog> right_catalog_;
  std::vector<Table> tables_;
  std::vector<SchemaDifference> schema_differences_;
};

// The request for one of several tables: some tables may have a column that is to be ignored, and others not.
reconcile::TermsRequest request_for_table(const rows::RowSource& left, const rows::RowSource& right,
                                          reconcile::TermsRequest request);

}  // namespace peel::sources::sqlite
