// A file that is read from its beginning to its end, more than once if need be: a regular file by its
// offsets, a pipe through a copy. Files are read and not mapped, since a mapped file that shrinks kills its
// reader.
#pragma once

#include "peel/core/result.hpp"

#include "sources/file_descriptor.hpp"
#include "sources/spool.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <utility>

namespace peel::sources {

class InputFile {
 public:
  enum class Passes : std::uint8_t { one, several };
  // What is appended to a regular file after it was opened, as to a log that is in use.
  enum class Growth : std::uint8_t { refused, left_out };

  static constexpr std::string_view kRows = "a file of lines, CSV or TSV";

  // "-" is standard input, read from where it stands. Fails with `io` for what is not there, may not be read,
  // or is a directory; the sentence then says what would be accepted.
  static Result<InputFile> open(const std::string& path, Passes passes, Growth growth = Growth::refused,
                                std::string_view accepted = kRows);

  // Reads up to room.size() bytes; none are the end. Fails with `io` if the file cannot be read, or if it is
  // no longer what it was when it was opened: a regular file must keep its size and its time of change. Where
  // growth is left out it may grow, and then nothing tells whether its beginning changed too.
  Result<std::size_t> read(std::span<char> room);
  Result<void> rewind();
  // Fills all of `room` from this place on, wherever reading is. For files that have a size.
  Result<void> read_at(std::uint64_t offset, std::span<char> room) const;

  std::optional<std::uint64_t> size() const { return size_; }
  std::uint64_t position() const { return position_; }
  const std::string& name() const { return name_; }

 private:
  InputFile(FileDescriptor file, std::string name, Passes passes, Growth growth)
      : file_(std::move(file)), name_(std::move(name)), passes_(passes), growth_(growth) {}
  Result<std::size_t> read_stream(std::span<char> room);
  Result<std::size_t> end_of_pass() const;
  tl::unexpected<Error> changed() const;

  FileDescriptor file_;
  std::string name_;
  Passes passes_;
  Growth growth_;
  struct stat opened_ {};
  std::uint64_t start_ = 0;            // the offset of the first byte
  std::optional<std::uint64_t> size_;  // of what is read by offsets
  std::uint64_t position_ = 0;         // in this pass
  std::uint64_t streamed_ = 0;         // taken from the pipe in all passes
  bool stream_ended_ = false;
  std::optional<Spool> spool_;
};

}  // namespace peel::sources
