#include "cli/input.hpp"

#include "peel/wire/envelope.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string_view>

namespace peel::cli {

namespace {

struct Close {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};
using File = std::unique_ptr<std::FILE, Close>;

tl::unexpected<Error> cannot_read(const std::string& path, int reason) {
  return failure(ErrorCode::io, "cannot read " + spoken_name(path) + ": " + std::strerror(reason) +
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
  if (got < count && std::ferror(file) != 0) return cannot_read(path, reason);
  return {};
}

// wire::open looks at the header first, and complains of a missing rest only where all before is in order.
Result<void> check_header(const Bytes& header) {
  const auto opened = wire::open(header);
  if (opened || opened.error().sentence().starts_with("cut short")) return {};
  return failure(opened.error());
}

}  // namespace

std::string spoken_name(const std::string& path) {
  if (path.empty()) return "''";
  return path == "-" ? "standard input" : path;
}

Result<Bytes> read_peel_file(const std::string& path) {
  constexpr std::size_t kBlock = std::size_t{1} << 20;
  const File file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"));
  if (!file) return cannot_read(path, errno);
  Bytes bytes;
  if (auto read = read_more(file.get(), wire::kEnvelopeHeaderBytes, path, bytes); !read) {
    return failure(read.error());
  }
  if (auto ours = check_header(bytes); !ours) {
    return failure(ours.error().code(), spoken_name(path) + ": " + ours.error().sentence());
  }
  for (std::size_t before = 0; before != bytes.size();) {
    before = bytes.size();
    if (auto read = read_more(file.get(), kBlock, path, bytes); !read) return failure(read.error());
  }
  return bytes;
}

}  // namespace peel::cli
