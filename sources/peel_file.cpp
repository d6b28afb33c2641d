#include "sources/peel_file.hpp"

#include "peel/wire/parted_envelope.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace peel::sources {

namespace {

struct CloseFile {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

std::string name_of(const std::string& path) {
  if (path.empty()) return "''";
  return path == "-" ? "standard input" : path;
}

tl::unexpected<Error> cannot_open(const std::string& path, int reason) {
  return failure(ErrorCode::io, "cannot read " + name_of(path) + ": " + std::strerror(reason) +
                                    "; accepted is a file that peel wrote, or - for standard input");
}

// Appends up to `count` bytes; fewer are there only at the end.
Result<void> read_more(std::FILE* file, std::size_t count, const std::string& path, Bytes& bytes) {
  const std::size_t before = bytes.size();
  bytes.resize(before + count);
  errno = 0;
  const std::size_t got = std::fread(bytes.data() + before, 1, count, file);
  const int reason = errno;
  bytes.resize(before + got);
  if (got < count && std::ferror(file) != 0) return cannot_open(path, reason);
  return {};
}

}  // namespace

Result<Bytes> read_peel_file(const std::string& path) {
  constexpr std::size_t kBlock = std::size_t{1} << 20;
  const File file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"));
  if (!file) return cannot_open(path, errno);
  Bytes bytes;
  if (auto read = read_more(file.get(), wire::kEnvelopeHeaderBytes, path, bytes); !read) {
    return failure(read.error());
  }
  auto extent = wire::FileExtent::from(bytes);
  if (!extent) {
    return failure(extent.error().code(), name_of(path) + ": " + extent.error().sentence());
  }
  // One byte more than declared shows that something follows; an endless input is not read to its end. Block
  // by block, since what is declared need not be there.
  for (std::size_t before = 0; before != bytes.size() && bytes.size() <= extent->bytes(bytes);) {
    before = bytes.size();
    const std::uint64_t wanted = std::min<std::uint64_t>(kBlock, extent->bytes(bytes) - bytes.size() + 1);
    if (auto read = read_more(file.get(), static_cast<std::size_t>(wanted), path, bytes); !read) {
      return failure(read.error());
    }
  }
  return bytes;
}

}  // namespace peel::sources
