// Any bytes as a table: the ends of blocks leave no trace, a second pass reads the same, and a file is in
// step with itself. The first byte chooses header and delimiter.
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

namespace {

using namespace peel;
using namespace peel::sources;

// A file in memory, which has a name only in /proc.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view contents) : number_(::memfd_create("table", 0)) {
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

Read read_rest(RowSource& source) {
  Read read{source.schema().columns, {}, {}};
  RowBatch batch;
  do {
    if (const auto next = source.next(batch); !next) {
      fuzz::claim(!next.error().sentence().empty(), "a refusal says why");
      read.error = next.error().sentence();
      return read;
    }
    for (std::size_t row = 0; row < batch.size(); ++row) {
      fuzz::claim(batch.fields(row).size() == read.columns.size(), "each row has a field for each column");
      for (const std::string_view field : batch.fields(row)) read.cells.emplace_back(field);
      read.cells.emplace_back(batch.raw(row));
      read.cells.push_back(std::to_string(batch.line(row)));
    }
  } while (!batch.empty());
  return read;
}

Read read_twice(const SourceSpec& spec, std::size_t block_bytes) {
  const auto source = open_source_with(spec, {block_bytes});
  if (!source) return {{}, {}, source.error().sentence()};
  Read first = read_rest(**source);
  fuzz::claim((*source)->rewind().has_value(), "a file can be read again");
  fuzz::claim(read_rest(**source) == first, "a second pass reads the same");
  return first;
}

struct Nothing : UnmatchedRows {
  Result<void> left(const RowBatch&) override { return failure(ErrorCode::io, "left"); }
  Result<void> right(const RowBatch&) override { return failure(ErrorCode::io, "right"); }
};

void walk_with_itself(const SourceSpec& spec, const Read& whole) {
  const auto left = open_source_with(spec, {5});
  const auto right = open_source_with(spec, {8});
  if (!left || !right) return;
  Nothing nothing;
  const auto outcome = pass_in_step(**left, **right, nothing);
  fuzz::claim(outcome.has_value(), "a file has no row without partner in itself");
  fuzz::claim((*outcome == InStep::to_the_end) == whole.error.empty(), "step is lost only at a fault");
  fuzz::claim(read_rest(**left).error == whole.error, "a fault is left to the next reader");
  fuzz::claim(read_rest(**right).error == whole.error, "a fault is left to the next reader");
  const std::uint64_t rows = whole.cells.size() / (whole.columns.size() + 2);
  fuzz::claim((*left)->rows_read() == rows && (*right)->rows_read() == rows, "rows passed over are counted");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const MemoryFile file({reinterpret_cast<const char*>(data) + 1, size - 1});
  SourceSpec spec{file.path()};
  spec.kind = (data[0] & 2) != 0 ? SourceKind::tsv : SourceKind::csv;
  spec.header = (data[0] & 1) == 0;
  const Read whole = read_twice(spec, size);
  for (const std::size_t block_bytes : {1U, 2U, 3U, 7U, 16U, 64U, 100U}) {
    fuzz::claim(read_twice(spec, block_bytes) == whole, "the ends of blocks leave no trace");
  }
  walk_with_itself(spec, whole);
  return 0;
}
