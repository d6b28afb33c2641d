// A place: a name in an open folder. What is written gets there by a rename, from a temporary name in the
// same folder.
#pragma once

#include "sources/file_descriptor.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace peel::sources::tree {

struct Place {
  FileDescriptor folder;
  std::string name;
};

// The path of another name in the folder of this path.
std::string beside(std::string_view path, const std::string& name);

// Both return what rename returns. The first overwrites nothing, not even what appeared this moment, where
// the file system can promise that.
int rename_to_nothing(const Place& from, const Place& to);
int rename_over(const Place& from, const Place& to);

// A name for something that is not yet in its place. It is removed in the end unless it was kept.
class TemporaryName {
 public:
  // The place must outlive this.
  TemporaryName(const Place& at, std::string name) : at_(at), name_(std::move(name)) {}
  TemporaryName(const TemporaryName&) = delete;
  TemporaryName& operator=(const TemporaryName&) = delete;
  ~TemporaryName();

  const std::string& name() const { return name_; }
  void keep() { is_kept_ = true; }

 private:
  const Place& at_;
  std::string name_;
  bool is_kept_ = false;
};

}  // namespace peel::sources::tree
