// An open file of the system, closed at the end of its life unless it was only borrowed.
#pragma once

#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace peel::sources {

class FileDescriptor {
 public:
  static FileDescriptor owned(int number) { return FileDescriptor(number, true); }
  static FileDescriptor borrowed(int number) { return FileDescriptor(number, false); }

  FileDescriptor(FileDescriptor&& other) noexcept
      : number_(std::exchange(other.number_, -1)), owned_(other.owned_) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    std::swap(owned_, other.owned_);
    return *this;
  }
  ~FileDescriptor() {
    if (owned_ && number_ >= 0) ::close(number_);
  }

  bool is_open() const { return number_ >= 0; }
  int number() const { return number_; }

 private:
  FileDescriptor(int number, bool owned) : number_(number), owned_(owned) {}

  int number_;
  bool owned_;
};

// What the system says of an error number.
inline std::string reason_of(int error_number) {
  return std::error_code(error_number, std::generic_category()).message();
}

}  // namespace peel::sources
