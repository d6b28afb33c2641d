// What peel count was given: lines to be counted, or counts that were saved before.
#pragma once

#include "peel/core/result.hpp"

#include "cli/peel_file.hpp"
#include "sources/line_source.hpp"

#include <memory>
#include <string>
#include <variant>

namespace peel::cli {

using CountInput = std::variant<std::unique_ptr<sources::LineSource>, PeelFile>;

// By its first bytes, also through a pipe; a name that ends in .peel is that of counts. Fails as
// decode_peel_file and InputFile::open do, and with `incompatible` for a file of peel's that holds no counts.
Result<CountInput> open_count_input(const std::string& path);

// Fails as open_count_input does.
Result<PeelFile> read_counts(const std::string& path);

}  // namespace peel::cli
