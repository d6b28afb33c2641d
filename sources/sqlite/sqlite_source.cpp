#include "sources/sqlite/sqlite_source.hpp"

#include "sources/sqlite/size_estimate.hpp"

#include <utility>

namespace peel::sources::sqlite {

namespace {

std::string spoken_name(const Snapshot& snapshot, const TableInfo& table) {
  const bool is_query = table.kind == TableInfo::Kind::query;
  return snapshot.name() + " (" + (is_query ? "query" : table.name) + ")";
}

Result<std::unique_ptr<SqliteSource>> make_source(std::shared_ptr<Snapshot> snapshot,
                                                  Result<Selection> selection, std::size_t row_bytes) {
  const auto failed = [&](const Error& error) { return failure(snapshot->explained(error)); };
  if (!selection) return failed(selection.error());
  auto all_rows = snapshot->prepare_query(selection->all_rows);
  if (!all_rows) return failed(all_rows.error());
  const auto size = estimated_bytes(*snapshot, *selection);
  if (!size) return failed(size.error());
  return std::make_unique<SqliteSource>(std::move(snapshot), std::move(*selection), std::move(*all_rows),
                                        SqliteSource::Limits{*size, row_bytes});
}

Result<TableInfo> only_table(Snapshot& snapshot) {
  auto tables = read_catalog(snapshot.database());
  if (!tables) return failure(tables.error());
  std::erase_if(*tables, [](const TableInfo& table) { return table.kind == TableInfo::Kind::shadow; });
  if (tables->size() == 1) return std::move(tables->front());
  return failure(ErrorCode::invalid_argument,
                 snapshot.name() + " has " +
                     (tables->empty() ? "no tables" : std::to_string(tables->size()) + " tables") +
                     "; name one with sqlite:PATH?table=NAME");
}

}  // namespace

SqliteSource::SqliteSource(std::shared_ptr<Snapshot> snapshot, Selection selection, Statement all_rows,
                           Limits limits)
    : RowSource(spoken_name(*snapshot, selection.table)),
      snapshot_(std::move(snapshot)),
      selection_(std::move(selection)),
      all_rows_(std::move(all_rows)),
      limits_(limits) {}

Result<void> SqliteSource::next(RowBatch& batch) {
  batch.clear_typed(selection_.schema.columns.size());
  while (!at_end_ && !fault_ && batch.size() < kBatchRows && batch.kept_bytes() < kBatchBytes) {
    const auto has_row = step();
    if (!has_row) {
      fault_ = snapshot_->explained(has_row.error());
    } else if (!*has_row) {
      at_end_ = true;
      if (auto same = snapshot_->database().check_unchanged(); !same) fault_ = same.error();
    } else if (auto added = add_row(finder_ ? finder_->row() : all_rows_, batch); !added) {
      fault_ = added.error();
    }
  }
  set_rows_read(rows_read() + batch.size());
  set_bytes_read(bytes_read() + batch.kept_bytes());
  if (fault_ && batch.empty()) return failure(*fault_);
  return {};
}

Result<bool> SqliteSource::step() {
  return finder_ ? finder_->step() : all_rows_.step();
}

Result<void> SqliteSource::add_row(const Statement& row, RowBatch& batch) {
  const std::size_t before = batch.kept_bytes();
  const auto columns = static_cast<int>(selection_.schema.columns.size());
  rows::NumberRoom room;
  for (int column = 0; column < columns; ++column) {
    const rows::Cell cell = row.cell(column, room);
    if (batch.kept_bytes() - before + cell.payload.size() > limits_.row_bytes) {
      batch.drop_row();
      return failure(ErrorCode::limit_exceeded, name() + ": a row of more than " +
                                                    std::to_string(limits_.row_bytes) +
                                                    " bytes, which is the most that is read");
    }
    batch.add_cell(cell);
  }
  std::uint64_t order = rows_read() + batch.size();
  if (selection_.rowid_column) {
    // The sign turned round: the smallest integer is the first.
    const auto rowid = rows::integer_of(row.cell(*selection_.rowid_column, room));
    order = static_cast<std::uint64_t>(rowid) ^ std::uint64_t{1} << 63;
    // Pages of a damaged database may refer to each other in circles, and SQLite would follow them for ages.
    if (last_order_ && order <= *last_order_) {
      batch.drop_row();
      return failure(ErrorCode::malformed, snapshot_->name() + " is damaged: rows out of order");
    }
  }
  last_order_ = order;
  batch.end_row(order);
  return {};
}

void SqliteSource::start_again() {
  all_rows_.reset();
  finder_.reset();
  at_end_ = false;
  last_order_.reset();
  fault_.reset();
  set_rows_read(0);
  set_bytes_read(0);
}

Result<void> SqliteSource::rewind() {
  start_again();
  return {};
}

bool SqliteSource::finds_rows_by(std::span<const std::string> columns) const {
  return sqlite::finds_rows_by(*snapshot_, selection_, columns);
}

Result<void> SqliteSource::rewind_to(std::span<const std::string> columns, std::span<const KeyCells> keys) {
  if (!finds_rows_by(columns)) return RowSource::rewind_to(columns, keys);
  start_again();
  auto finder = RowFinder::look_up(*snapshot_, selection_, columns, keys);
  if (!finder) return failure(snapshot_->explained(finder.error()));
  finder_ = std::move(*finder);
  return {};
}

Result<std::unique_ptr<SqliteSource>> SqliteSource::out_of_scope() const {
  const std::string condition = selection_.condition.empty() ? "TRUE" : selection_.condition;
  auto selection = select_table(*snapshot_, selection_.table, condition + " IS NOT TRUE");
  return make_source(snapshot_, std::move(selection), limits_.row_bytes);
}

Result<std::unique_ptr<SqliteSource>> open_sqlite(const SqliteSpec& spec) {
  const Location& location = spec.location;
  if (location.query && spec.where) {
    return failure(ErrorCode::invalid_argument,
                   "a condition in SQL is for tables; write it into the query of " + location.path);
  }
  auto opened = Snapshot::open(location.path, spec.timeout, spec.patience);
  if (!opened) return failure(opened.error());
  const std::shared_ptr<Snapshot>& snapshot = *opened;
  if (location.query) {
    return make_source(snapshot, select_query(*snapshot, *location.query), spec.row_bytes);
  }
  auto table = location.table ? find_table(snapshot->database(), *location.table) : only_table(*snapshot);
  if (!table) return failure(snapshot->explained(table.error()));
  return make_source(snapshot, select_table(*snapshot, std::move(*table), spec.where), spec.row_bytes);
}

Result<std::unique_ptr<SqliteSource>> open_table(std::shared_ptr<Snapshot> snapshot, TableInfo table,
                                                 const std::optional<std::string>& where) {
  auto selection = select_table(*snapshot, std::move(table), where);
  return make_source(std::move(snapshot), std::move(selection), SqliteSpec().row_bytes);
}

}  // namespace peel::sources::sqlite
