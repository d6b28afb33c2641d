// What sources that read a file have in common: a buffer that is filled in large blocks, and the place
// reached in it. It grows only for a row that is longer than it. Also what it takes to pass over rows without
// cutting them into fields, for reading two files in step.
#pragma once

#include "sources/input_file.hpp"
#include "sources/record_scanner.hpp"
#include "sources/source.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace peel::sources {

// How much is waited for when a pipe gives little at a time.
enum class Waiting : std::uint8_t { for_a_block, for_anything };

struct ReadingLimits {
  std::size_t block_bytes = std::size_t{1} << 20;
  std::size_t row_bytes = kMostRowBytes;  // a longer row is refused
  std::string_view longer_rows = {};      // how to have them read, said with the refusal
  Waiting waiting = Waiting::for_a_block;
};

// Whole rows, ends of lines included.
struct Stretch {
  std::size_t bytes = 0;
  std::uint64_t rows = 0;
  std::uint64_t lines = 0;
};

class BlockSource : public RowSource {
 public:
  BlockSource(InputFile file, ReadingLimits limits);

  Result<void> next(RowBatch& batch) final;
  Result<void> rewind() final;
  std::optional<std::uint64_t> size() const final { return file_.size(); }
  // As pass_in_step says (sources/in_step.hpp).
  Result<InStep> read_in_step(RowSource& right, UnmatchedRows& unmatched) final;

  // As next, but at most `most` rows.
  virtual Result<void> take(RowBatch& batch, std::size_t most) = 0;

  // Whether equal bytes are equal rows in both.
  virtual bool reads_like(const BlockSource& other) const = 0;

  // What is in the buffer and not yet handed out; it begins with a row.
  std::string_view unread() const { return {buffer_.get() + begin_, end_ - begin_}; }
  // Where they begin: in bytes from the beginning of the file, and the number of the line.
  std::uint64_t offset() const { return file_.position() - unread().size(); }
  std::uint64_t line() const { return line_; }
  // Where a view of the last batch, or of the unread bytes, stands: in bytes from the beginning of the file.
  std::uint64_t offset_of(std::string_view view) const {
    return offset() - static_cast<std::uint64_t>(unread().data() - view.data());
  }
  // As InputFile::read_at.
  Result<void> read_at(std::uint64_t offset, std::span<char> room) const {
    return file_.read_at(offset, room);
  }
  // Whether the buffer holds all the rest of the file.
  bool at_end() const { return at_end_; }
  // Whether fetch would read more without growing the buffer.
  bool has_room() const { return !at_end_ && end_ - begin_ < capacity_; }
  // Reads until the buffer is full or the file ends; or, if so limited, whatever comes first. A buffer that
  // is already full of one row grows.
  Result<void> fetch();

  // The rows that the first `bytes` unread bytes hold whole, and whether what follows them there can be read.
  struct Within {
    Stretch rows;
    bool is_readable = true;
  };
  virtual Within rows_within(std::size_t bytes) const = 0;

  // The row that begins at this offset of the unread bytes.
  struct Ahead {
    enum class Found : std::uint8_t { row, end, incomplete, unreadable };
    Found found;
    std::string_view raw;
    Stretch stretch;  // from the offset to behind the row
  };
  virtual Ahead row_at(std::size_t offset) const = 0;

  // Goes on behind these rows, which are at the beginning of the unread bytes.
  void pass_over(Stretch rows);

 protected:
  // Called with the file rewound and an empty buffer: goes to the first row.
  virtual Result<void> find_first_row() = 0;

  // Goes behind the mark that may stand at the beginning of a file in UTF-8. Fails with `malformed` for that
  // of UTF-16.
  Result<void> pass_byte_order_mark();

  Tail tail() const { return at_end_ ? Tail::end_of_file : Tail::more_may_come; }
  bool is_too_long(std::string_view row) const { return row.size() > limits_.row_bytes; }
  tl::unexpected<Error> too_long(std::uint64_t line) const;
  // "FILE, line 7: ..."
  tl::unexpected<Error> fault_in_line(ErrorCode code, std::uint64_t line, const std::string& what) const;

 private:
  void grow();

  InputFile file_;
  ReadingLimits limits_;
  std::unique_ptr<char[]> buffer_;
  std::size_t capacity_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool at_end_ = false;
  std::uint64_t line_ = 1;
};

}  // namespace peel::sources
