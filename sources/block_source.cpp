#include "sources/block_source.hpp"

#include "sources/in_step.hpp"

#include <algorithm>
#include <cstring>

namespace peel::sources {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::size_t kShortRest = std::size_t{1} << 16;

// The mark of UTF-16 and three characters of ASCII. What has the mark alone may be text of another kind.
constexpr std::size_t kUtf16Beginning = 8;
bool begins_like_utf16(std::string_view bytes) {
  if (bytes.size() < kUtf16Beginning) return false;
  const bool is_little = bytes.starts_with("\xFF\xFE");
  if (!is_little && !bytes.starts_with("\xFE\xFF")) return false;
  for (std::size_t at = 2; at < kUtf16Beginning; at += 2) {
    const char high = bytes[is_little ? at + 1 : at];
    const char low = bytes[is_little ? at : at + 1];
    if (high != 0 || low == 0) return false;
  }
  return true;
}

}  // namespace

BlockSource::BlockSource(InputFile file, ReadingLimits limits)
    : RowSource(file.name()),
      file_(std::move(file)),
      limits_(limits),
      buffer_(std::make_unique_for_overwrite<char[]>(limits.block_bytes)),
      capacity_(limits.block_bytes) {}

Result<void> BlockSource::next(RowBatch& batch) {
  return take(batch, kBatchRows);
}

Result<InStep> BlockSource::read_in_step(RowSource& right, UnmatchedRows& unmatched) {
  return pass_in_step(*this, right, unmatched);
}

Result<void> BlockSource::rewind() {
  if (auto rewound = file_.rewind(); !rewound) return rewound;
  begin_ = end_ = 0;
  at_end_ = false;
  line_ = 1;
  set_bytes_read(0);
  set_rows_read(0);
  return find_first_row();
}

Result<void> BlockSource::fetch() {
  if (at_end_) return {};
  if (end_ - begin_ == capacity_) {
    // Two bytes more than a row may have, for the end of its line.
    if (capacity_ >= limits_.row_bytes + 2) return too_long(line_);
    grow();
  } else if (begin_ > 0) {
    std::memmove(buffer_.get(), buffer_.get() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  // Until it is full, also where a pipe gives little at a time: a row that is not yet whole is scanned again
  // after each fetch, so each must be worth it. Unless somebody waits for every row, and what is scanned
  // again is short.
  const bool takes_anything = limits_.waiting == Waiting::for_anything && end_ < kShortRest;
  while (end_ < capacity_) {
    const auto got = file_.read({buffer_.get() + end_, capacity_ - end_});
    if (!got) return failure(got.error());
    if (*got == 0) {
      at_end_ = true;
      break;
    }
    end_ += *got;
    set_bytes_read(file_.position());
    if (takes_anything) break;
  }
  return {};
}

void BlockSource::grow() {
  const std::size_t wanted = std::min(capacity_ * 2, std::max(capacity_, limits_.row_bytes) + 2);
  auto larger = std::make_unique_for_overwrite<char[]>(wanted);
  std::memcpy(larger.get(), buffer_.get() + begin_, end_ - begin_);
  buffer_ = std::move(larger);
  capacity_ = wanted;
  end_ -= begin_;
  begin_ = 0;
}

Result<void> BlockSource::pass_byte_order_mark() {
  while (unread().size() < kUtf16Beginning && !at_end()) {
    if (auto fetched = fetch(); !fetched) return fetched;
  }
  if (unread().starts_with(kByteOrderMark)) pass_over({kByteOrderMark.size(), 0, 0});
  if (begins_like_utf16(unread())) {
    return failure(ErrorCode::malformed,
                   name() + " is UTF-16; accepted is UTF-8, as iconv -f UTF-16 -t UTF-8 makes it");
  }
  return {};
}

void BlockSource::pass_over(Stretch rows) {
  begin_ += rows.bytes;
  line_ += rows.lines;
  set_rows_read(rows_read() + rows.rows);
}

tl::unexpected<Error> BlockSource::too_long(std::uint64_t line) const {
  return fault_in_line(ErrorCode::limit_exceeded, line,
                       "a row of more than " + std::to_string(limits_.row_bytes) +
                           " bytes, which is the most that is read" + std::string(limits_.longer_rows));
}

tl::unexpected<Error> BlockSource::fault_in_line(ErrorCode code, std::uint64_t line,
                                                 const std::string& what) const {
  return failure(code, name() + ", line " + std::to_string(line) + ": " + what);
}

}  // namespace peel::sources
