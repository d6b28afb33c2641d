// Sources of rows that are files of text: lines, CSV, TSV and JSON Lines.
#pragma once

#include "peel/core/result.hpp"
#include "peel/rows/row_batch.hpp"
#include "peel/rows/row_source.hpp"
#include "peel/sources/reading.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace peel::sources {

// What every source here is, and what it yields.
using rows::InStep;
using rows::kBatchBytes;
using rows::kBatchRows;
using rows::KeyCells;
using rows::RowBatch;
using rows::RowPlace;
using rows::RowSource;
using rows::Schema;
using rows::UnmatchedRows;

// The longest row that is read where nobody says otherwise: it is held as a whole, several times over.
constexpr std::size_t kMostRowBytes = std::size_t{64} << 20;

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

// As it is said, or as the extension says.
SourceKind kind_of(const SourceSpec& spec);

// Opens the file and reads as far as the header. Fails with `io` if there is no such file or it cannot be
// read, with `malformed` for a header that cannot be one, with `invalid_argument` for a delimiter that cannot
// be one.
Result<std::unique_ptr<RowSource>> open_source(const SourceSpec& spec);

}  // namespace peel::sources
