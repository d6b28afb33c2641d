#include "sources/sqlite/apply.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <sqlite3.h>
#include <thread>
#include <utility>

namespace peel::sources::sqlite {

namespace {

// Undone unless it was committed.
class Transaction {
 public:
  static Result<Transaction> begin(Database& database) {
    if (auto begun = database.run("BEGIN IMMEDIATE"); !begun) return failure(begun.error());
    Transaction transaction(database);
    if (auto deferred = database.run("PRAGMA defer_foreign_keys = ON"); !deferred)
      return failure(deferred.error());
    return transaction;
  }
  Transaction(Transaction&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction() { undo(); }

  void undo() {
    if (database_ != nullptr && sqlite3_get_autocommit(database_->handle()) == 0) {
      static_cast<void>(database_->run("ROLLBACK"));  // if it fails, closing the database undoes it
    }
    database_ = nullptr;
  }

  // While others read, the last step of a commit has to wait for them.
  Result<void> commit(std::chrono::milliseconds patience) {
    constexpr std::chrono::milliseconds kPause{10};
    const auto end = std::chrono::steady_clock::now() + patience;
    for (;;) {
      auto committed = database_->run("COMMIT");
      if (committed) {
        database_ = nullptr;
        return committed;
      }
      const bool is_busy = (sqlite3_errcode(database_->handle()) & 0xFF) == SQLITE_BUSY;
      if (!is_busy || std::chrono::steady_clock::now() >= end) return committed;
      std::this_thread::sleep_for(kPause);
    }
  }

 private:
  explicit Transaction(Database& database) : database_(&database) {}

  Database* database_;
};

class Applier {
 public:
  Applier(Database& database, const PatchPlan& plan) : database_(database), plan_(plan) {}

  // The first step that did not find its rows, if there is one.
  Result<const PatchStep*> run_steps() {
    auto is_enforced = enforces_foreign_keys();
    if (!is_enforced) return failure(is_enforced.error());
    for (const PatchStep& step : plan_.steps()) {
      auto found = run_step(step, *is_enforced);
      if (!found) return failure(explained(found.error(), step));
      if (!*found) return &step;
    }
    return nullptr;
  }

  // A row that refers to nothing, where one kept the transaction from being committed.
  Result<std::string> broken_reference() {
    auto rows = database_.prepare("SELECT \"table\", parent FROM pragma_foreign_key_check");
    if (!rows) return failure(rows.error());
    auto has_row = rows->step();
    if (!has_row) return failure(has_row.error());
    if (!*has_row) return std::string();
    rows::NumberRoom room;
    const std::string child(rows->cell(0, room).payload);
    return "; a row of table " + child + " refers to one of table " +
           std::string(rows->cell(1, room).payload) + " that is not there";
  }

 private:
  Result<bool> enforces_foreign_keys() {
    auto pragma = database_.prepare("PRAGMA foreign_keys");
    if (!pragma) return failure(pragma.error());
    auto has_row = pragma->step();
    if (!has_row) return has_row;
    rows::NumberRoom room;
    return *has_row && rows::integer_of(pragma->cell(0, room)) != 0;
  }

  // A full disk or a lock has nothing to do with the row.
  Error explained(const Error& error, const PatchStep& step) const {
    if (error.code() == ErrorCode::io) return error;
    return {error.code(), plan_.subject(step) + ": " + error.sentence()};
  }

  Result<bool> run_step(const PatchStep& step, bool enforces_foreign_keys) {
    auto statement = prepared(step);
    if (!statement) return failure(statement.error());
    const auto cells = plan_.cells(step);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (auto bound = (*statement)->bind(static_cast<int>(i), cells[i]->view()); !bound) {
        return failure(bound.error());
      }
    }
    const bool may_be_gone = step.may_be_gone && enforces_foreign_keys;
    for (std::uint64_t run = 0; run < step.runs; ++run) {
      if (auto done = (*statement)->step(); !done) return failure(done.error());
      const std::uint64_t changed = database_.rows_changed();
      if (changed != step.rows && !(may_be_gone && changed < step.rows)) return false;
    }
    return true;
  }

  // Statements are used again, but not kept without limit: in mixed data hardly two may be alike.
  Result<Statement*> prepared(const PatchStep& step) {
    constexpr std::size_t kMostKept = 64;
    if (const auto at = statements_.find(step.form); at != statements_.end()) return &at->second;
    auto statement = database_.prepare(plan_.form(step).with_parameters());
    if (!statement) return failure(statement.error());
    if (statements_.size() == kMostKept) statements_.clear();
    return &statements_.emplace(step.form, std::move(*statement)).first->second;
  }

  Database& database_;
  const PatchPlan& plan_;
  std::map<std::uint32_t, Statement> statements_;
};

}  // namespace

Result<Applied> apply(Database& database, const PatchPlan& plan, const ApplyOptions& options) {
  auto transaction = Transaction::begin(database);
  if (!transaction) return failure(transaction.error());
  Applier applier(database, plan);
  const auto stale = applier.run_steps();
  if (!stale) return failure(stale.error());
  if (*stale != nullptr) return Applied{Applied::Outcome::stale, plan.subject(**stale)};
  if (options.before_commit) {
    const auto is_wanted = options.before_commit(database);
    if (!is_wanted) return failure(is_wanted.error());
    if (!*is_wanted) return Applied{Applied::Outcome::declined};
  }
  auto committed = transaction->commit(options.patience);
  if (committed) return Applied{};
  if (committed.error().code() != ErrorCode::incompatible) return failure(committed.error());
  const auto reference = applier.broken_reference();
  return failure(committed.error().code(), committed.error().sentence() + reference.value_or(""));
}

}  // namespace peel::sources::sqlite
