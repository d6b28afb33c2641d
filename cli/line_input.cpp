#include "cli/line_input.hpp"

#include "peel/wire/parted_envelope.hpp"

#include "cli/unlike_lines.hpp"

#include <utility>

namespace peel::cli {

namespace {

using sources::InputFile;

// What comes through a pipe that begins like a file of peel's. It may be longer than any line; as in
// read_peel_file, an endless one is not read to its end.
Result<PeelFile> read_all(const std::string& path, sources::LineSource& pipe) {
  auto extent = wire::FileExtent::from(as_bytes(pipe.unread()));
  Bytes bytes;
  for (;;) {
    const ByteView more = as_bytes(pipe.unread());
    bytes.insert(bytes.end(), more.begin(), more.end());
    pipe.pass_over({more.size(), 0, 0});
    if (!extent || pipe.at_end() || bytes.size() > extent->bytes(bytes)) return decode_peel_file(path, bytes);
    if (auto fetched = pipe.fetch(); !fetched) return failure(fetched.error());
  }
}

}  // namespace

Result<LineInput> open_line_input(const std::string& path, InputFile::Passes passes) {
  const auto decoded = [](Result<PeelFile> file) -> Result<LineInput> {
    if (!file) return failure(file.error());
    return LineInput(std::move(*file));
  };
  // One whose first bytes are damaged should be called that, and not be read as lines.
  if (path.ends_with(".peel")) return decoded(decode_peel_file(path));
  auto file =
      InputFile::open(path, passes, InputFile::Growth::left_out, "a file of lines, or one that --save wrote");
  if (!file) return failure(file.error());
  auto lines = std::make_unique<sources::LineSource>(std::move(*file), sources::ReadingLimits());
  if (auto fetched = lines->fetch(); !fetched) return failure(fetched.error());
  if (!wire::begins_like_envelope(as_bytes(lines->unread()))) {
    if (auto noted = note_unlike_lines(*lines); !noted) return failure(noted.error());
    return LineInput(std::move(lines));
  }
  return decoded(lines->size() ? decode_peel_file(path) : read_all(path, *lines));
}

}  // namespace peel::cli
