// Which file a name stands for, and whether it is still as it was. A file that is to be replaced must be the
// very one that was compared.
#pragma once

#include "peel/core/result.hpp"

#include <string>
#include <sys/stat.h>

namespace peel::sources {

class FileIdentity {
 public:
  // Of the file that the name leads to, through symbolic links. Fails with `io` if there is none, and with
  // `unsupported` if it cannot be replaced: a pipe, a device or a folder.
  static Result<FileIdentity> of(const std::string& path);

  // Fails with `io` unless the name leads to the same file, with the same size and times of change.
  Result<void> check() const;
  // What check() says if it is not.
  tl::unexpected<Error> changed() const;

  bool has_other_names() const { return about_.st_nlink > 1; }

 private:
  FileIdentity(std::string path, const struct stat& about) : path_(std::move(path)), about_(about) {}

  std::string path_;
  struct stat about_;
};

}  // namespace peel::sources
