// Lines of a file that others append to, as tail -F reads them: to its end, and then whatever comes. A file
// that was truncated is read from its beginning again, and one that was replaced, as logs are when they are
// rotated, is read to its end before the new one is. A pipe is read until it ends.
#pragma once

#include "peel/core/result.hpp"

#include "sources/file_descriptor.hpp"
#include "sources/source.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <utility>
#include <vector>

namespace peel::sources {

class FollowedLines {
 public:
  // "-" is standard input, from where it stands. Fails with `io` for what is not there, may not be read, or
  // is a directory.
  static Result<FollowedLines> open(const std::string& path);

  enum class Found : std::uint8_t {
    lines,
    nothing,  // for now; ask again later
    end,      // of a pipe
  };

  // Fills the batch with lines that are complete, and never waits. They are valid until the next call. What
  // stands behind the last newline is a line once a pipe has ended or a file was replaced. Fails with `io` if
  // it cannot be read, with `limit_exceeded` for a line of more than kMostRowBytes.
  Result<Found> next(RowBatch& batch);

  // What can be waited for: the descriptor of a pipe. None of a file, which is looked at again.
  std::optional<int> pipe() const;
  // What happened to the file since the last call, in words.
  std::vector<std::string> take_remarks() { return std::exchange(remarks_, {}); }
  const std::string& name() const { return name_; }

 private:
  FollowedLines(FileDescriptor file, std::string path, std::string name);

  bool is_regular() const { return S_ISREG(opened_.st_mode); }
  void cut_lines(RowBatch& batch);
  void take_rest(RowBatch& batch);
  Result<void> make_room();
  Result<std::optional<std::size_t>> read_more();
  bool starts_over();
  Result<bool> is_replaced();

  FileDescriptor file_;
  std::string path_;
  std::string name_;
  struct stat opened_ {};
  std::optional<FileDescriptor> successor_;  // the file that has the name now
  bool is_gone_ = false;                     // nothing has the name, and that was said
  std::uint64_t position_ = 0;
  std::unique_ptr<char[]> buffer_;
  std::size_t capacity_;
  std::size_t begin_ = 0;
  std::size_t scanned_ = 0;  // no newline stands between begin_ and here
  std::size_t end_ = 0;
  std::vector<std::string> remarks_;
};

}  // namespace peel::sources
