#include "sources/sqlite/database_target.hpp"

#include "peel/reconcile/reconcile.hpp"
#include "peel/reconcile/row_reader.hpp"

#include "sources/ignored_changes.hpp"
#include "sources/sqlite/sqlite_source.hpp"
#include "sources/target_sides.hpp"

#include <chrono>
#include <utility>

namespace peel::sources::sqlite {

namespace {

using reconcile::Report;

// With the name of the table, where there are several; what a limit ended is not about a table.
Error with_table(const std::string& table, const Error& error) {
  const bool is_limit = error.code() == ErrorCode::limit_exceeded || error.code() == ErrorCode::timed_out ||
                        error.code() == ErrorCode::cancelled;
  if (table.empty() || is_limit) return error;
  return {error.code(), "table " + table + ": " + error.sentence()};
}

Report without_changes(Report report) {
  report.changes = report.removed = report.added = report.changed = 0;
  return report;
}

// One table's report as it is, or the sum of several.
void add_report(const Report& report, std::size_t tables, Report& total) {
  if (tables == 1) {
    total = report;
  } else {
    total.add(report);
  }
}

}  // namespace

DatabaseTarget::DatabaseTarget(TargetRequest request)
    : request_(std::move(request)), spill_(temporary_files()) {}

void DatabaseTarget::recover(const Argument& target) {
  // Without waiting: who holds a lock has nothing half done.
  static_cast<void>(Database::open(target.path, Database::Access::write, std::chrono::milliseconds{0}));
}

Result<DatabaseTarget> DatabaseTarget::open(TargetRequest request) {
  request.reading.passes = Passes::several;
  DatabaseTarget target(std::move(request));
  auto tables = target.open_tables();
  if (!tables) return failure(tables.error());
  target.tables_ = std::move(*tables);
  return target;
}

Result<DatabaseTarget::Table> DatabaseTarget::joined(std::unique_ptr<reconcile::Endpoint> from,
                                                     std::unique_ptr<rows::RowSource> rows,
                                                     const reconcile::TermsRequest& wanted) const {
  if (from->schema().has_paths) {
    return failure(ErrorCode::unsupported,
                   from->name() +
                       " is JSON Lines, which are not synced into a database; accepted are "
                       "lines, CSV, TSV and databases");
  }
  auto terms = terms_of_target(request_, wanted, from->party(), reconcile::Party::of(*rows));
  if (!terms) return failure(terms.error());
  TableInfo info = dynamic_cast<const SqliteSource&>(*rows).table();
  return Table{std::move(*terms), std::move(info), std::move(from),
               std::make_unique<reconcile::RowsEndpoint>(std::move(rows))};
}

Result<std::vector<DatabaseTarget::Table>> DatabaseTarget::open_tables() {
  if (is_whole()) return open_all_tables();
  if (request_.from.far && request_.reading.where) {
    return failure(ErrorCode::unsupported,
                   "a condition in SQL is for two tables that are both here, where a sync sees which rows it "
                   "leaves out");
  }
  auto from = open_endpoint_of(request_, reconcile::Side::left);
  if (!from) return failure(from.error());
  auto rows = open_rows_of_target(request_);
  if (!rows) return failure(rows.error());
  auto table = joined(std::move(*from), std::move(*rows), request_.terms);
  if (!table) return failure(table.error());
  std::vector<Table> tables;
  tables.push_back(std::move(*table));
  return tables;
}

Result<std::vector<DatabaseTarget::Table>> DatabaseTarget::open_all_tables() {
  if (request_.reading.where) return refused("a condition in SQL is for one table; name it on both sides");
  auto databases = DatabasePair::open(request_.from.path, request_.target.path, request_.reading.timeout);
  if (!databases) return failure(databases.error());
  schema_differences_ = databases->schema_differences();
  std::vector<Table> tables;
  for (const DatabasePair::Table& each : databases->tables()) {
    if (each.left == nullptr || each.right == nullptr) {
      return failure(ErrorCode::incompatible,
                     "table " + each.name + " is only in " +
                         (each.left != nullptr ? request_.from : request_.target).name() +
                         "; sync changes rows and not tables, so make or drop it first");
    }
    auto from = databases->open_left(each);
    if (!from) return failure(with_table(each.name, from.error()));
    auto rows = databases->open_right(each);
    if (!rows) return failure(with_table(each.name, rows.error()));
    const auto wanted = request_for_table(**from, **rows, request_.terms);
    auto table =
        joined(std::make_unique<reconcile::RowsEndpoint>(std::move(*from)), std::move(*rows), wanted);
    if (!table) return failure(with_table(each.name, table.error()));
    table->terms.table = each.name;
    tables.push_back(std::move(*table));
  }
  return tables;
}

Result<void> DatabaseTarget::keep_in_scope(Table& table, HeldChanges& changes,
                                           const reconcile::Watch& watch) {
  using Kind = reconcile::Change::Kind;
  using reconcile::Side;
  // A row that only the table has in scope may be on the other side out of scope, and the other way round.
  for (const auto& [kind, side] :
       {std::pair(Kind::removed, Side::right), std::pair(Kind::added, Side::left)}) {
    if (!changes.has(kind)) continue;
    reconcile::Endpoint& in_scope = side == Side::left ? *table.rows : *table.from;
    const auto* const source = dynamic_cast<const SqliteSource*>(in_scope.rows());
    if (source == nullptr) continue;
    auto others = source->out_of_scope();
    if (!others) return failure(others.error());
    auto reader = reconcile::RowReader::of(**others, table.terms, side);
    if (!reader) return failure(reader.error());
    if (auto known = changes.leave_alone(kind, *reader, watch); !known) return known;
  }
  return {};
}

Result<Report> DatabaseTarget::compare(Table& table, reconcile::ChangeSink& sink, reconcile::Watch& watch) {
  HeldChanges held;
  const bool has_scope = request_.reading.where.has_value();
  const reconcile::Options options{
      .memory_bytes = request_.memory_bytes, .seed = random_seed(), .spill = spill_.get()};
  auto report = reconcile::reconcile(*table.rows, *table.from, table.terms, options,
                                     has_scope ? static_cast<reconcile::ChangeSink&>(held) : sink, watch);
  if (!report) return failure(with_table(table.terms.table, report.error()));
  if (!has_scope) return report;
  if (auto kept = keep_in_scope(table, held, watch); !kept) return failure(kept.error());
  left_alone_ = held.left_alone();
  if (auto taken = held.hand_on(sink); !taken) return failure(taken.error());
  return held.corrected(*report);
}

Result<Report> DatabaseTarget::plan_table(Table& table, DatabaseEdit& edit, reconcile::ChangeSink& shown,
                                          reconcile::Watch& watch) {
  if (table.is_follower()) {
    IgnoredChanges ignored;
    auto report = compare(table, ignored, watch);
    if (!report) return report;
    if (!report->same()) followers_.push_back(table.terms.table);
    return without_changes(*report);
  }
  const auto changes = edit.begin(table.terms, table.from->schema());
  if (!changes) return failure(changes.error());
  reconcile::Tee both(**changes, shown);
  return compare(table, both, watch);
}

Result<Report> DatabaseTarget::plan(reconcile::TableSink& shown, reconcile::Watch& watch) {
  Report total;
  std::vector<TableInfo> infos;
  for (const Table& table : tables_) infos.push_back(table.info);
  edit_ = std::make_unique<DatabaseEdit>(request_.target.path, std::move(infos));
  for (Table& table : tables_) {
    const auto sink = shown.begin(table.terms);
    if (!sink) return failure(sink.error());
    auto report = plan_table(table, *edit_, **sink, watch);
    if (!report) return report;
    if (auto ended = shown.end(table.terms, *report); !ended) return failure(ended.error());
    add_report(*report, tables_.size(), total);
  }
  auto notes = edit_->plan(watch);
  if (!notes) return failure(notes.error());
  notes_ = std::move(*notes);
  tables_.clear();
  return total;
}

Result<void> DatabaseTarget::apply(reconcile::Watch& watch) {
  return edit_->apply(watch);
}

Result<Report> DatabaseTarget::prove(reconcile::Watch& watch) {
  auto tables = open_tables();
  if (!tables) return failure(tables.error());
  Report total;
  IgnoredChanges ignored;
  for (Table& table : *tables) {
    auto report = compare(table, ignored, watch);
    if (!report) return report;
    add_report(*report, tables->size(), total);
  }
  return total;
}

}  // namespace peel::sources::sqlite
