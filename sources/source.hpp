// Where rows come from: text lines, CSV, TSV, JSON Lines and tables of SQLite. A source is read in batches
// from its first row to its last, and then again if need be. It knows nothing of what becomes of the rows.
#pragma once

#include "peel/core/result.hpp"
#include "peel/rows/cell.hpp"
#include "peel/rows/column_type.hpp"

#include "sources/row_batch.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace peel::sources {

enum class SourceKind : std::uint8_t {
  lines,  // the bytes between one '\n' and the next, whatever they are
  csv,    // RFC 4180
  tsv,    // the same with tabs
  jsonl,  // JSON Lines: a value in each line
};

// What is taken of each value of JSON Lines: a column is a path (sources/json/json_path.hpp).
struct JsonColumns {
  std::vector<std::string> columns = std::vector<std::string>(1, ".");
  std::size_t key_columns = 0;  // the first so many must be there, and be neither array nor object
};

struct SourceSpec {
  // "-" is standard input.
  std::string path;
  // By default from the extension: .csv, .tsv, .tab, .jsonl, .ndjson; all others are lines.
  std::optional<SourceKind> kind = std::nullopt;
  // Whether a table's first record names its columns.
  bool header = true;
  // Instead of the kind's own. It makes a table of what would be lines by default.
  std::optional<char> delimiter = std::nullopt;
  // Whether rewind will be called. A pipe is then copied to a temporary file while it is read.
  bool read_again = true;
  // Of JSON Lines.
  JsonColumns json = {};
  // A longer row is refused, and the refusal ends with how to have it read.
  std::size_t row_bytes = kMostRowBytes;
  std::string_view longer_rows = {};
};

struct Schema {
  bool is_table = false;
  std::vector<std::string> columns = {};  // "1", "2", ... where the table does not name them; none for lines
  bool has_names = false;                 // whether the names are the table's own
  // Of a typed table, one for each column. Its batches have tags.
  std::vector<rows::ColumnType> types = {};
  // The columns that tell its rows apart, if it says so itself. Used where the user names no key.
  std::vector<std::string> key = {};
  bool key_is_unique = false;  // and never NULL: no two rows can have the same
  // The columns are paths into JSON values: those that were asked for, out of any number.
  bool has_paths = false;

  bool is_typed() const { return !types.empty(); }
};

// What the number means that a batch gives with each row.
enum class RowPlace : std::uint8_t {
  line,   // of the file, which the row begins in
  rowid,  // as SQLite numbers its rows; 2^63 was added
  row,    // how many rows come before it
  none,   // it grows from row to row, and says no more
};

// The cells of a key. Views.
using KeyCells = std::vector<rows::Cell>;

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

// As it is said, or as the extension says.
SourceKind kind_of(const SourceSpec& spec);

// Opens the file and reads as far as the header. Fails with `io` if there is no such file or it cannot be
// read, with `malformed` for a header that cannot be one, with `invalid_argument` for a delimiter that cannot
// be one.
Result<std::unique_ptr<RowSource>> open_source(const SourceSpec& spec);

}  // namespace peel::sources
