// Where results go: standard output, or a file that is written whole or not at all. Checked: a full disk or a
// closed descriptor is trouble and never goes unnoticed.
#pragma once

#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>

namespace peel::cli {

// Nobody reads any more, and SIGPIPE, which would have ended the command quietly, is being ignored.
class ReaderWentAway : public std::exception {};

class OutputFile;

class Output {
 public:
  explicit Output(std::FILE* file) : file_(file) {}
  explicit Output(OutputFile& file) : replaced_(&file) {}

  // Both throw std::runtime_error with a sentence when a write fails, or ReaderWentAway.
  void write(std::string_view text);
  void finish();  // what was written has left the program; call it when a part is complete

 private:
  std::FILE* file_ = nullptr;
  OutputFile* replaced_ = nullptr;
  std::string waiting_;  // for the file
};

}  // namespace peel::cli
