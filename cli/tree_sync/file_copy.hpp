// The bytes of a file of LEFT, copied as they are at one moment. Holes stay holes.
#pragma once

#include "peel/core/result.hpp"

#include "sources/tree/tree_entry.hpp"
#include "sources/tree/tree_opener.hpp"
#include "sources/tree/tree_scan.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace peel::cli {

class FileCopy {
 public:
  // `bytes` counts what is copied. Once `must_stop` says so, no more is.
  FileCopy(const sources::tree::TreeScan& left, std::atomic<std::uint64_t>& bytes,
           std::function<bool()> must_stop);

  // Copies the file into the open one, which is empty; what it was then. One that changes meanwhile is copied
  // again, and after some times is an error. Fails with `io` and a sentence; with `limit_exceeded` if it was
  // stopped or nothing more can be written.
  Result<sources::tree::TreeEntry> into(int descriptor, const std::string& path,
                                        const std::string& spoken_target);

 private:
  static constexpr std::size_t kBlockBytes = std::size_t{1} << 18;

  const sources::tree::TreeScan& left_;
  sources::tree::TreeOpener opener_;
  std::atomic<std::uint64_t>& bytes_;
  std::function<bool()> must_stop_;
  std::unique_ptr<std::byte[]> block_;
};

}  // namespace peel::cli
