// A copy of what came through a pipe, for reading it again. The file has no name, so nothing is left behind
// however the program ends.
#pragma once

#include "peel/core/result.hpp"

#include "sources/file_descriptor.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <utility>

namespace peel::sources {

class Spool {
 public:
  // In the folder that TMPDIR names, or /tmp. `what` is copied, as messages call it.
  static Result<Spool> create(const std::string& what);

  Result<void> append(std::span<const char> bytes);
  // Up to room.size() of the bytes from `offset` on.
  Result<std::size_t> read_at(std::uint64_t offset, std::span<char> room) const;
  std::uint64_t size() const { return size_; }
  int descriptor() const { return file_.number(); }

 private:
  Spool(FileDescriptor file, std::string what, std::string folder)
      : file_(std::move(file)), what_(std::move(what)), folder_(std::move(folder)) {}

  FileDescriptor file_;
  std::string what_;
  std::string folder_;
  std::uint64_t size_ = 0;
};

}  // namespace peel::sources
