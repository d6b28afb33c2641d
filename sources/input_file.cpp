#include "sources/input_file.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/types.h>

namespace peel::sources {

namespace {

tl::unexpected<Error> cannot_read(const std::string& name, int reason) {
  return failure(ErrorCode::io, "cannot read " + name + ": " + reason_of(reason));
}

tl::unexpected<Error> not_opened(std::string sentence, std::string_view accepted) {
  sentence.append("; accepted is ").append(accepted).append(", or - for standard input");
  return failure(ErrorCode::io, std::move(sentence));
}

std::string spoken_name(const std::string& path) {
  if (path.empty()) return "''";
  return path == "-" ? "standard input" : path;
}

}  // namespace

Result<InputFile> InputFile::open(const std::string& path, Passes passes, Growth growth,
                                  std::string_view accepted) {
  const bool standard = path == "-";
  const std::string name = spoken_name(path);
  FileDescriptor file = standard
                            ? FileDescriptor::borrowed(STDIN_FILENO)
                            : FileDescriptor::owned(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (!file.is_open()) return not_opened(cannot_read(name, errno).value().sentence(), accepted);
  InputFile input(std::move(file), name, passes, growth);
  const int number = input.file_.number();
  if (::fstat(number, &input.opened_) != 0) return cannot_read(name, errno);
  if (S_ISDIR(input.opened_.st_mode)) return not_opened(name + " is a directory", accepted);
  // A regular file without size may be the kernel's, with contents made while they are read: a stream.
  if (!S_ISREG(input.opened_.st_mode) || input.opened_.st_size == 0) return input;
  const off_t start = standard ? std::max<off_t>(::lseek(number, 0, SEEK_CUR), 0) : 0;
  input.start_ = static_cast<std::uint64_t>(start);
  input.size_ = static_cast<std::uint64_t>(std::max<off_t>(input.opened_.st_size - start, 0));
  // Advice only: the system reads further ahead.
  static_cast<void>(::posix_fadvise(number, 0, 0, POSIX_FADV_SEQUENTIAL));
  return input;
}

Result<std::size_t> InputFile::read(std::span<char> room) {
  if (!size_) return read_stream(room);
  if (growth_ == Growth::left_out)
    room = room.first(std::min<std::uint64_t>(room.size(), *size_ - position_));
  for (;;) {
    const ssize_t got =
        ::pread(file_.number(), room.data(), room.size(), static_cast<off_t>(start_ + position_));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return cannot_read(name_, errno);
    if (got == 0) return end_of_pass();
    position_ += static_cast<std::uint64_t>(got);
    // Said at once: a file that keeps growing has no end.
    if (position_ > *size_) return changed();
    return static_cast<std::size_t>(got);
  }
}

Result<std::size_t> InputFile::read_stream(std::span<char> room) {
  if (position_ < streamed_) {
    const std::uint64_t copied = std::min<std::uint64_t>(room.size(), streamed_ - position_);
    auto got = spool_->read_at(position_, room.first(static_cast<std::size_t>(copied)));
    if (got) position_ += *got;
    return got;
  }
  // A terminal that has said its end is not asked again.
  while (!stream_ended_) {
    const ssize_t got = ::read(file_.number(), room.data(), room.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return cannot_read(name_, errno);
    stream_ended_ = got == 0;
    if (stream_ended_) break;
    const auto count = static_cast<std::size_t>(got);
    if (passes_ == Passes::several) {
      if (!spool_) {
        auto created = Spool::create(name_);
        if (!created) return failure(created.error());
        spool_ = std::move(*created);
      }
      if (auto kept = spool_->append(room.first(count)); !kept) return failure(kept.error());
    }
    position_ = streamed_ += count;
    return count;
  }
  return end_of_pass();
}

Result<void> InputFile::read_at(std::uint64_t offset, std::span<char> room) const {
  while (!room.empty()) {
    const ssize_t got =
        ::pread(file_.number(), room.data(), room.size(), static_cast<off_t>(start_ + offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return cannot_read(name_, errno);
    if (got == 0) return changed();
    offset += static_cast<std::uint64_t>(got);
    room = room.subspan(static_cast<std::size_t>(got));
  }
  return {};
}

Result<std::size_t> InputFile::end_of_pass() const {
  if (!S_ISREG(opened_.st_mode)) return 0;
  struct stat now {};
  if (::fstat(file_.number(), &now) != 0) return cannot_read(name_, errno);
  const bool same = now.st_size == opened_.st_size && now.st_mtim.tv_sec == opened_.st_mtim.tv_sec &&
                    now.st_mtim.tv_nsec == opened_.st_mtim.tv_nsec;
  const bool grew = growth_ == Growth::left_out && size_ && now.st_size > opened_.st_size;
  if ((!same && !grew) || (size_ && position_ != *size_)) return changed();
  return 0;
}

Result<void> InputFile::rewind() {
  if (streamed_ > 0 && !spool_) {
    return failure(ErrorCode::unsupported,
                   name_ + " is a pipe that was opened for one pass and cannot be read again");
  }
  position_ = 0;
  return {};
}

tl::unexpected<Error> InputFile::changed() const {
  return failure(ErrorCode::io, name_ + " changed while it was read; accepted is a file that stays as it is");
}

}  // namespace peel::sources
