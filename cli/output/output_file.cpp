#include "cli/output/output_file.hpp"

#include <unistd.h>

namespace peel::cli {

Result<void> write_result(const std::optional<std::string>& path, ByteView bytes, Output& output) {
  return write_result(
      path, [bytes](const wire::ByteSink& sink) { return sink(bytes); }, output);
}

Result<void> write_result(const std::optional<std::string>& path, const PieceWriter& write, Output& output) {
  if (!path && isatty(STDOUT_FILENO) != 0) {
    return failure(
        ErrorCode::invalid_argument,
        "the result is no text and standard output is a terminal; accepted is -o FILE, or -o - if that "
        "is meant");
  }
  if (!path || path == "-") {
    return write([&](ByteView piece) -> Result<void> {
      output.write(as_text(piece));
      return {};
    });
  }
  auto file = OutputFile::create(*path);
  if (!file) return failure(file.error());
  if (auto written = write([&](ByteView piece) { return file->write(piece); }); !written) return written;
  return file->commit();
}

}  // namespace peel::cli
