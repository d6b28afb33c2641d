// A file with given contents that is gone at the end of the test.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <unistd.h>

namespace peel::test {

class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view contents = "", std::string_view extension = "")
      : path_(::testing::TempDir() + "peel-test-XXXXXX" + std::string(extension)) {
    const int file = ::mkstemps(path_.data(), static_cast<int>(extension.size()));
    if (file < 0) std::abort();
    // Not through write(): file systems that guard against half-replaced files wait for the disk after it.
    const ssize_t written = ::write(file, contents.data(), contents.size());
    if (::close(file) != 0 || written != static_cast<ssize_t>(contents.size())) std::abort();
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { std::remove(path_.c_str()); }

  void write(std::string_view contents) const {
    std::ofstream out(path_, std::ios::binary | std::ios::trunc);
    out.write(contents.data(), static_cast<std::streamsize>(contents.size()));
  }
  void append(std::string_view contents) const {
    std::ofstream out(path_, std::ios::binary | std::ios::app);
    out.write(contents.data(), static_cast<std::streamsize>(contents.size()));
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace peel::test
