// FakeSource: rows in memory that are read as those of a file or a database are. A test says what it should
// do amiss, and asks afterwards what was done to it.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/reconcile/endpoint.hpp"
#include "peel/rows/row_source.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace peel::test {

struct FakeCell {
  rows::CellTag tag = rows::CellTag::null;
  std::string payload = {};

  rows::Cell view() const { return {tag, payload}; }
};

inline FakeCell text_cell(std::string text) {
  return {rows::CellTag::text, std::move(text)};
}
inline FakeCell integer_cell(std::int64_t value) {
  rows::NumberRoom room;
  return {rows::CellTag::integer, std::string(rows::integer_cell(value, room).payload)};
}
inline FakeCell real_cell(double value) {
  rows::NumberRoom room;
  return {rows::CellTag::real, std::string(rows::real_cell(value, room).payload)};
}

// A line, or the cells of a table: untyped ones stand in a file, separated by commas.
struct FakeRow {
  std::string raw;
  std::vector<FakeCell> cells = {};
};
using FakeRows = std::vector<FakeRow>;

inline FakeRow text_row(const std::vector<std::string>& fields) {
  FakeRow row;
  for (const std::string& field : fields) {
    row.raw += (row.cells.empty() ? "" : ",") + field;
    row.cells.push_back(text_cell(field));
  }
  return row;
}

class FakeSource : public rows::RowSource {
 public:
  FakeSource(std::string name, rows::Schema schema, FakeRows rows)
      : RowSource(std::move(name)), schema_(std::move(schema)), rows_(std::move(rows)) {}

  // What a test may ask for, before it is read.
  struct Behaviour {
    std::size_t batch_rows = 512;
    std::optional<std::uint64_t> size = {};  // as it says
    rows::RowPlace place = rows::RowPlace::line;
    std::vector<std::string> indexed = {};  // columns by which it finds rows
    // How many rows it says to have read for each that it has: a little data then looks like much.
    std::uint64_t rows_said_for_each = 1;
    // It is read in step until so many rows of it had no partner; none: not at all.
    std::optional<std::size_t> in_step_until = {};
    // Other rows than before, from that pass on; the first pass has number 1.
    std::map<std::size_t, FakeRows> rows_from_pass = {};
    // Called before each batch, by whichever thread reads, and in step before each row without a partner. The
    // source fails as it does.
    std::function<Result<void>(const FakeSource&)> before_batch = {};
    bool rewinds = true;
  };
  Behaviour behaviour;

  // What was done to it. The first may be asked at any time.
  std::size_t passes() const { return passes_; }
  std::size_t batches() const { return batches_; }  // of all passes
  // The keys that it was asked for in each pass of rewind_to, cells separated by commas.
  const std::vector<std::vector<std::string>>& asked_for() const { return asked_for_; }

  const rows::Schema& schema() const override { return schema_; }
  rows::RowPlace place() const override { return behaviour.place; }
  std::optional<std::uint64_t> size() const override { return behaviour.size; }
  Result<void> next(rows::RowBatch& batch) override {
    if (auto is_ready = ready(); !is_ready) return is_ready;
    ++batches_;
    take(batch, behaviour.batch_rows);
    return {};
  }
  Result<void> rewind() override {
    if (!behaviour.rewinds) return failure(ErrorCode::unsupported, name() + " is a pipe");
    begin_pass();
    return {};
  }
  bool finds_rows_by(std::span<const std::string> columns) const override {
    return !columns.empty() && std::ranges::equal(columns, behaviour.indexed);
  }
  Result<void> rewind_to(std::span<const std::string> columns, std::span<const rows::KeyCells> keys) override;
  Result<rows::InStep> read_in_step(rows::RowSource& right, rows::UnmatchedRows& unmatched) override;

 private:
  void begin_pass() {
    ++passes_;
    at_ = 0;
    wanted_.reset();
    if (const auto other = behaviour.rows_from_pass.find(passes_); other != behaviour.rows_from_pass.end())
      rows_ = other->second;
    set_rows_read(0);
    set_bytes_read(0);
  }
  Result<void> ready() const {
    return behaviour.before_batch ? behaviour.before_batch(*this) : Result<void>();
  }
  void take(rows::RowBatch& batch, std::size_t most);
  void put(rows::RowBatch& batch, const FakeRow& row) const;
  void pass_over(const FakeRow& row) {
    ++at_;
    set_rows_read(rows_read() + behaviour.rows_said_for_each);
    std::size_t bytes = row.raw.size() + 1;
    for (const FakeCell& cell : row.cells) bytes += schema_.is_typed() ? cell.payload.size() : 0;
    set_bytes_read(bytes_read() + bytes);
  }

  rows::Schema schema_;
  FakeRows rows_;
  std::size_t at_ = 0;
  std::optional<std::vector<bool>> wanted_;  // by rewind_to
  std::size_t passes_ = 1;
  std::atomic<std::size_t> batches_ = 0;
  std::vector<std::vector<std::string>> asked_for_;
};

inline void FakeSource::put(rows::RowBatch& batch, const FakeRow& row) const {
  const std::uint64_t line = at_ + 1;
  if (schema_.is_typed()) {
    for (const FakeCell& cell : row.cells) batch.add_cell(cell.view());
    batch.end_row(line);
    return;
  }
  const auto fields = batch.begin_row();
  for (std::size_t i = 0; i < fields.size(); ++i) fields[i] = row.cells[i].payload;
  batch.add_row(row.raw, line);
}

inline void FakeSource::take(rows::RowBatch& batch, std::size_t most) {
  schema_.is_typed() ? batch.clear_typed(schema_.columns.size()) : batch.clear(schema_.columns.size());
  while (at_ < rows_.size() && batch.size() < most) {
    if (wanted_ && !(*wanted_)[at_]) {
      ++at_;
      continue;
    }
    put(batch, rows_[at_]);
    pass_over(rows_[at_]);
  }
  batch.finish();
}

inline Result<void> FakeSource::rewind_to(std::span<const std::string> columns,
                                          std::span<const rows::KeyCells> keys) {
  begin_pass();
  asked_for_.emplace_back();
  for (const rows::KeyCells& key : keys) {
    std::string text;
    for (const rows::Cell& cell : key) text += (text.empty() ? "" : ",") + rows::text_of(cell);
    asked_for_.back().push_back(text);
  }
  const auto is_wanted = [&](const FakeRow& row) {
    return std::ranges::any_of(keys, [&](const rows::KeyCells& key) {
      for (std::size_t i = 0; i < columns.size(); ++i) {
        const auto at = std::ranges::find(schema_.columns, columns[i]) - schema_.columns.begin();
        if (row.cells[static_cast<std::size_t>(at)].view() != key[i]) return false;
      }
      return true;
    });
  };
  wanted_.emplace();
  for (const FakeRow& row : rows_) wanted_->push_back(is_wanted(row));
  return {};
}

// Rows are partners if they are equal and at the same place.
inline Result<rows::InStep> FakeSource::read_in_step(rows::RowSource& right, rows::UnmatchedRows& unmatched) {
  auto* const other = dynamic_cast<FakeSource*>(&right);
  if (!behaviour.in_step_until || other == nullptr) return rows::InStep::lost;
  std::size_t unmatched_rows = 0;
  rows::RowBatch batch;
  while (at_ < rows_.size() || other->at_ < other->rows_.size()) {
    if (auto going = unmatched.may_go_on(); !going) return failure(going.error());
    const bool both = at_ < rows_.size() && other->at_ < other->rows_.size();
    if (both && rows_[at_].raw == other->rows_[other->at_].raw) {
      pass_over(rows_[at_]);
      other->pass_over(other->rows_[other->at_]);
      continue;
    }
    if (++unmatched_rows > *behaviour.in_step_until) return rows::InStep::lost;
    for (const FakeSource* source : {this, other}) {
      if (auto is_ready = source->ready(); !is_ready) return failure(is_ready.error());
    }
    take(batch, 1);
    if (auto taken = unmatched.left(batch); !taken) return failure(taken.error());
    other->take(batch, 1);
    if (auto taken = unmatched.right(batch); !taken) return failure(taken.error());
  }
  return rows::InStep::to_the_end;
}

// Sources as tests want them most often.
inline std::unique_ptr<FakeSource> fake_lines(std::string name, const std::vector<std::string>& lines) {
  FakeRows rows;
  for (const std::string& line : lines) rows.push_back({line});
  return std::make_unique<FakeSource>(std::move(name), rows::Schema{}, std::move(rows));
}

inline std::unique_ptr<FakeSource> fake_table(std::string name, std::vector<std::string> columns,
                                              const std::vector<std::vector<std::string>>& records) {
  FakeRows rows;
  for (const std::vector<std::string>& record : records) rows.push_back(text_row(record));
  return std::make_unique<FakeSource>(
      std::move(name), rows::Schema{.is_table = true, .columns = std::move(columns), .has_names = true},
      std::move(rows));
}

// The source behind an endpoint that was made of one.
inline FakeSource& source_of(reconcile::RowsEndpoint& endpoint) {
  return static_cast<FakeSource&>(*endpoint.rows());
}

}  // namespace peel::test
