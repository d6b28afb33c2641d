// A folder of its own for a test, which fills it; gone at the end.
#pragma once

#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <sys/stat.h>

namespace peel::test {

class TemporaryTree {
 public:
  TemporaryTree() : root_(::testing::TempDir() + "peel-tree-XXXXXX") {
    if (::mkdtemp(root_.data()) == nullptr) std::abort();
  }
  TemporaryTree(const TemporaryTree&) = delete;
  TemporaryTree& operator=(const TemporaryTree&) = delete;
  ~TemporaryTree() {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }

  const std::string& root() const { return root_; }
  std::string at(std::string_view path) const { return root_ + "/" + std::string(path); }

  // Folders above it are made.
  void file(std::string_view path, std::string_view contents) const {
    std::filesystem::create_directories(std::filesystem::path(at(path)).parent_path());
    std::ofstream out(at(path), std::ios::binary | std::ios::trunc);
    out.write(contents.data(), static_cast<std::streamsize>(contents.size()));
  }
  void folder(std::string_view path) const { std::filesystem::create_directories(at(path)); }
  void link(std::string_view path, const std::string& target) const {
    if (::symlink(target.c_str(), at(path).c_str()) != 0) std::abort();
  }
  void hard_link(std::string_view path, std::string_view of) const {
    if (::link(at(of).c_str(), at(path).c_str()) != 0) std::abort();
  }
  void fifo(std::string_view path) const {
    if (::mkfifo(at(path).c_str(), 0600) != 0) std::abort();
  }
  void mode(std::string_view path, mode_t mode) const {
    if (::chmod(at(path).c_str(), mode) != 0) std::abort();
  }
  void modified(std::string_view path, timespec time) const {
    const timespec times[2] = {time, time};
    if (::utimensat(AT_FDCWD, at(path).c_str(), times, AT_SYMLINK_NOFOLLOW) != 0) std::abort();
  }

 private:
  std::string root_;
};

}  // namespace peel::test
