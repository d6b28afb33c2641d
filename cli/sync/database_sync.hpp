// DatabaseSync: makes a table of a database equal to a source, or all tables equal to those of another
// database. What differs is found as peel diff finds it, with RIGHT as the old side and LEFT as the new one:
// so removed, changed and added say what happens to RIGHT.
//
//   plan    compares one table, and keeps its changes in memory
//   apply   makes the changes of all tables in one transaction, each only if the row is still as compared
//   prove   opens both sides again and compares them with a fresh seed
#pragma once

#include "peel/core/result.hpp"

#include "cli/diff/change_sink.hpp"
#include "cli/diff/diff_stats.hpp"
#include "cli/diff/shown_change.hpp"
#include "cli/diff/side.hpp"
#include "cli/progress.hpp"
#include "cli/sync/file_sync.hpp"
#include "cli/sync/scope.hpp"
#include "sources/sqlite/patch_plan.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace peel::cli {

class DatabaseSync {
 public:
  // Lets SQLite undo in RIGHT what a process that was killed has left half done, which reading alone cannot.
  // Whatever else is wrong with RIGHT is said when it is read or written.
  static void recover(const SyncRequest& request);

  // Fails as opening a diff does, with `unsupported` where RIGHT is no table, and with `incompatible` where
  // one database has a table that the other has not.
  static Result<DatabaseSync> open(const SyncRequest& request, Progress& progress);

  std::size_t tables() const { return terms_.size(); }
  const RowTerms& terms(std::size_t table) const { return terms_[table]; }

  // Each table once. Hands every change to `shown` as well.
  Result<DiffStats> plan(std::size_t table, ChangeSink& shown);

  // After the last plan: closes both sides, since whoever reads a database may keep others from writing it,
  // and orders the changes. Fails as plan_patch does. What the reader should know of them is said on standard
  // error.
  Result<void> end_plan();

  // Rows that --where has in scope on one side only, by their keys: they are neither shown nor changed.
  std::uint64_t left_alone() const { return left_alone_; }

  // Tables that differ and have no rows of their own to be written, such as an index of a text that lies
  // elsewhere. Triggers may keep them; to be asked between plan and apply.
  const std::vector<std::string>& followers() const { return followers_; }

  // Triggers of tables that are to be changed, and columns that convert what is written to them, as
  // PatchPlan::converting says. Of the plan.
  const std::vector<std::string>& triggers() const { return triggers_; }
  const std::vector<std::string>& converting() const { return plan_.converting(); }

  // What was planned of all tables, all or nothing. Fails with `io` if a row of RIGHT is not what was
  // compared.
  Result<void> apply();

  // What differs now, counted.
  Result<DiffSummary> prove();

 private:
  struct Table {
    RowTerms terms;
    sources::sqlite::TableInfo info;  // of RIGHT
    DiffSide left;
    DiffSide right;

    // A sync of whole databases meets tables without rows of their own, which follow the rows of others.
    bool is_follower() const { return !terms.table.empty() && !info.is_writable(); }
  };

  DatabaseSync(const SyncRequest& request, std::string path, Progress& progress)
      : request_(request), path_(std::move(path)), progress_(progress) {}

  // On standard error: how the schemas differ.
  enum class Notes : std::uint8_t { wanted, unwanted };
  static Result<std::vector<Table>> open_tables(const SyncRequest& request, Notes notes);
  static Result<Table> joined(std::unique_ptr<sources::RowSource> left,
                              std::unique_ptr<sources::RowSource> right, const SourceOptions& options);
  Result<DiffStats> compare(Table& table, const RowTerms& terms, ChangeSink& sink);
  // Forgets changes of rows that the condition leaves out on the other side.
  static Result<void> keep_in_scope(Table& table, const RowTerms& terms, HeldChanges& changes);

  SyncRequest request_;
  std::string path_;  // of RIGHT
  Progress& progress_;
  std::vector<RowTerms> terms_;
  std::vector<Table> open_;  // while they are compared
  std::vector<sources::sqlite::PatchedRows> changes_;
  sources::sqlite::PatchPlan plan_;
  std::vector<std::string> triggers_;
  std::vector<std::string> followers_;
  std::uint64_t left_alone_ = 0;  // by the comparison that was the last one
};

}  // namespace peel::cli
