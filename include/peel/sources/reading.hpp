// Reading: how a source of rows is read.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace peel::sources {

enum class SourceKind : std::uint8_t {
  lines,  // the bytes between one '\n' and the next, whatever they are
  csv,    // RFC 4180
  tsv,    // the same with tabs
  jsonl,  // JSON Lines: a value in each line
};

// What is taken of each value of JSON Lines: a column is a path, such as user.id, or "." for the whole value.
struct JsonColumns {
  std::vector<std::string> columns = std::vector<std::string>(1, ".");
  std::size_t key_columns = 0;  // the first so many must be there, and be neither array nor object
};

// How often a source will be read: a pipe that is read once need not be copied.
enum class Passes : std::uint8_t { one, several };

struct Reading {
  // The format of text. By default the extension tells: .csv, .tsv, .tab, .jsonl, .ndjson; all others are
  // lines.
  std::optional<SourceKind> kind = {};
  // Between the fields of a table, in place of the format's own. It makes a table of lines.
  std::optional<char> delimiter = {};
  bool header = true;  // the first record of a table names its columns
  // What is read of JSON Lines; by default what a request names, or the whole value.
  std::optional<JsonColumns> json = {};
  // An SQL condition over the columns of a table of a database: rows for which it does not hold are left out.
  std::optional<std::string> where = {};
  // For all that is read of a database, from its opening on.
  std::optional<std::chrono::milliseconds> timeout = {};
  // Rows are held as a whole, several times over: no row of text may be longer than a quarter of this. The
  // refusal of a longer one ends with `longer_rows`, which must outlive the source.
  std::optional<std::uint64_t> memory_bytes = {};
  const char* longer_rows = "";
  Passes passes = Passes::several;
};

}  // namespace peel::sources
