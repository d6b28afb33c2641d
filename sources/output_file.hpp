// A file that is written whole or not at all: bytes go to a temporary file beside it, which takes its name
// when all of them are on the disk. On failure, on SIGINT, SIGTERM and SIGHUP the temporary file is removed,
// and what had the name before is still there. SIGKILL and a loss of power leave it behind, as
// .peel-PROCESS-N.tmp.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"

#include <functional>
#include <string>

namespace peel::sources {

// Only one at a time may exist.
class OutputFile {
 public:
  // Nothing has the name yet. Devices, pipes and the like, which cannot be replaced, are written as they are.
  // A symbolic link stays and the file that it names is replaced. What replaces a file has its mode and
  // access list, and where that is allowed its owner and group. Fails with `io`, and says why.
  static Result<OutputFile> create(const std::string& path);

  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();  // removes the temporary file, unless it was committed

  Result<void> write(ByteView bytes);
  // `last_check` is called when all bytes are on the disk; if it fails, the old file stays, and this fails in
  // the same way. Of a device nothing is left to check.
  Result<void> commit(const std::function<Result<void>()>& last_check = {});

 private:
  OutputFile(std::string path, std::string target, std::string temporary, int descriptor);
  tl::unexpected<Error> cannot_write(int reason) const;

  std::string path_;       // as the user gave it
  std::string target_;     // without symbolic links
  std::string temporary_;  // empty if the target itself is written
  int descriptor_;
};

}  // namespace peel::sources
