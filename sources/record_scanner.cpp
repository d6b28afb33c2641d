#include "sources/record_scanner.hpp"

#include "sources/byte_search.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

namespace peel::sources {

namespace {

// The separators of the 64 bytes from `at` on, or of those that are there.
std::uint64_t separators_from(std::string_view bytes, std::size_t at, char delimiter) {
  const std::size_t left = bytes.size() - at;
  if (left >= kMaskBytes) return separators_in(bytes.data() + at, delimiter);
  char padded[kMaskBytes] = {};
  std::memcpy(padded, bytes.data() + at, left);
  return separators_in(padded, delimiter) & ((std::uint64_t{1} << left) - 1);
}

}  // namespace

RecordScanner::RecordScanner(std::string_view bytes, Tail tail, Dialect dialect, std::uint64_t line)
    : bytes_(bytes), tail_(tail), dialect_(dialect), line_(line) {
  if (!bytes_.empty()) separators_ = separators_from(bytes_, 0, dialect_.delimiter);
}

// The place of the next separator, each of which is asked for once and in order; bytes_.size() if there is
// none.
inline std::size_t RecordScanner::next_separator() {
  while (separators_ == 0) {
    if (bytes_.size() - block_ <= kMaskBytes) return bytes_.size();
    block_ += kMaskBytes;
    separators_ = separators_from(bytes_, block_, dialect_.delimiter);
  }
  const std::size_t at = block_ + static_cast<std::size_t>(std::countr_zero(separators_));
  separators_ &= separators_ - 1;
  return at;
}

RecordScanner::Found RecordScanner::next(RowBatch* batch) {
  if (const Found found = pass_empty_lines(); found != Found::record) return found;
  const std::span<std::string_view> fields =
      batch != nullptr ? batch->begin_row() : std::span<std::string_view>();
  begin_ = consumed_;
  record_line_ = line_;
  field_count_ = 0;
  std::uint64_t line = line_;
  Field field;
  field.next = begin_;
  do {
    const std::size_t begin = scan_plain_run(field.next, fields);
    const bool is_quoted = begin < bytes_.size() && bytes_[begin] == '"';
    const Found found = is_quoted ? scan_quoted(begin, line, field) : scan_plain(begin, field);
    if (found != Found::record) return found;
    // Fields beyond the columns are counted for the message and not kept.
    if (field_count_ < fields.size()) {
      fields[field_count_] = {bytes_.data() + field.text_begin, field.text_end - field.text_begin};
      if (field.has_doubled_quotes && batch != nullptr) batch->mark_escaped(field_count_);
    }
    ++field_count_;
  } while (!field.ends_record);
  fault_line_ = record_line_;
  if (field.end - begin_ > dialect_.row_bytes) return Found::too_long;
  if (dialect_.columns != 0 && field_count_ != dialect_.columns) return Found::ragged;
  raw_end_ = field.end;
  consumed_ = field.next;
  line_ = line + 1;
  return Found::record;
}

RecordScanner::Found RecordScanner::pass_empty_lines() {
  while (consumed_ < bytes_.size()) {
    if (dialect_.columns == 1) return Found::record;
    std::size_t newline = consumed_;
    if (bytes_[newline] == '\r' && ++newline == bytes_.size()) {
      return tail_ == Tail::end_of_file ? Found::record : Found::incomplete;
    }
    if (bytes_[newline] != '\n') return Found::record;
    next_separator();
    consumed_ = newline + 1;
    ++line_;
  }
  return tail_ == Tail::end_of_file ? Found::end : Found::incomplete;
}

// The cells from `begin` on that end with a delimiter in the mask at hand and have no quote, as most do.
// Returns where the next cell begins, which may be of any kind. A quoted cell ends the run by its opening
// quote.
inline std::size_t RecordScanner::scan_plain_run(std::size_t begin, std::span<std::string_view> fields) {
  const char* const bytes = bytes_.data();
  const char delimiter = dialect_.delimiter;
  std::uint64_t separators = separators_;
  std::size_t count = field_count_;
  while (separators != 0) {
    const std::size_t at = block_ + static_cast<std::size_t>(std::countr_zero(separators));
    if (bytes[at] != delimiter) break;
    if (count < fields.size()) fields[count] = {bytes + begin, at - begin};
    ++count;
    begin = at + 1;
    separators &= separators - 1;
  }
  separators_ = separators;
  field_count_ = count;
  return begin;
}

inline RecordScanner::Found RecordScanner::scan_plain(std::size_t begin, Field& field) {
  std::size_t at = next_separator();
  while (at < bytes_.size() && bytes_[at] == '"') at = next_separator();
  if (at == bytes_.size() && tail_ == Tail::more_may_come) return Found::incomplete;
  field.has_doubled_quotes = false;
  field.end = at;
  field.next = std::min(at + 1, bytes_.size());
  field.ends_record = at == bytes_.size() || bytes_[at] == '\n';
  if (at < bytes_.size() && field.ends_record && at > begin && bytes_[at - 1] == '\r') --field.end;
  field.text_begin = begin;
  field.text_end = field.end;
  return Found::record;
}

RecordScanner::Found RecordScanner::scan_quoted(std::size_t begin, std::uint64_t& line, Field& field) {
  const std::uint64_t opened_at = line;
  next_separator();  // the opening quote
  field.has_doubled_quotes = false;
  for (;;) {
    const std::size_t at = next_separator();
    if (at == bytes_.size()) {
      fault_line_ = opened_at;
      return tail_ == Tail::end_of_file ? Found::never_closed : Found::incomplete;
    }
    if (bytes_[at] == '\n') ++line;
    if (bytes_[at] != '"') continue;
    if (at + 1 == bytes_.size() || bytes_[at + 1] != '"') {
      field.text_begin = begin + 1;
      field.text_end = at;
      return end_quoted(at, line, field);
    }
    next_separator();  // the second of a pair, which stands for one
    field.has_doubled_quotes = true;
  }
}

// What follows a closing quote ends the field, or is a fault.
RecordScanner::Found RecordScanner::end_quoted(std::size_t closing, std::uint64_t line, Field& field) {
  std::size_t at = closing + 1;
  field.end = at;
  if (at < bytes_.size() && bytes_[at] == '\r' && (at + 1 == bytes_.size() || bytes_[at + 1] == '\n')) ++at;
  if (at == bytes_.size() && tail_ == Tail::more_may_come) return Found::incomplete;
  if (at == field.end && at == bytes_.size()) {
    field.next = at;
    field.ends_record = true;
    return Found::record;
  }
  const bool at_newline = at < bytes_.size() && bytes_[at] == '\n';
  if (!at_newline && (at > field.end || bytes_[at] != dialect_.delimiter)) {
    offender_ = field.end;
    fault_line_ = line;
    return Found::after_quote;
  }
  next_separator();
  field.next = at + 1;
  field.ends_record = at_newline;
  return Found::record;
}

}  // namespace peel::sources
