// Two databases whose tables are compared one after the other, each database as it is at one moment.
#pragma once

#include "peel/core/result.hpp"

#include "sources/sqlite/catalog.hpp"
#include "sources/sqlite/snapshot.hpp"
#include "sources/sqlite/sqlite_source.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace peel::cli {

class DatabasePair {
 public:
  static Result<DatabasePair> open(const std::string& left, const std::string& right,
                                   std::optional<std::chrono::milliseconds> timeout);

  // A table that at least one of the two has.
  struct Table {
    std::string name;
    const sources::sqlite::TableInfo* left = nullptr;
    const sources::sqlite::TableInfo* right = nullptr;
  };
  // By name. Views, virtual tables and what belongs to those are left out.
  const std::vector<Table>& tables() const { return tables_; }
  // What was left out, by name.
  const std::vector<std::string>& left_out() const { return left_out_; }

  Result<std::unique_ptr<sources::RowSource>> open_left(const Table& table) const;
  Result<std::unique_ptr<sources::RowSource>> open_right(const Table& table) const;
  // Of a table that only one of them has.
  Result<std::uint64_t> count_rows(const Table& table) const;

 private:
  using Catalog = std::vector<sources::sqlite::TableInfo>;

  std::shared_ptr<sources::sqlite::Snapshot> left_;
  std::shared_ptr<sources::sqlite::Snapshot> right_;
  std::unique_ptr<Catalog> left_catalog_;  // the tables point into them
  std::unique_ptr<Catalog> right_catalog_;
  std::vector<Table> tables_;
  std::vector<std::string> left_out_;
};

}  // namespace peel::cli
