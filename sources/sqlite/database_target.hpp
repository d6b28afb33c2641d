// DatabaseTarget: a table of a database that shall equal a source, or all tables of one that shall equal
// those of another database.
//
//   plan    compares table after table, and keeps the changes in memory
//   apply   makes the changes of all tables in one transaction, each only if the row is still as compared
//   prove   opens both sides again and compares them with a fresh seed
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/endpoint.hpp"
#include "peel/reconcile/report.hpp"
#include "peel/reconcile/spill.hpp"
#include "peel/reconcile/target.hpp"
#include "peel/sources/open_target.hpp"

#include "sources/sqlite/database_edit.hpp"
#include "sources/sqlite/database_pair.hpp"
#include "sources/sqlite/scope.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace peel::sources::sqlite {

class DatabaseTarget : public reconcile::Target {
 public:
  // Lets SQLite undo what a process that was killed has left half done in the target, which reading alone
  // cannot. Whatever else is wrong with it is said when it is read or written.
  static void recover(const Argument& target);

  // Fails as open_target does.
  static Result<DatabaseTarget> open(TargetRequest request);

  // A table of the target, and what it shall equal.
  struct Table {
    reconcile::Terms terms;  // the table is the left side
    TableInfo info;
    std::unique_ptr<reconcile::Endpoint> from;
    std::unique_ptr<reconcile::Endpoint> rows;

    // Whole databases have tables without rows of their own, which follow the rows of others.
    bool is_follower() const { return !terms.table.empty() && !info.is_writable(); }
  };
  // None after the plan: whoever reads a database may keep others from writing it.
  std::vector<Table>& tables() { return tables_; }

  // How the schemas of two whole databases differ. Rows alone are changed.
  const std::vector<SchemaDifference>& schema_differences() const { return schema_differences_; }

  std::string name() const override { return request_.target.name(); }
  // Fails as plan_patch does, too.
  Result<reconcile::Report> plan(reconcile::TableSink& shown, reconcile::Watch& watch) override;
  Result<void> apply(reconcile::Watch& watch) override;
  Result<reconcile::Report> prove(reconcile::Watch& watch) override;

  // Of the plan: what somebody should know of it.
  const reconcile::EditNotes& notes() const { return notes_; }
  // Tables that differ and have no rows of their own to be written, such as an index of a text that lies
  // elsewhere. Triggers may keep them. The plan shows and counts none of their changes.
  const std::vector<std::string>& followers() const { return followers_; }
  // Rows that the condition has in scope on one side only, by their keys, in the last comparison. They are
  // neither shown nor changed.
  std::uint64_t left_alone() const { return left_alone_; }

 private:
  explicit DatabaseTarget(TargetRequest request);

  bool is_whole() const { return request_.from.is_whole_database() && request_.target.is_whole_database(); }
  Result<std::vector<Table>> open_tables();
  Result<std::vector<Table>> open_all_tables();
  Result<Table> joined(std::unique_ptr<reconcile::Endpoint> from, std::unique_ptr<rows::RowSource> rows,
                       const reconcile::TermsRequest& wanted) const;

  Result<reconcile::Report> compare(Table& table, reconcile::ChangeSink& sink, reconcile::Watch& watch);
  // Forgets changes of rows that the condition leaves out on the other side.
  static Result<void> keep_in_scope(Table& table, HeldChanges& changes, const reconcile::Watch& watch);
  Result<reconcile::Report> plan_table(Table& table, DatabaseEdit& edit, reconcile::ChangeSink& shown,
                                       reconcile::Watch& watch);

  TargetRequest request_;
  std::unique_ptr<reconcile::Spill> spill_;
  std::vector<Table> tables_;
  std::vector<SchemaDifference> schema_differences_;
  std::unique_ptr<DatabaseEdit> edit_;
  reconcile::EditNotes notes_;
  std::vector<std::string> followers_;
  std::uint64_t left_alone_ = 0;
};

}  // namespace peel::sources::sqlite
