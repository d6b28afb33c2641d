#include "cli/sync/database_sync.hpp"

#include "cli/diff/change_collector.hpp"
#include "cli/diff/compare_live.hpp"
#include "cli/diff/database_pair.hpp"
#include "cli/diff/reporter.hpp"
#include "cli/diff/row_terms.hpp"
#include "cli/diff/tee.hpp"
#include "cli/output/printable.hpp"
#include "cli/random_seed.hpp"
#include "sources/sqlite/apply.hpp"
#include "sources/sqlite/sqlite_source.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <utility>

namespace peel::cli {

namespace {

namespace sqlite = sources::sqlite;

std::vector<std::string> names_in_right(const RowTerms& terms) {
  return terms.right_names.empty() ? terms.columns.names : terms.right_names;
}

// With the name of the table, where there are several.
Error of_table(const std::string& table, const Error& error) {
  return table.empty() || error.code() == ErrorCode::limit_exceeded
             ? error
             : Error(error.code(), fmt::format("table {}: {}", table, error.sentence()));
}

}  // namespace

Result<DatabaseSync::Table> DatabaseSync::joined(std::unique_ptr<sources::RowSource> left,
                                                 std::unique_ptr<sources::RowSource> right,
                                                 const SourceOptions& options) {
  if (left->schema().has_paths) {
    return failure(ErrorCode::unsupported,
                   fmt::format("{} is JSON Lines, which are not synced into a database; accepted are "
                               "lines, CSV, TSV and databases",
                               left->name()));
  }
  auto terms = terms_of(*left, *right, options);
  if (!terms) return failure(terms.error());
  const auto timeout = timeout_of(options);
  if (!timeout) return failure(timeout.error());
  sqlite::TableInfo info = dynamic_cast<const sqlite::SqliteSource&>(*right).table();
  auto left_side = side_of(std::move(left), *terms);
  if (!left_side) return failure(left_side.error());
  auto right_side = side_of(std::move(right), *terms, reconcile::Side::right);
  if (!right_side) return failure(right_side.error());
  if (*timeout) {
    left_side->set_deadline(std::chrono::steady_clock::now() + **timeout);
    right_side->set_deadline(std::chrono::steady_clock::now() + **timeout);
  }
  return Table{std::move(*terms), std::move(info), std::move(*left_side), std::move(*right_side)};
}

Result<std::vector<DatabaseSync::Table>> DatabaseSync::open_tables(const SyncRequest& request, Notes notes) {
  std::vector<Table> tables;
  const auto whole = whole_databases(request.left, request.right, request.source);
  if (!whole) return failure(whole.error());
  if (!*whole) {
    auto left = open_source(request.left, request.source, Passes::several);
    if (!left) return failure(left.error());
    auto right = open_source(request.right, request.source, Passes::several);
    if (!right) return failure(right.error());
    auto table = joined(std::move(*left), std::move(*right), request.source);
    if (!table) return failure(table.error());
    tables.push_back(std::move(*table));
    return tables;
  }
  if (auto checked = check_options_for_all_tables(request.source); !checked) return failure(checked.error());
  const auto timeout = timeout_of(request.source);
  if (!timeout) return failure(timeout.error());
  auto databases = DatabasePair::open((*whole)->first, (*whole)->second, *timeout);
  if (!databases) return failure(databases.error());
  if (notes == Notes::wanted) note_schema_differences(*databases);
  for (const DatabasePair::Table& each : databases->tables()) {
    if (each.left == nullptr || each.right == nullptr) {
      return failure(
          ErrorCode::incompatible,
          fmt::format("table {} is only in {}; sync changes rows and not tables, so make or drop it first",
                      each.name, each.left != nullptr ? "LEFT" : "RIGHT"));
    }
    auto left = databases->open_left(each);
    if (!left) return failure(of_table(each.name, left.error()));
    auto right = databases->open_right(each);
    if (!right) return failure(of_table(each.name, right.error()));
    const SourceOptions options = options_for_table(**left, **right, request.source);
    auto table = joined(std::move(*left), std::move(*right), options);
    if (!table) return failure(of_table(each.name, table.error()));
    table->terms.table = each.name;
    tables.push_back(std::move(*table));
  }
  return tables;
}

void DatabaseSync::recover(const SyncRequest& request) {
  const auto location = database_at(request.right, request.source);
  if (!location || !*location) return;
  // Not waiting: who holds a lock has nothing half done.
  static_cast<void>(sqlite::Database::open((*location)->path, sqlite::Database::Access::write,
                                           std::chrono::milliseconds{0}));
}

Result<DatabaseSync> DatabaseSync::open(const SyncRequest& request, Progress& progress) {
  const auto location = database_at(request.right, request.source);
  if (!location) return failure(location.error());
  DatabaseSync sync(request, (*location)->path, progress);
  auto tables = open_tables(request, Notes::wanted);
  if (!tables) return failure(tables.error());
  sync.open_ = std::move(*tables);
  for (const Table& table : sync.open_) sync.terms_.push_back(table.terms);
  return sync;
}

Result<void> DatabaseSync::keep_in_scope(Table& table, const RowTerms& terms, HeldChanges& changes) {
  using Kind = reconcile::RowChange::Kind;
  using reconcile::Side;
  // A row that only RIGHT has in scope may be in LEFT out of scope, and the other way round.
  for (const auto& [kind, side] :
       {std::pair(Kind::removed, Side::left), std::pair(Kind::added, Side::right)}) {
    if (!changes.has(kind)) continue;
    const DiffSide& in_scope = side == Side::left ? table.left : table.right;
    auto others = dynamic_cast<const sqlite::SqliteSource&>(in_scope.source()).out_of_scope();
    if (!others) return failure(others.error());
    auto rows = side_of(std::move(*others), terms, side);
    if (!rows) return failure(rows.error());
    if (auto known = changes.leave_alone(kind, *rows); !known) return known;
  }
  return {};
}

Result<DiffStats> DatabaseSync::compare(Table& table, const RowTerms& terms, ChangeSink& sink) {
  HeldChanges held;
  const bool has_scope = request_.source.where.has_value();
  auto stats = compare_live({table.right, table.left}, terms,
                            {.memory_bytes = request_.memory_bytes, .seed = random_seed()}, progress_,
                            has_scope ? held : sink);
  if (!stats) return failure(of_table(terms.table, stats.error()));
  std::swap(stats->rows_left, stats->rows_right);
  if (!has_scope) return stats;
  if (auto kept = keep_in_scope(table, terms, held); !kept) return failure(kept.error());
  left_alone_ = held.left_alone();
  if (auto taken = held.hand_on(sink); !taken) return failure(taken.error());
  return stats;
}

Result<DiffStats> DatabaseSync::plan(std::size_t index, ChangeSink& shown) {
  Table& table = open_[index];
  if (table.is_follower()) {
    Reporter counter(terms_[index], nullptr, 0);
    auto stats = compare(table, terms_[index], counter);
    if (stats && !counter.summary.same()) followers_.push_back(terms_[index].table);
    return stats;
  }
  auto collector = ChangeCollector::for_table(table.info, terms_[index], names_in_right(terms_[index]));
  if (!collector) return failure(collector.error());
  Tee both(*collector, shown);
  auto stats = compare(table, terms_[index], both);
  if (!stats) return stats;
  if (auto changes = collector->take_changes(); !changes.changes.empty()) {
    changes_.push_back({table.info, std::move(changes)});
  }
  return stats;
}

Result<void> DatabaseSync::end_plan() {
  open_.clear();
  for (const sqlite::PatchedRows& changed : changes_)
    triggers_.insert(triggers_.end(), changed.info.triggers.begin(), changed.info.triggers.end());
  auto plan = sqlite::plan_patch(std::move(changes_), sqlite::RowCheck::old_values);
  if (!plan) return failure(plan.error());
  plan_ = std::move(*plan);
  for (const std::string& note : plan_.notes()) std::fprintf(stderr, "note: %s\n", printable(note).c_str());
  return {};
}

Result<void> DatabaseSync::apply() {
  auto database = sqlite::Database::open(path_, sqlite::Database::Access::write);
  if (!database) return failure(database.error());
  const auto applied = sqlite::apply(*database, plan_);
  if (!applied) return failure(applied.error());
  if (applied->outcome == sqlite::Applied::Outcome::applied) return {};
  return failure(
      ErrorCode::io,
      fmt::format("{} was changed since it was compared ({}); nothing was written, run the sync again", path_,
                  applied->stale_row));
}

Result<DiffSummary> DatabaseSync::prove() {
  auto tables = open_tables(request_, Notes::unwanted);
  if (!tables) return failure(tables.error());
  DiffSummary total;
  for (Table& table : *tables) {
    Reporter counter(table.terms, nullptr, 0);
    auto stats = compare(table, table.terms, counter);
    if (!stats) return failure(stats.error());
    counter.summary.stats = std::move(*stats);
    total.add(counter.summary);
  }
  return total;
}

}  // namespace peel::cli
