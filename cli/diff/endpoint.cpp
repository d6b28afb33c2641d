#include "cli/diff/endpoint.hpp"

#include "peel/wire/envelope.hpp"

#include "cli/input.hpp"
#include "cli/peel_file.hpp"
#include "sources/file_descriptor.hpp"
#include "sources/spool.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace peel::cli {

namespace {

tl::unexpected<Error> cannot_read(const std::string& path) {
  return failure(ErrorCode::io, fmt::format("cannot read {}: {}", spoken_name(path), std::strerror(errno)));
}

// Up to room.size() bytes; fewer only at the end.
ssize_t read_fully(int descriptor, std::span<char> room) {
  std::size_t got = 0;
  while (got < room.size()) {
    const ssize_t more = ::read(descriptor, room.data() + got, room.size() - got);
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) return more;
    if (more == 0) break;
    got += static_cast<std::size_t>(more);
  }
  return static_cast<ssize_t>(got);
}

// Puts a file without a name in the place of standard input, with all that comes from it.
Result<void> make_standard_input_seekable() {
  auto spool = sources::Spool::create("standard input");
  if (!spool) return failure(spool.error());
  std::array<char, std::size_t{1} << 16> block;
  for (;;) {
    const ssize_t got = read_fully(STDIN_FILENO, block);
    if (got < 0) return cannot_read("-");
    if (got == 0) break;
    if (auto kept = spool->append({block.data(), static_cast<std::size_t>(got)}); !kept) return kept;
  }
  if (::dup2(spool->descriptor(), STDIN_FILENO) < 0 || ::lseek(STDIN_FILENO, 0, SEEK_SET) != 0) {
    return cannot_read("-");
  }
  return {};
}

}  // namespace

Result<bool> is_peel_file(const std::string& path) {
  if (path == "-" && ::lseek(STDIN_FILENO, 0, SEEK_CUR) < 0) {
    if (auto made = make_standard_input_seekable(); !made) return failure(made.error());
  }
  // A sketch whose first bytes are damaged should be called that, and not be read as lines.
  if (path.ends_with(".peel")) return true;
  // Asked before it is opened: opening a named pipe and closing it again would break it for its writer.
  struct stat about {};
  const int asked = path == "-" ? ::fstat(STDIN_FILENO, &about) : ::stat(path.c_str(), &about);
  if (asked != 0 || !S_ISREG(about.st_mode)) return false;  // opening it as a source says what is wrong
  const auto file = path == "-" ? sources::FileDescriptor::borrowed(STDIN_FILENO)
                                : sources::FileDescriptor::owned(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return false;
  std::array<std::byte, wire::kEnvelopeHeaderBytes> header;
  const ssize_t got = ::pread(file.number(), header.data(), header.size(), 0);
  return got > 0 && wire::begins_like_envelope(ByteView(header).first(static_cast<std::size_t>(got)));
}

Result<Sketch> read_sketch(const std::string& path) {
  auto file = decode_peel_file(path);
  if (!file) return failure(file.error());
  if (!file->is_sketch()) {
    return failure(ErrorCode::incompatible,
                   fmt::format("{} holds an {}; accepted is a sketch, as peel sketch makes it",
                               spoken_name(path), file->kind()));
  }
  return std::get<Sketch>(std::move(file->content));
}

Result<SourceOptions> options_like(const SketchDescription& description, const SourceOptions& given,
                                   const std::string& sketch_path) {
  const bool is_table = description.items == SketchDescription::Items::rows;
  const std::string name = spoken_name(sketch_path);
  if (!given.columns.empty()) {
    return failure(
        ErrorCode::incompatible,
        fmt::format("--columns: the sketch {} says which columns count; leave the option out", name));
  }
  if (!given.key.empty()) {
    const std::vector<std::string> key(description.columns.begin(),
                                       description.columns.begin() + description.key_columns);
    if (given.key != key) {
      return failure(
          ErrorCode::incompatible,
          fmt::format("--key {}: the sketch {} was made {}; leave the option out, or make the sketch again",
                      fmt::join(given.key, ","), name,
                      key.empty() ? "without a key" : fmt::format("with --key {}", fmt::join(key, ","))));
    }
  }
  SourceOptions options{.input = given.input, .delimiter = given.delimiter};
  if (!is_table) options.input = "lines";
  options.no_header = is_table && !description.has_header;
  return options;
}

}  // namespace peel::cli
