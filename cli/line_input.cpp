#include "cli/line_input.hpp"

#include "peel/wire/envelope.hpp"

#include <utility>

namespace peel::cli {

namespace {

using sources::InputFile;

// Whatever is still to come through a pipe that begins like a file of peel's.
Result<PeelFile> read_all(const std::string& path, sources::LineSource& pipe) {
  while (!pipe.at_end()) {
    if (auto fetched = pipe.fetch(); !fetched) return failure(fetched.error());
  }
  return decode_peel_file(path, as_bytes(pipe.unread()));
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
  if (!wire::begins_like_envelope(as_bytes(lines->unread()))) return LineInput(std::move(lines));
  return decoded(lines->size() ? decode_peel_file(path) : read_all(path, *lines));
}

}  // namespace peel::cli
