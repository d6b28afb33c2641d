#include "cli/count/count_input.hpp"

namespace peel::cli {

namespace {

Result<void> check_counts(const PeelFile& file) {
  if (file.as<CountedStream>() != nullptr) return {};
  return other_kind(file, "are lines, and counts as peel count --save writes them");
}

}  // namespace

Result<PeelFile> read_counts(const std::string& path) {
  auto file = decode_peel_file(path);
  if (!file) return file;
  if (auto checked = check_counts(*file); !checked) return failure(checked.error());
  return file;
}

Result<LineInput> open_count_input(const std::string& path) {
  auto input = open_line_input(path, sources::InputFile::Passes::one);
  if (!input) return input;
  if (const auto* const file = std::get_if<PeelFile>(&*input)) {
    if (auto checked = check_counts(*file); !checked) return failure(checked.error());
  }
  return input;
}

}  // namespace peel::cli
