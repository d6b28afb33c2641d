// Some rows of a source, as views into the buffer of the source. They are valid until the next call on that
// source. A batch is made once and filled again and again, so that reading does not allocate. Cells of a
// typed source have tags, and their bytes are kept by the batch itself.
#pragma once

#include "peel/rows/cell.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace peel::rows {

// A batch ends when it has so many rows or when their bytes are so many: what is in work stays in the cache.
constexpr std::size_t kBatchRows = 512;
constexpr std::size_t kBatchBytes = std::size_t{1} << 16;

class RowBatch {
 public:
  std::size_t size() const { return raws_.size(); }
  bool empty() const { return raws_.empty(); }

  // The cells of a table's row, without quotes; of text the line, as one field.
  std::span<const std::string_view> fields(std::size_t row) const {
    if (columns_ == 0) return {&raws_[row], 1};
    return std::span(fields_).subspan(row * columns_, columns_);
  }
  // What kind of value each field is: its bytes are the payload of such a cell. None where the source is
  // untyped: all fields are text as it stands in a file.
  std::span<const CellTag> tags(std::size_t row) const {
    if (!is_typed_) return {};
    return std::span(tags_).subspan(row * columns_, columns_);
  }
  // The row as it stands in the source, without the end of its line; empty where it comes from a database.
  std::string_view raw(std::size_t row) const { return raws_[row]; }
  // The line of the source that the row begins in; the first is 1. Of a typed source any number that grows
  // from row to row.
  std::uint64_t line(std::size_t row) const { return lines_[row]; }

  // For sources, which fill it: clear, then for each row begin_row, write and mark its fields, and add or
  // drop it; finish at the end. Without columns a row is its own only field.
  void clear(std::size_t columns);
  std::span<std::string_view> begin_row();
  void mark_escaped(std::size_t column);  // this field of the row begun has doubled quotes in it
  void add_row(std::string_view raw, std::uint64_t line);
  void drop_row();
  void finish();

  // For typed sources: clear_typed, then for each row a cell for each column, and end_row, or add_row where
  // it stands in a file. Payloads are copied.
  void clear_typed(std::size_t columns);
  void add_cell(const Cell& cell);
  void end_row(std::uint64_t order);
  std::size_t kept_bytes() const { return kept_bytes_; }  // of payloads, since clear_typed

 private:
  std::string_view keep(std::string_view payload);

  std::size_t columns_ = 0;
  std::vector<std::string_view> raws_;
  std::vector<std::uint64_t> lines_;
  std::vector<std::string_view> fields_;  // columns_ for each row
  std::vector<std::size_t> escaped_;      // fields to be rewritten by finish
  std::vector<char> unescaped_;           // where they then are

  bool is_typed_ = false;
  std::vector<CellTag> tags_;  // columns_ for each row
  // Payloads lie in blocks that never move; a block is used again after clear_typed.
  struct Block {
    std::unique_ptr<char[]> bytes;
    std::size_t size;
  };
  std::vector<Block> blocks_;
  std::size_t block_ = 0;  // the one being filled
  std::size_t used_ = 0;   // bytes of it
  std::size_t kept_bytes_ = 0;
};

}  // namespace peel::rows
