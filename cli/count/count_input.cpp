#include "cli/count/count_input.hpp"

#include "peel/wire/envelope.hpp"

#include "cli/input.hpp"

#include <fmt/format.h>
#include <utility>

namespace peel::cli {

namespace {

Result<PeelFile> with_counts(Result<PeelFile> file) {
  if (!file || file->counts() != nullptr) return file;
  return failure(ErrorCode::incompatible,
                 fmt::format("{} holds {}; accepted are lines, and counts as peel count --save writes them",
                             spoken_name(file->path), file->kind_with_article()));
}

// Whatever is still to come through a pipe that begins like a file of peel's.
Result<PeelFile> read_all(const std::string& path, sources::LineSource& pipe) {
  while (!pipe.at_end()) {
    if (auto fetched = pipe.fetch(); !fetched) return failure(fetched.error());
  }
  return decode_peel_file(path, as_bytes(pipe.unread()));
}

}  // namespace

Result<PeelFile> read_counts(const std::string& path) {
  return with_counts(decode_peel_file(path));
}

Result<CountInput> open_count_input(const std::string& path) {
  const auto counts = [](Result<PeelFile> file) -> Result<CountInput> {
    auto checked = with_counts(std::move(file));
    if (!checked) return failure(checked.error());
    return CountInput(std::move(*checked));
  };
  // One whose first bytes are damaged should be called that, and not be read as lines.
  if (path.ends_with(".peel")) return counts(decode_peel_file(path));
  // A log may grow while it is counted: what was there at first is counted.
  using sources::InputFile;
  auto file = InputFile::open(path, InputFile::Passes::one, InputFile::Growth::left_out);
  if (!file) return failure(file.error());
  auto lines = std::make_unique<sources::LineSource>(std::move(*file), sources::ReadingLimits());
  if (auto fetched = lines->fetch(); !fetched) return failure(fetched.error());
  if (!wire::begins_like_envelope(as_bytes(lines->unread()))) return CountInput(std::move(lines));
  return counts(lines->size() ? decode_peel_file(path) : read_all(path, *lines));
}

}  // namespace peel::cli
