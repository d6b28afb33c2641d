#include "sources/text/record_output.hpp"

#include <utility>

namespace peel::sources {

namespace {

constexpr std::size_t kWaitingBytes = std::size_t{1} << 20;

}  // namespace

Result<void> RecordOutput::put(std::string_view text) {
  if (text.empty()) return {};
  is_empty_ = false;
  waiting_ += text;
  return waiting_.size() < kWaitingBytes ? Result<void>() : flush();
}

Result<void> RecordOutput::keep(std::string_view record, std::string_view end) {
  note_end(end);
  if (end.empty()) {
    last_ = record;
    return {};
  }
  // A record that moves to the beginning of the file.
  const bool is_first = is_empty_ && delimiter_;
  if (auto written = is_first ? put(at_beginning(record, *delimiter_)) : put(record); !written)
    return written;
  return put(end);
}

void RecordOutput::note_end(std::string_view end) {
  if (end_.empty()) end_ = end;
}

Result<void> RecordOutput::append(std::string_view record) {
  if (const auto last = std::exchange(last_, std::nullopt)) {
    const std::string ended = delimiter_ ? before_end_of_line(*last, *delimiter_) : *last;
    if (auto kept = keep(ended, end_of_line()); !kept) return kept;
  }
  return keep(record, end_of_line());
}

Result<void> RecordOutput::finish() {
  if (const auto last = std::exchange(last_, std::nullopt)) {
    const bool is_first = is_empty_ && delimiter_;
    if (auto written = is_first ? put(at_beginning(*last, *delimiter_)) : put(*last); !written)
      return written;
  }
  return flush();
}

Result<void> RecordOutput::flush() {
  auto written = file_.write(as_bytes(waiting_));
  waiting_.clear();
  return written;
}

}  // namespace peel::sources
