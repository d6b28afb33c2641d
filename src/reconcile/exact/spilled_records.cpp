#include "reconcile/exact/spilled_records.hpp"

#include <algorithm>
#include <cstring>

namespace peel::reconcile {

namespace {

constexpr std::size_t kLengthBytes = 4;
constexpr std::size_t kReadBytes = std::size_t{1} << 16;

}  // namespace

void SpilledRecords::append(std::initializer_list<ByteView> parts) {
  std::size_t size = 0;
  for (const ByteView part : parts) size += part.size();
  const std::size_t at = waiting_.size();
  waiting_.resize(at + kLengthBytes);
  store_le(&waiting_[at], size, kLengthBytes);
  for (const ByteView part : parts) waiting_.insert(waiting_.end(), part.begin(), part.end());
  ++records_;
}

Result<void> SpilledRecords::flush() {
  if (waiting_.empty()) return {};
  if (!file_) {
    auto created = spill_->create();
    if (!created) return failure(created.error());
    file_ = std::move(*created);
  }
  if (auto appended = file_->append(waiting_); !appended) return appended;
  Bytes().swap(waiting_);
  return {};
}

// Makes sure that the buffer holds so many bytes from begin_ on; false if there are no more at all.
Result<bool> SpilledRecords::Reader::have(std::size_t bytes) {
  while (buffer_.size() - begin_ < bytes) {
    buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(begin_));
    begin_ = 0;
    const std::size_t held = buffer_.size();
    const std::size_t wanted = std::max(kReadBytes, bytes - held);
    const std::uint64_t spilled = records_.spilled_bytes();
    buffer_.resize(held + wanted);
    std::size_t got = 0;
    if (position_ < spilled) {
      const auto read = records_.file_->read_at(position_, std::span(buffer_).subspan(held));
      if (!read) return failure(read.error());
      got = *read;
    } else {
      const ByteView rest = ByteView(records_.waiting_).subspan(position_ - spilled);
      got = std::min(wanted, rest.size());
      std::copy_n(rest.begin(), got, buffer_.begin() + static_cast<std::ptrdiff_t>(held));
    }
    buffer_.resize(held + got);
    position_ += got;
    if (got == 0) return false;
  }
  return true;
}

Result<std::optional<ByteView>> SpilledRecords::Reader::next() {
  const auto has_length = have(kLengthBytes);
  if (!has_length) return failure(has_length.error());
  if (!*has_length) {
    if (read_ == records_.records()) return std::nullopt;
    return failure(ErrorCode::io, "a temporary file is shorter than what was written to it");
  }
  const std::size_t size = load_le(&buffer_[begin_], kLengthBytes);
  const auto has_record = have(kLengthBytes + size);
  if (!has_record) return failure(has_record.error());
  if (!*has_record) return failure(ErrorCode::io, "a temporary file is shorter than what was written to it");
  const ByteView record = ByteView(buffer_).subspan(begin_ + kLengthBytes, size);
  begin_ += kLengthBytes + size;
  ++read_;
  return record;
}

}  // namespace peel::reconcile
