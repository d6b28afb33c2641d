// Where results go: standard output, or a file that is written whole or not at all. Checked: a full disk or a
// closed descriptor is trouble and never goes unnoticed.
#pragma once

#include "sources/spool.hpp"

#include <cstdio>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace peel::sources {
class OutputFile;
}

namespace peel::cli {

// Nobody reads any more, and SIGPIPE, which would have ended the command quietly, is being ignored.
class ReaderWentAway : public std::exception {};

class Output {
 public:
  explicit Output(std::FILE* file) : file_(file) {}
  explicit Output(sources::OutputFile& file) : replaced_(&file) {}

  // Both throw std::runtime_error with a sentence when a write fails, or ReaderWentAway.
  void write(std::string_view text);
  void finish();  // what was written has left the program, unless it is held; call it when a part is complete

  // From here on nothing waits for a slow reader, such as a pager: what would go to a pipe or a terminal is
  // kept in memory, and beyond some megabytes in a file without a name. Throws as above where that cannot be
  // written.
  void hold();
  // Writes what was held, and holds no more.
  void release();

 private:
  void spool();

  std::FILE* file_ = nullptr;
  sources::OutputFile* replaced_ = nullptr;
  bool is_held_ = false;
  std::string waiting_;                    // for the file, or held
  std::optional<sources::Spool> spooled_;  // what was held before
};

}  // namespace peel::cli
