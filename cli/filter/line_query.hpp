// The lines that are in a filter, or those that are not: read, asked and handed on in batches.
#pragma once

#include "cli/filter/filter_file.hpp"
#include "cli/filter/row_keys.hpp"
#include "cli/output/output.hpp"
#include "cli/output/quoted.hpp"
#include "sources/row_batch.hpp"
#include "sources/source.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace peel::cli {

enum class Selection : std::uint8_t { hits, misses };  // a row without a key is a miss

struct QueriedFile {
  std::string name = {};
  std::uint64_t lines = 0;
  std::uint64_t selected = 0;
  std::optional<Error> unread = {};  // why the rest of it could not be read
};

// What becomes of the selected lines.
class SelectedLines {
 public:
  virtual ~SelectedLines() = default;
  // Some lines of the batch, in order. False if no more are wanted.
  virtual bool take(const QueriedFile& file, const sources::RowBatch& batch,
                    std::span<const std::uint32_t> rows) = 0;
  // Of a file that could be read.
  virtual void end(const QueriedFile&) {}
};

class LineQuery {
 public:
  LineQuery(AskedFilter& filter, Selection selection) : filter_(filter), selection_(selection) {}

  // All lines of a file, or as many as `lines` wants. What was selected has left the program after each batch
  // where the source is a pipe, since somebody may be waiting. Fails only if the filter cannot be asked.
  Result<QueriedFile> run(std::string name, sources::RowSource& source, const RowKeys& keys,
                          SelectedLines& lines, Output& output);

 private:
  Result<void> select(const sources::RowBatch& batch);

  AskedFilter& filter_;
  Selection selection_;
  HashedKeys keys_;
  std::unique_ptr<bool[]> found_;
  std::size_t room_ = 0;
  std::vector<std::uint32_t> selected_;
};

// Lines as they are, a line feed or NUL behind each, with names or numbers in front of them. A terminal gets
// lines with control characters in quotes.
enum class LineNumbers : std::uint8_t { absent, present };
enum class FileNames : std::uint8_t { absent, present };
struct LinePrefix {
  FileNames names = FileNames::absent;
  LineNumbers numbers = LineNumbers::absent;
  LineEnd end = LineEnd::feed;  // of lines; of names too, where it is a NUL
};
std::unique_ptr<SelectedLines> printed_lines(LinePrefix prefix, Output& output);
// How many there are in each file.
std::unique_ptr<SelectedLines> printed_counts(LinePrefix prefix, Output& output);
// None is wanted but the first.
std::unique_ptr<SelectedLines> no_lines();

}  // namespace peel::cli
