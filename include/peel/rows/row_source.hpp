// RowSource: where rows come from. A source is read in batches from its first row to its last, and then again
// if need be. It knows nothing of what becomes of the rows, and whoever reads it knows nothing of files.
#pragma once

#include "peel/core/result.hpp"
#include "peel/rows/cell.hpp"
#include "peel/rows/column_type.hpp"
#include "peel/rows/row_batch.hpp"

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace peel::rows {

struct Schema {
  bool is_table = false;
  std::vector<std::string> columns = {};  // "1", "2", ... where the table does not name them; none for lines
  bool has_names = false;                 // whether the names are the table's own
  // Of a typed table, one for each column. Its batches have tags.
  std::vector<ColumnType> types = {};
  // The columns that tell its rows apart, if it says so itself. Used where the user names no key.
  std::vector<std::string> key = {};
  bool key_is_unique = false;  // and never NULL: no two rows can have the same
  // The columns are paths into JSON values: those that were asked for, out of any number.
  bool has_paths = false;
  // Names that differ in the case of ASCII letters alone are the same, as SQLite has it.
  bool folds_case = false;

  bool is_typed() const { return !types.empty(); }
  // Without a header and without rows nobody knows what columns a table has: it is an empty one of any.
  bool has_any_columns() const { return is_table && columns.empty() && !has_names; }
};

// What the number means that a batch gives with each row.
enum class RowPlace : std::uint8_t {
  line,   // of the file, which the row begins in
  rowid,  // as SQLite numbers its rows; 2^63 was added
  row,    // how many rows come before it
  none,   // it grows from row to row, and says no more
};

// The cells of a key. Views.
using KeyCells = std::vector<Cell>;

// Takes the rows of either of two sources that have no partner at the same place of the other one. The batch
// is valid during the call.
class UnmatchedRows {
 public:
  virtual ~UnmatchedRows() = default;
  virtual Result<void> left(const RowBatch& rows) = 0;
  virtual Result<void> right(const RowBatch& rows) = 0;
  // Asked before each block that is read; a failure ends the reading.
  virtual Result<void> may_go_on() { return {}; }
};

enum class InStep : std::uint8_t {
  to_the_end,  // both sources are read
  lost,        // both go on with next() where they stand
};

class RowSource {
 public:
  explicit RowSource(std::string name) : name_(std::move(name)) {}
  RowSource(const RowSource&) = delete;
  RowSource& operator=(const RowSource&) = delete;
  virtual ~RowSource() = default;

  virtual const Schema& schema() const = 0;
  virtual RowPlace place() const { return RowPlace::line; }

  // Fills the batch with the next rows, some hundreds of them; an empty batch is the end. Fails with
  // `malformed` and the line of a row that cannot be read, once all rows before it were handed out; with
  // `limit_exceeded` for a row that is longer than allowed; with `io` if the file cannot be read or changed
  // while it was.
  virtual Result<void> next(RowBatch& batch) = 0;

  // Starts again at the first row. Fails with `unsupported` for a pipe that was not to be read again.
  virtual Result<void> rewind() = 0;

  // Whether rows can be found by these columns without reading the others: they have an index.
  virtual bool finds_rows_by(std::span<const std::string>) const { return false; }
  // Starts again, as rewind does, and then hands out only the rows whose columns have one of these cells:
  // each key holds as many cells as there are columns. In the order of the source, each row once. A key that
  // no row has is no failure. For sources that find rows by these columns.
  virtual Result<void> rewind_to(std::span<const std::string> columns, std::span<const KeyCells> keys);

  // Reads this source, the left one, and another side by side. Rows that are equal and at the same place are
  // passed over, but count in rows_read; the others go to `unmatched`. Sources that cannot be read like that
  // lose step at once. Fails if a source cannot be read, or as `unmatched` does.
  virtual Result<InStep> read_in_step(RowSource&, UnmatchedRows&) { return InStep::lost; }

  // Columns that no row read so far has anything in, where a source cannot say beforehand that it has them:
  // paths into JSON, those that are left out among them.
  virtual std::vector<std::string> columns_not_found() const { return {}; }

  // Of this pass, the header included. Other threads may ask while the source is read.
  virtual std::uint64_t bytes_read() const { return bytes_read_.load(std::memory_order_relaxed); }
  // Of this pass. Other threads may ask while the source is read.
  std::uint64_t rows_read() const { return rows_read_.load(std::memory_order_relaxed); }
  // What bytes_read will be at the end, if that can be known beforehand; of a database an estimate.
  virtual std::optional<std::uint64_t> size() const = 0;
  // As it is called in messages.
  const std::string& name() const { return name_; }

 protected:
  // Only the thread that reads writes, so that no exchange is needed.
  void set_bytes_read(std::uint64_t count) { bytes_read_.store(count, std::memory_order_relaxed); }
  void set_rows_read(std::uint64_t count) { rows_read_.store(count, std::memory_order_relaxed); }

 private:
  std::string name_;
  std::atomic<std::uint64_t> bytes_read_ = 0;
  std::atomic<std::uint64_t> rows_read_ = 0;
};

}  // namespace peel::rows
