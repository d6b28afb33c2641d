#include "sources/followed_lines.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>

namespace peel::sources {

namespace {

constexpr std::size_t kBlock = std::size_t{1} << 20;
constexpr const char* kAccepted = "; accepted is a file of lines, or - for standard input";

tl::unexpected<Error> cannot_follow(const std::string& name, int reason) {
  return failure(ErrorCode::io, "cannot read " + name + ": " + reason_of(reason) + kAccepted);
}

int open_to_read(const std::string& path) {
  return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
}

bool is_readable(int descriptor) {
  pollfd waiting{.fd = descriptor, .events = POLLIN, .revents = 0};
  return ::poll(&waiting, 1, 0) == 1;
}

bool are_one_file(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

}  // namespace

FollowedLines::FollowedLines(FileDescriptor file, std::string path, std::string name)
    : file_(std::move(file)),
      path_(std::move(path)),
      name_(std::move(name)),
      buffer_(std::make_unique_for_overwrite<char[]>(kBlock)),
      capacity_(kBlock) {}

Result<FollowedLines> FollowedLines::open(const std::string& path) {
  const bool standard = path == "-";
  const std::string name = standard ? "standard input" : path.empty() ? "''" : path;
  FileDescriptor file =
      standard ? FileDescriptor::borrowed(STDIN_FILENO) : FileDescriptor::owned(open_to_read(path));
  if (!file.is_open()) return cannot_follow(name, errno);
  FollowedLines lines(std::move(file), standard ? "" : path, name);
  if (::fstat(lines.file_.number(), &lines.opened_) != 0) return cannot_follow(name, errno);
  if (S_ISDIR(lines.opened_.st_mode)) return failure(ErrorCode::io, name + " is a directory" + kAccepted);
  if (standard && lines.is_regular()) {
    const off_t start = ::lseek(lines.file_.number(), 0, SEEK_CUR);
    lines.position_ = static_cast<std::uint64_t>(std::max<off_t>(start, 0));
  }
  return lines;
}

std::optional<int> FollowedLines::pipe() const {
  return is_regular() ? std::nullopt : std::optional(file_.number());
}

Result<FollowedLines::Found> FollowedLines::next(RowBatch& batch) {
  for (;;) {
    cut_lines(batch);
    if (!batch.empty()) return Found::lines;
    if (auto made = make_room(); !made) return failure(made.error());
    const auto got = read_more();
    if (!got) return failure(got.error());
    if (!*got) return Found::nothing;
    if (**got > 0) continue;
    if (!is_regular()) {
      take_rest(batch);
      return batch.empty() ? Found::end : Found::lines;
    }
    if (starts_over()) continue;
    // The old file is read once more after the new one was seen: its writer may have been late.
    const bool was_replaced = successor_.has_value();
    const auto replaced = is_replaced();
    if (!replaced) return failure(replaced.error());
    if (!*replaced) return Found::nothing;
    if (!was_replaced) continue;
    take_rest(batch);
    file_ = std::move(*successor_);
    successor_.reset();
    position_ = 0;
    remarks_.push_back(name_ + " was replaced; reading the new file");
    if (::fstat(file_.number(), &opened_) != 0) return cannot_follow(name_, errno);
    if (!batch.empty()) return Found::lines;
  }
}

void FollowedLines::cut_lines(RowBatch& batch) {
  batch.clear(0);
  const std::size_t first = begin_;
  while (scanned_ < end_ && batch.size() < kBatchRows && begin_ - first < kBatchBytes) {
    const char* const found =
        static_cast<const char*>(std::memchr(buffer_.get() + scanned_, '\n', end_ - scanned_));
    if (found == nullptr) {
      scanned_ = end_;
      return;
    }
    const auto newline = static_cast<std::size_t>(found - buffer_.get());
    batch.add_row({buffer_.get() + begin_, newline - begin_}, 0);
    begin_ = scanned_ = newline + 1;
  }
}

void FollowedLines::take_rest(RowBatch& batch) {
  if (begin_ < end_) batch.add_row({buffer_.get() + begin_, end_ - begin_}, 0);
  begin_ = scanned_ = end_;
}

Result<void> FollowedLines::make_room() {
  if (begin_ > 0) {
    std::memmove(buffer_.get(), buffer_.get() + begin_, end_ - begin_);
    end_ -= begin_;
    scanned_ -= begin_;
    begin_ = 0;
  }
  if (end_ < capacity_) return {};
  if (capacity_ > kMostRowBytes) {
    return failure(ErrorCode::limit_exceeded, name_ + ": a line of more than " +
                                                  std::to_string(kMostRowBytes) +
                                                  " bytes, which is the most that is read");
  }
  auto larger = std::make_unique_for_overwrite<char[]>(capacity_ * 2);
  std::memcpy(larger.get(), buffer_.get(), end_);
  buffer_ = std::move(larger);
  capacity_ *= 2;
  return {};
}

// How many bytes came, 0 at the end; nothing where one would have to wait.
Result<std::optional<std::size_t>> FollowedLines::read_more() {
  if (!is_regular() && !is_readable(file_.number())) return std::nullopt;
  char* const room = buffer_.get() + end_;
  for (;;) {
    const ssize_t got = is_regular()
                            ? ::pread(file_.number(), room, capacity_ - end_, static_cast<off_t>(position_))
                            : ::read(file_.number(), room, capacity_ - end_);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return cannot_follow(name_, errno);
    position_ += static_cast<std::uint64_t>(got);
    end_ += static_cast<std::size_t>(got);
    return static_cast<std::size_t>(got);
  }
}

bool FollowedLines::starts_over() {
  struct stat now {};
  if (::fstat(file_.number(), &now) != 0 || static_cast<std::uint64_t>(now.st_size) >= position_)
    return false;
  remarks_.push_back(name_ + " was truncated; reading it from its beginning");
  position_ = 0;
  begin_ = scanned_ = end_ = 0;
  return true;
}

Result<bool> FollowedLines::is_replaced() {
  if (path_.empty()) return false;
  struct stat now {};
  if (::stat(path_.c_str(), &now) == 0) {
    if (are_one_file(now, opened_)) {
      is_gone_ = false;
      return false;
    }
    if (!S_ISREG(now.st_mode))
      return failure(ErrorCode::io, name_ + " was replaced by something that is no file" + kAccepted);
    FileDescriptor file = FileDescriptor::owned(open_to_read(path_));
    if (file.is_open()) {
      successor_ = std::move(file);
      is_gone_ = false;
      return true;
    }
  }
  if (!is_gone_) remarks_.push_back(name_ + " is gone; waiting for another of that name");
  is_gone_ = true;
  return false;
}

}  // namespace peel::sources
