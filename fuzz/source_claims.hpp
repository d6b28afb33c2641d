// What holds for any source that reads a file, whatever is in it: the ends of blocks leave no trace, a second
// pass reads the same, and a file is in step with itself.
#pragma once

#include "fuzz/claim.hpp"
#include "sources/in_step.hpp"
#include "sources/open_source.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace peel::fuzz {

using namespace sources;

// A file in memory, which has a name only in /proc.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view contents) : number_(::memfd_create("source", 0)) {
    const ssize_t written = ::write(number_, contents.data(), contents.size());
    if (written != static_cast<ssize_t>(contents.size())) std::abort();
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { ::close(number_); }
  std::string path() const { return "/proc/self/fd/" + std::to_string(number_); }

 private:
  int number_;
};

struct Read {
  std::vector<std::string> columns;
  std::vector<std::string> cells;  // each row's fields, then its raw bytes and its line
  std::string error;

  bool operator==(const Read&) const = default;
};

inline Read read_rest(RowSource& source) {
  Read read{source.schema().columns, {}, {}};
  RowBatch batch;
  do {
    if (const auto next = source.next(batch); !next) {
      claim(!next.error().sentence().empty(), "a refusal says why");
      read.error = next.error().sentence();
      return read;
    }
    for (std::size_t row = 0; row < batch.size(); ++row) {
      claim(batch.fields(row).size() == read.columns.size(), "each row has a field for each column");
      for (const std::string_view field : batch.fields(row)) read.cells.emplace_back(field);
      read.cells.emplace_back(batch.raw(row));
      read.cells.push_back(std::to_string(batch.line(row)));
    }
  } while (!batch.empty());
  return read;
}

inline Read read_twice(const SourceSpec& spec, std::size_t block_bytes) {
  const auto source = open_source_with(spec, {block_bytes});
  if (!source) return {{}, {}, source.error().sentence()};
  Read first = read_rest(**source);
  claim((*source)->rewind().has_value(), "a file can be read again");
  claim(read_rest(**source) == first, "a second pass reads the same");
  return first;
}

struct Nothing : UnmatchedRows {
  Result<void> left(const RowBatch&) override { return failure(ErrorCode::io, "left"); }
  Result<void> right(const RowBatch&) override { return failure(ErrorCode::io, "right"); }
};

inline void walk_with_itself(const SourceSpec& spec, const Read& whole) {
  const auto left = open_source_with(spec, {5});
  const auto right = open_source_with(spec, {8});
  if (!left || !right) return;
  Nothing nothing;
  const auto outcome = pass_in_step(**left, **right, nothing);
  claim(outcome.has_value(), "a file has no row without partner in itself");
  claim((*outcome == InStep::to_the_end) == whole.error.empty(), "step is lost only at a fault");
  claim(read_rest(**left).error == whole.error, "a fault is left to the next reader");
  claim(read_rest(**right).error == whole.error, "a fault is left to the next reader");
  const std::uint64_t rows = whole.cells.size() / (whole.columns.size() + 2);
  claim((*left)->rows_read() == rows && (*right)->rows_read() == rows, "rows passed over are counted");
}

// All of it. `size` bytes are a block that holds the whole file.
inline Read claim_all_of_source(const SourceSpec& spec, std::size_t size) {
  Read whole = read_twice(spec, size);
  for (const std::size_t block_bytes : {1U, 2U, 3U, 7U, 16U, 64U, 100U}) {
    claim(read_twice(spec, block_bytes) == whole, "the ends of blocks leave no trace");
  }
  walk_with_itself(spec, whole);
  return whole;
}

}  // namespace peel::fuzz
