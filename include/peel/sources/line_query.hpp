// LineQuery: the rows of a source whose keys are in a filter, or those whose keys are not; read, asked and
// handed on in batches. Link peel::sources.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/watch.hpp"
#include "peel/rows/row_source.hpp"
#include "peel/sources/filter_file.hpp"
#include "peel/sources/filter_keys.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace peel::sources {

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
  virtual bool take(const QueriedFile& file, const rows::RowBatch& batch,
                    std::span<const std::uint32_t> rows) = 0;
  // Called behind each batch of a pipe in which lines were selected, since somebody may be waiting for them.
  virtual void flush() {}
  // Called at the end of a file that could be read.
  virtual void end(const QueriedFile&) {}
};

class LineQuery {
 public:
  LineQuery(FilterFile& filter, Selection selection) : filter_(filter), selection_(selection) {}

  // Asks for all lines of a source, or as many as `lines` wants. Fails only if the filter cannot be asked,
  // and as the watch does.
  Result<QueriedFile> run(std::string name, rows::RowSource& source, const RowKeys& keys,
                          SelectedLines& lines, const reconcile::Watch& watch);

 private:
  Result<void> select(const rows::RowBatch& batch);

  FilterFile& filter_;
  Selection selection_;
  HashedKeys keys_;
  std::unique_ptr<bool[]> found_;
  std::size_t room_ = 0;
  std::vector<std::uint32_t> selected_;
};

}  // namespace peel::sources
